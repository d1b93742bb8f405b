import type { Report } from '../../../../nodes/RentalScreening/results/report/model.ts';
import { reportText } from '../../../../nodes/RentalScreening/results/report/text.ts';

const REPORT: Report = {
	title: 'Screening report',
	name: 'Jane Doe',
	status: 'Not complete',
	updated: 'Mar 1, 2026',
	notice: 'The applicant is not done.',
	contact: [
		{ label: 'Email', value: 'jane@example.com' },
		{ label: 'Phone', value: '+14165550100' },
	],
	sections: [
		{
			title: 'Money',
			blocks: [
				{ kind: 'figures', title: 'Scores', facts: [{ label: 'Credit score', value: '712' }] },
				{ kind: 'facts', title: null, facts: [{ label: 'Debt', value: '3' }] },
				{
					kind: 'months',
					months: [
						{
							label: 'Feb 2026',
							bars: [
								{ label: 'Income', value: '4,000', percent: 100 },
								{ label: 'Spending', value: '5', percent: 1 },
							],
							note: 'low',
						},
						{
							label: 'January 2026',
							bars: [
								{ label: 'Income', value: '1', percent: 1 },
								{ label: 'Spending', value: '1,000', percent: 25 },
							],
							note: null,
						},
					],
				},
				{
					kind: 'table',
					columns: ['Date', 'Amount'],
					rows: [['Feb 1, 2026', '1,950'], ['Jan 1']],
				},
			],
		},
		{
			title: 'People',
			blocks: [
				{ kind: 'list', title: 'Green flags', items: ['Stable', 'Polite'] },
				{ kind: 'list', title: 'Red flags', items: [] },
				{
					kind: 'entry',
					title: 'M. Okafor',
					facts: [{ label: 'Rating', value: '5' }],
					quote: 'On time',
				},
				{ kind: 'entry', title: 'R. Lee', facts: [], quote: null },
				{ kind: 'note', text: 'Two reviews.' },
			],
		},
	],
	absent: { title: 'No data', sections: ['Employment', 'Address'] },
	footer: ['First', 'Second'],
};

const TEXT = `SCREENING REPORT
Jane Doe
Not complete, updated Mar 1, 2026

The applicant is not done.

Email: jane@example.com
Phone: +14165550100

MONEY
=====
Scores
Credit score: 712

Debt: 3

Feb 2026      Income 4,000  Spending 5      low
January 2026  Income 1      Spending 1,000

Date         Amount
Feb 1, 2026  1,950
Jan 1

PEOPLE
======
Green flags
- Stable
- Polite

Red flags
- None

M. Okafor
  Rating: 5
  "On time"

R. Lee

Two reviews.

NO DATA
=======
Employment, Address

--
First
Second
`;

test('the report as plain text', () => {
	expect(reportText(REPORT)).toBe(TEXT);
});

test('the report of somebody without data has no empty parts', () => {
	const bare = { ...REPORT, updated: null, notice: null, contact: [], sections: [] };
	expect(reportText({ ...bare, absent: { title: 'No data', sections: [] } })).toBe(
		'SCREENING REPORT\nJane Doe\nNot complete\n\n--\nFirst\nSecond\n',
	);
	const section = { title: 'Months', blocks: [{ kind: 'table', columns: [], rows: [] }] } as const;
	expect(reportText({ ...REPORT, sections: [section] })).toContain('MONTHS\n======\n\n\nNO DATA');
});
