import ora from 'ora';
import { elapsed, plainProgress, type Progress } from './progress.mts';

/** Progress for a person: a spinner with the elapsed time on a terminal, plain lines elsewhere. */
export function terminalProgress(): Progress {
	const { isTTY, columns } = process.stderr;
	if (!isTTY || !columns || process.env['CI']) return plainProgress();
	return (text) => {
		const startedAt = Date.now();
		let detail = '';
		const spinner = ora(text).start();
		const show = () => {
			spinner.text = `${text}${detail && ` ${detail}`} (${elapsed(Date.now() - startedAt)})`;
		};
		const ticking = setInterval(show, 1000);
		const end = () => {
			clearInterval(ticking);
			return elapsed(Date.now() - startedAt);
		};
		return {
			update(now) {
				detail = now;
				show();
			},
			done: (result = text) => spinner.succeed(`${result} (${end()})`),
			failed: () => spinner.fail(`${text} (${end()})`),
		};
	};
}
