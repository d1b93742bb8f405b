import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { OPTIONS, type OptionName } from '../../request/options';
import { showInCollectionFor, type NodeOperation } from './operation';

/** What may be set beside the fields of a request. */
export function options(operations: readonly NodeOperation[]): INodeProperties {
	const showWhere = (isMeant: (operation: NodeOperation) => boolean): IDisplayOptions => ({
		show: showInCollectionFor(operations.filter(isMeant)),
	});
	const ofResults = showWhere(({ resource }) => resource === 'results');
	/** Those that are not for every operation. */
	const shown: Partial<Record<OptionName, IDisplayOptions>> = {
		// With 'Update Rows' they are there anyway.
		includeInputFields: { hide: { '/updateRows': [true] } },
		includeSsn: { show: { '/resource': ['results'], '/output': ['raw'] } },
		pollEverySeconds: ofResults,
		sendAgain: showWhere(({ entry }) => entry.routing?.request?.method === 'POST'),
		waitUpToMinutes: ofResults,
		whenIncomplete: ofResults,
	};
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: OPTIONS.map((option) => {
			const displayOptions = shown[option.name];
			return displayOptions === undefined ? option : { ...option, displayOptions };
		}),
	};
}
