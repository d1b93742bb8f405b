import { sendScreening } from '../../../nodes/RentalScreening/resources/screening.ts';
import { messageAt, problemsOf, rowLabel } from '../../../nodes/RentalScreening/run/messages.ts';
import { errorOf } from '../../../nodes/RentalScreening/run/output.ts';
import { failureOf } from '../../../nodes/RentalScreening/run/requestFailure.ts';
import { waitBeforeRepeat } from '../../../nodes/RentalScreening/run/retry.ts';
import type { Fault } from '../../../nodes/RentalScreening/service/fault.ts';
import { redactionOf } from '../../../nodes/RentalScreening/service/redaction.ts';
import { sentencesOf } from '../../support/sentences-of.mts';
import { codesIn, tableBelow, textOf } from './pages.mts';

const PAGE = 'docs/troubleshooting.md';
const listed = tableBelow(PAGE, 'By message').flatMap(([messages]) => codesIn(messages!));
const said = [...sentencesOf('nodes'), ...sentencesOf('credentials')];

/** The parts of a message that do not vary, from two words on: shorter ones tell nothing. */
function partsOf(message: string): string[] {
	return message
		.split('…')
		.map((part) => part.replace(/^[\s()':.,]+|[\s()':.,]+$/g, ''))
		.filter((part) => /\S\s+\S/.test(part));
}

/** Whether a text of the source is among the messages, up to where one of the two varies. */
function isListed(text: string): boolean {
	const start = text.trim();
	return listed
		.map((message) => message.split('…')[0]!.trim())
		.some((known) => known.startsWith(start) || (/\s/.test(known) && start.startsWith(known)));
}

describe('the messages', () => {
	test('are those of the node', () => {
		const isSaid = (part: string) => said.some(({ text }) => text.includes(part));
		const unknown = listed.filter((message) => {
			const parts = partsOf(message);
			return parts.length === 0 || !parts.every(isSaid);
		});
		expect(unknown).toEqual([]);
	});

	test('are each listed once', () => {
		expect(listed.filter((message, index) => listed.indexOf(message) !== index)).toEqual([]);
	});

	/** How what happened begins, in run, service and credential; hints begin with what to do. */
	const HAPPENED =
		/^(The (service|base URL|login|same|request|execution|applicant|answer)|This credential|It is unclear|n8n did not|Could not|There is no|Nothing was sent\. |Not sent|Done before|May have been)/;
	/** How a clause about a value begins. */
	const CLAUSE = /^(must |holds |has |is (?!for))/;

	/** Texts of both kinds that are only part of a message. */
	const ASIDE = [
		// A hint of the login, and what begins a quote of the service.
		'The account may be locked or have no access to the API. Ask your provider',
		'The address may be that of a website instead of the service. ',
		'The service says: ',
	];

	test('of run, service and credential are all listed', () => {
		const messages = said.filter(
			({ file, text }) =>
				/\/(run|service)\/|credentials/.test(file) && HAPPENED.test(text) && !ASIDE.includes(text),
		);
		expect(messages.length).toBeGreaterThan(0);
		expect(messages.map(({ text }) => text).filter((text) => !isListed(text))).toEqual([]);
	});

	test('about values are all listed', () => {
		const clauses = said.filter(
			({ file, text }) => /\/(request|resources)\//.test(file) && CLAUSE.test(text),
		);
		expect(clauses.length).toBeGreaterThan(0);
		expect(clauses.map(({ text }) => text).filter((text) => !isListed(text))).toEqual([]);
	});
});

describe('the examples', () => {
	const who = 'Amara Okonkwo';
	const index = 3;

	test('in the README is what a run says that stops at a bad row', () => {
		const problem = {
			field: 'phone',
			label: 'Phone',
			text: "must start with + and the country code, such as +14165550100, or set 'Country Code'",
			column: 'Mobile',
		};
		const good = { problems: [] };
		const stop = problemsOf([good, good, good, { problems: [problem], who }])!;
		expect(textOf('README.md')).toContain(`\`${messageAt(stop.failure, stop.index)}\``);
	});

	test('of an error item is what a failed send becomes', () => {
		const failure = failureOf(
			{ status: 500, headers: {}, neverSent: false, cancelled: false },
			{
				operation: sendScreening,
				method: 'POST',
				request: { problems: [] },
				redaction: redactionOf([]),
			},
		);
		const [, json] = /^```json\n([\s\S]+?)^```$/m.exec(textOf(PAGE))!;
		const error = errorOf(failure, index, rowLabel(index, who));
		expect(JSON.parse(json!)).toEqual({ error });
	});
});

describe('what is repeated', () => {
	const fault = (known: Partial<Fault>): Fault => ({
		headers: {},
		neverSent: false,
		cancelled: false,
		...known,
	});
	const FAULTS: Record<string, Fault[]> = {
		'429': [fault({ status: 429 })],
		'Proof that the request was not sent': [fault({ neverSent: true })],
		'No complete answer, 5xx': [fault({}), fault({ status: 500 }), fault({ status: 503 })],
		'Any other answer (400, 404, 409 …)': [400, 404, 409].map((status) => fault({ status })),
	};

	/** How often the same request may go out again. */
	function repeatsOf(method: string, cause: Fault): number {
		let repeats = 0;
		while (waitBeforeRepeat(method, cause, repeats) !== undefined) repeats += 1;
		return repeats;
	}

	const rows = tableBelow(PAGE, 'What is repeated').filter(([happened]) => happened !== '401');

	test('is listed for every kind of fault', () => {
		expect(rows.map(([happened]) => happened)).toEqual(Object.keys(FAULTS));
	});

	test.each(rows.map(([happened, reading, sending]) => ({ happened, reading, sending })))(
		'$happened: as the node does',
		({ happened, reading, sending }) => {
			for (const cause of FAULTS[happened!]!) {
				expect(countIn(reading!)).toBe(repeatsOf('GET', cause));
				expect(countIn(sending!)).toBe(repeatsOf('POST', cause));
			}
		},
	);

	function countIn(cell: string): number {
		if (/^\**never/.test(cell)) return 0;
		return Number(/^up to (\d+) times$/.exec(cell)?.[1]);
	}
});
