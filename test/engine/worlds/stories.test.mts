import { playStory } from './play.mts';
import { useHoldingService } from './service.mts';
import type { Nature } from './world.mts';

// What has happened to people, step by step. Each world also ends as every other: nothing twice, nothing lost.

const service = useHoldingService();

const UNSAVED = 'r1 claims · Ada: yes · Ben: yes · r1 cannot save';
const MAYBE = 'r1 claims · Ada: 500, but accepted · r1 saves · clear Ada';
const DUE_MAYBE = 'r1 reads · r1 sends · Ada: 500, but accepted · r1 saves · clear Ada';

test.each<[title: string, nature: Partial<Nature>, story: string, links: number, rows: string[]]>([
	[
		'an ID that could not be saved is told where its row was edited since',
		{},
		`${UNSAVED} · edit Ada · r2 claims · r2 saves`,
		1,
		['Ada maybe sent .*Ada-1', 'Ben sent Ben-1'],
	],
	[
		'a row that was edited, told, restored and cleared gets the ID that it had',
		{},
		`${UNSAVED} · edit Ada · r2 claims · r2 saves · edit Ada · clear Ada · r3 claims · r3 saves`,
		1,
		['Ada sent Ada-1', 'Ben sent Ben-1'],
	],
	[
		'a row that is told as maybe is not sent by a run that read it before',
		{},
		'r1 reads · r1 checks · r1 marks · r1 reads back · edit Ada · r2 claims · Ben: yes · r2 saves · r1 sends · r1 saves',
		0,
		['Ada maybe sent .*changed', 'Ben sent Ben-1'],
	],
	[
		'a row that was cleared and then limited is sent by the next run',
		{},
		`${MAYBE} · r2 claims · Ada: 429 for long · r2 saves · r3 claims · Ada: yes · Ben: yes · r3 saves`,
		2,
		['Ada sent Ada-2', 'Ben sent Ben-1'],
	],
	[
		'a row that was cleared once is sent again once, whatever cannot be saved',
		{ isDue: true },
		`${DUE_MAYBE} · r2 reads · r2 sends · Ada: 500, but accepted · r2 cannot save · 6 minutes pass · r3 reads · r3 sends · Ben: yes · r3 saves`,
		2,
		['Ada maybe sent ', 'Ben sent Ben-1'],
	],
	[
		'where rows are sorted between reading and marking, both IDs are told',
		{},
		`${UNSAVED} · r2 reads · r2 checks · sort · r2 marks · r2 reads back · r2 sends · r2 saves`,
		1,
		['Ben maybe sent .*Ada-1', 'Ada maybe sent .*Ben-1'],
	],
	[
		'a run that has read while another saves leaves its IDs',
		{},
		'r1 claims · Ada: yes · Ben: yes · r2 reads · r1 saves · r2 checks · r2 marks · r2 reads back · r2 sends · r2 saves',
		1,
		['Ada sent Ada-1', 'Ben sent Ben-1'],
	],
	[
		'of a marked row and an equal one above it, the marked one is sent',
		{},
		'r1 reads · r1 checks · r1 marks · add Ada above · r2 claims · Ada: yes · Ben: yes · r2 saves',
		1,
		['Ada refused .*[Tt]he same as row 3', 'Ada sent Ada-1', 'Ben sent Ben-1'],
	],
	[
		'of two equal rows of a data table, one is sent',
		{ kind: 'table', hasTwins: true },
		'r1 claims · Ada: yes · Ben: yes · r1 saves',
		1,
		['Ada sent Ada-1', 'Ben sent Ben-1', 'Ada refused .*[Tt]he same as row '],
	],
	[
		'a run that is cancelled leaves the rest due',
		{},
		'r1 claims · r1 is cancelled after it was accepted · r2 claims · Ben: yes · r2 saves',
		1,
		['Ada maybe sent ', 'Ben sent Ben-1'],
	],
])('%s', async (_, nature, story, links, rows) => {
	const world = await playStory(nature, service(), story);
	expect(world.describeRows()).toEqual(rows.map((row) => expect.stringMatching(`^${row}`)));
	await world.finish();
	expect([world.bad, world.links['Ada']]).toEqual([undefined, links]);
});
