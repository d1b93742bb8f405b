import { asFailure } from '../../../nodes/RentalScreening/run/failure.ts';

test.each([
	[new Error('Disk full'), undefined, 'defect', ''],
	['Disk full', undefined, 'defect', ''],
	[new Error('Disk full'), 'screening', 'maybe', '. The screening may have been accepted'],
])(
	'what is no failure is a defect of the node: %p, while a %s is sent',
	(thrown, label, kind, more) => {
		expect(asFailure(thrown, label)).toMatchObject({
			kind,
			isFinal: true,
			message: `The answer could not be used: Disk full${more}`,
			hint: 'Report this to the maintainers of the node.',
		});
	},
);
