/** Counts the requests that are being worked on at once, and says when there are too many. */
export class InFlight {
	most = 0;

	private current = 0;

	constructor(private readonly limit: number) {}

	/** Takes a place and returns how to leave it, once; undefined when all places are taken. */
	enter(): (() => void) | undefined {
		if (this.current >= this.limit) return undefined;
		this.current += 1;
		this.most = Math.max(this.most, this.current);
		let inside = true;
		return () => {
			if (inside) this.current -= 1;
			inside = false;
		};
	}

	/** Forgets the highest number so far; requests at work keep their place. */
	reset(): void {
		this.most = this.current;
	}
}
