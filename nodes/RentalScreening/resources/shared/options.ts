import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { ApiField } from '../../request/field';
import { OPTIONS, type OptionName } from '../../request/options';
import { showInCollectionFor, type NodeOperation } from './operation';

const isPhone = ({ shape }: ApiField) => shape === 'phone' || shape === 'phoneWithPlus';

/** What may be set beside the fields of a request. */
export function options(operations: readonly NodeOperation[]): INodeProperties {
	const showWhere = (isMeant: (operation: NodeOperation) => boolean): IDisplayOptions => ({
		show: showInCollectionFor(operations.filter(isMeant)),
	});
	const ofResults = showWhere(({ resource }) => resource === 'results');
	/** Those that are not for every operation. */
	const shown: Partial<Record<OptionName, IDisplayOptions>> = {
		countryCode: showWhere(({ fields = [] }) => fields.some(isPhone)),
		// With 'Update Rows' they are there anyway.
		includeInputFields: { hide: { '/updateRows': [true] } },
		includeSsn: { show: { '/resource': ['results'], '/output': ['raw'] } },
		pollEverySeconds: ofResults,
		sendAgain: showWhere(({ entry }) => entry.routing?.request?.method === 'POST'),
		waitUpToMinutes: ofResults,
		whenIncomplete: ofResults,
	};
	const names = Object.keys(OPTIONS) as OptionName[];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: names.map((name): INodeProperties => {
			const { label, kind, fallback, ...texts } = OPTIONS[name];
			const displayOptions = shown[name];
			return {
				displayName: label,
				name,
				...kind.panel,
				default: fallback,
				...texts,
				...(displayOptions === undefined ? {} : { displayOptions }),
			};
		}),
	};
}
