import { nodeOperations } from '../../support/operations.mts';
import { panel } from '../../support/panel.mts';

const mapped = nodeOperations.filter(({ controls }) => controls.includes('mappingMode'));

/** The notice that 'Map Automatically' shows for an operation, and the link at its end. */
function noticeOf(place: (typeof mapped)[number]): { text: string; link: string } {
	const notices = panel(place, { mappingMode: 'autoMapInputData' }).filter(
		({ type }) => type === 'notice',
	);
	expect(notices).toHaveLength(1);
	const [, text = '', link = ''] = /^(.*) (<a .*<\/a>)$/.exec(notices[0]!.displayName) ?? [];
	return { text, link };
}

test.each([
	['property', 'create', "Needs the column 'Name'. Also uses 'Rent', 'Street', "],
	[
		'screening',
		'send',
		"Needs the columns 'Email' and 'Phone'. Also uses 'Check Type', 'First Name', 'Last Name', 'Property ID' and 'Payer'.",
	],
	[
		'screening',
		'sendWithFlow',
		"Needs the columns 'Email' and 'Phone'. Also uses 'Flow ID', 'First Name', 'Last Name' and 'Payer'.",
	],
	['results', 'get', "Needs the column 'User ID'."],
	[
		'rentReport',
		'submit',
		"Needs a name ('Last Name' or 'First Name') and an amount ('Rent Amount', 'Rent Paid', 'Current Balance Due' or 'Amount Past Due'). Also uses ",
	],
])('%s: %s begins with what it needs', (resource, operation, start) => {
	const place = mapped.find((one) => one.resource === resource && one.operation === operation)!;
	expect(noticeOf(place).text.slice(0, start.length)).toBe(start);
});

test.each(mapped)(
	'$resource: $operation is short, counts what it leaves out and links it',
	(place) => {
		const { text, link } = noticeOf(place);
		expect(text.length).toBeLessThanOrEqual(330);
		const named = place.fields.filter(({ label }) => text.includes(`'${label}'`)).length;
		const [, more = 0] = / and (\d+) more\.$/.exec(text) ?? [];
		expect(named + Number(more)).toBe(place.fields.length);
		expect(link).toContain('/docs/mapping.md#column-names"');
	},
);

test.each(mapped)('$resource: $operation shows no notice where each field is mapped', (place) => {
	expect(panel(place).filter(({ type }) => type === 'notice')).toEqual([]);
});
