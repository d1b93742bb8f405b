/** What the service of the benchmark counted since the last `begin`. */
export interface ServiceFigures {
	logins: number;
	/** Requests answered with 401. */
	refused: number;
	sent: number;
	/** Sends to an address that had been sent to before. */
	sentTwice: number;
	fetched: number;
	/** The most requests that were being answered at once, login excluded. */
	mostInFlight: number;
}
