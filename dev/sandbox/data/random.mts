import { createHash } from 'node:crypto';

/** A source of numbers that is the same for the same name. */
export interface Random {
	/** A whole number between both, both included. */
	whole(from: number, to: number): number;
	/** The amount in full cents, up to a twentieth more or less. */
	about(amount: number): number;
}

/** A random source of its own for everything that bears this name. */
export function randomFor(name: string): Random {
	let draws = 0;
	const next = () => {
		const hash = createHash('sha256').update(`${name}|${(draws += 1)}`);
		return hash.digest().readUInt32BE() / 2 ** 32;
	};
	return {
		whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
		about: (amount) => Math.round(amount * (95 + next() * 10)) / 100,
	};
}
