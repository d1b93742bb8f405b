import { addressLine } from '../../address';
import type { Applicant } from '../../applicant';
import { employerOf, employmentOf, incomeOf } from '../../employment';
import { fact, factsBlock } from '../facts';
import { clippedLine, formatAmount, formatDate, formatNumber, formatTerm } from '../format';
import { LENGTH } from '../limits';
import type { Block } from '../model';

/** Whom the applicant works for, since when, and for how much. */
export function employment({ user }: Applicant): Block[] {
	const employer = employerOf(user);
	const job = employmentOf(user);
	const pay = incomeOf(user);
	return factsBlock('facts', [
		...fact('Employer', clippedLine(employer.name, LENGTH.line)),
		...fact('Employer address', clippedLine(addressLine(employer.address), LENGTH.line)),
		...fact('Job title', clippedLine(job.jobTitle, LENGTH.line)),
		...fact('Employment status', formatTerm(job.employmentStatus)),
		...fact('Employee type', formatTerm(job.employeeType)),
		...fact('Start date', formatDate(job.startDate)),
		...fact('Minimum months of employment', formatNumber(job.minimumMonthsOfEmployment)),
		...fact('Weekly hours', formatNumber(job.weeklyHours)),
		...fact('Income', formatAmount(pay.income)),
		...fact('Income type', formatTerm(pay.incomeType)),
		...fact('Annual income', formatAmount(pay.annualIncome)),
		...fact('Hourly income', formatAmount(pay.hourlyIncome)),
		...fact('Net hourly rate', formatAmount(pay.netHourlyRate)),
		...fact('Pay cycle', formatTerm(pay.payCycle)),
	]);
}
