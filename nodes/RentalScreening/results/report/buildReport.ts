import { applicantOf } from '../applicant';
import type { ScreeningData } from '../loose';
import { composeReport } from './compose';
import { reportFileName } from './fileName';
import { reportHtml } from './html';
import { reportText } from './text';

export interface BuiltReport {
	/** One line, fit for the subject of an e-mail. */
	readonly subject: string;
	/** A whole page that needs nothing from elsewhere, below 100 KB. */
	readonly html: string;
	/** The same in plain text. */
	readonly text: string;
	readonly fileName: string;
}

/**
 * A report that a landlord can read, store or mail: the figures of an answer of
 * `GET /v1/screening/data/{userId}`, without a decision, and without the SSN.
 */
export function buildReport(data: ScreeningData, userId?: string): BuiltReport {
	const applicant = applicantOf(data, userId);
	const report = composeReport(applicant);
	const incomplete = report.notice === null ? '' : ' (not completed yet)';
	return {
		subject: `Screening report: ${report.name}${incomplete}`,
		html: reportHtml(report),
		text: reportText(report),
		fileName: reportFileName(applicant),
	};
}
