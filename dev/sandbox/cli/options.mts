import { parseArgs } from 'node:util';

import type { SandboxOptions } from '../types.mts';

const defaults = { port: 4010, completeAfter: 20 };

/** What `--help` prints. */
export const help = `The sandbox stands in for the screening service on this machine.

npm run sandbox -- [options]

  --port <number>             port on 127.0.0.1 (default ${defaults.port}; the next one if it is taken)
  --complete-after <seconds>  when a sent screening completes on its own (default ${defaults.completeAfter})
  --latency <milliseconds>    time that every request takes (default 0)
  --token-lifetime <seconds>  time that an access token is good for (default: until the end)
  --max-in-flight <number>    requests at once above which others get 429 (default: no limit)
  --help                      show this`;

/** Options of the command line, ready for the sandbox. */
export interface CliOptions extends SandboxOptions {
	port: number;
	completeAfter: { seconds: number };
}

export type ReadOptions =
	{ kind: 'help' } | { kind: 'refused'; reason: string } | { kind: 'start'; options: CliOptions };

/** Reads the arguments of the command line; a refusal says which one is not right. */
export function readOptions(args: string[]): ReadOptions {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string' },
				'complete-after': { type: 'string' },
				latency: { type: 'string' },
				'token-lifetime': { type: 'string' },
				'max-in-flight': { type: 'string' },
				help: { type: 'boolean' },
			},
		});
		if (values.help) return { kind: 'help' };
		return { kind: 'start', options: sandboxOptions(values) };
	} catch (thrown) {
		return { kind: 'refused', reason: thrown instanceof Error ? thrown.message : String(thrown) };
	}
}

function sandboxOptions(values: Record<string, string | boolean | undefined>): CliOptions {
	const number = (name: string, bounds: { whole: boolean; atLeast: number; atMost?: number }) => {
		const text = values[name];
		return text === undefined ? undefined : numberFrom(name, String(text), bounds);
	};
	const seconds = number('token-lifetime', { whole: false, atLeast: 0 });
	const maxInFlight = number('max-in-flight', { whole: true, atLeast: 1 });
	return {
		port: number('port', { whole: true, atLeast: 0, atMost: 65535 }) ?? defaults.port,
		completeAfter: {
			seconds: number('complete-after', { whole: false, atLeast: 0 }) ?? defaults.completeAfter,
		},
		latencyMs: number('latency', { whole: false, atLeast: 0 }) ?? 0,
		...(seconds === undefined ? {} : { tokenLifetime: { seconds } }),
		...(maxInFlight === undefined ? {} : { maxInFlight }),
	};
}

function numberFrom(
	name: string,
	text: string,
	{
		whole,
		atLeast,
		atMost = Number.MAX_SAFE_INTEGER,
	}: { whole: boolean; atLeast: number; atMost?: number },
): number {
	const value = text.trim() === '' ? NaN : Number(text);
	const fits =
		(whole ? Number.isInteger(value) : Number.isFinite(value)) &&
		value >= atLeast &&
		value <= atMost;
	if (fits) return value;
	const kind = whole ? 'a whole number' : 'a number';
	const upTo = atMost === Number.MAX_SAFE_INTEGER ? '' : ` up to ${atMost}`;
	throw new RangeError(`--${name} takes ${kind} from ${atLeast}${upTo}, not '${text}'`);
}
