import type { INodeParameters } from 'n8n-workflow';

import type { Item } from '../core/item';
import { isWithin, randomHex, type Mark } from './mark';

const MAX_CHECKS = 20_000;
const MAX_SENDINGS = 50_000;

/** The parameters that hold for the whole run: Checked Rows takes them from Check Only. */
export const SETTINGS = ['propertyId', 'flowId', 'additionalFields', 'countryCode'] as const;

/** Rows that one check has marked with equal settings. */
export interface Check {
	/** In their marks. */
	readonly id: string;
	/** Resource and operation. */
	readonly operation: string;
	readonly settings: INodeParameters;
	/** Whether a request for one of them was about to be sent. */
	hasBegun: boolean;
}

/** The node's own settings for an item, as evaluated. */
export function readSettings(item: Item): INodeParameters {
	return Object.fromEntries(
		SETTINGS.map((name) => [name, item.parameter(name)]),
	) as INodeParameters;
}

/** The operation that an item asks for, such as 'screening send'. */
export function readOperation(item: Item): string {
	return ['resource', 'operation'].map((name) => String(item.parameter(name))).join(' ');
}

/**
 * What this process knows of its checks, as long as it runs. In memory and bounded: the oldest check is forgotten first,
 * but none while its marks may still be sent.
 */
export class Checks {
	private readonly kept = new Map<string, Check & { readonly madeAt: number }>();

	/** The marks of rows whose request was about to be sent. */
	private readonly sendings = new Set<string>();

	/** Keeps a new check with these settings. */
	add(operation: string, settings: INodeParameters): Check {
		const check = { id: randomHex(), operation, settings, hasBegun: false, madeAt: Date.now() };
		this.kept.set(check.id, check);
		for (const [id, oldest] of this.kept) {
			if (this.kept.size <= MAX_CHECKS || isWithin(oldest, 'lease')) break;
			this.kept.delete(id);
		}
		return check;
	}

	/** The check that made a mark. */
	find(mark: Mark | undefined): Check | undefined {
		return mark && this.kept.get(mark.checkId);
	}

	/** Whether the request for a row with this mark was about to be sent, and may have been accepted. */
	hasSent(mark: Mark | undefined): boolean {
		return mark !== undefined && this.sendings.has(mark.text);
	}

	/** To be called right before a request for a row with this mark is sent. */
	recordSending(mark: Mark): void {
		const check = this.find(mark);
		if (check !== undefined) check.hasBegun = true;
		this.sendings.add(mark.text);
		const [oldest = ''] = this.sendings;
		if (this.sendings.size > MAX_SENDINGS) this.sendings.delete(oldest);
	}

	/** To be called where it is proven that the request was not accepted. */
	forgetSending(mark: Mark): void {
		this.sendings.delete(mark.text);
	}
}

/** The checks of this process. */
export const checks = new Checks();
