// Texts without an SSN, as banks, landlords and bureaus write them: # is any digit.

const BANK = [
	'E-TRANSFER RENT ## HARBOUR ST',
	'RENT ### ## ####',
	'RENT 9##/9#/9###',
	'RENT $9##/$9#/$9###',
	'RENT 9##.## 9#.## 9###.##',
	'INTERAC E-TRF C1A9########',
	'POS PURCHASE #### ######## TORONTO ON',
	'CARD 4### #### #### ####',
	'ACH DEBIT PPD ID: ##########',
	'ACH TRACE ###############',
	'CHEQUE NO. ###-#####-##',
	'ROUTING ######### ACCT ##########',
	'IBAN DE## #### #### #### #### ##',
	'SORT 9#-##-## ACC ########',
	'BSB ###-### ACC #########',
	'WIRE REF 2026####-#######-###',
	'SEPA MANDATE ## ### ### ###',
	'AMZN MKTP CA*##9## ###-###-####',
	'HYDRO ONE ACCT ### ### ### ###',
	'ENBRIDGE #### ##### ## ####',
	'PAYROLL 9###.## PERIOD 0#/0#-0#/1#',
	'NSF FEE 48.00 REF ###.##.####',
	'ATM ######### 0#:## 0#/##',
	'MORTGAGE ##-####-###-#',
	'LOAN ### ## #### INSTALLMENT # OF ##',
	'TRANSFER ##.##.2026 #########',
];

const PHONES = [
	'+1 416-555-01## ext ###',
	'+44 20 7946 0### or 07700 900###',
	'+49 30 9## ### ##',
	'+33 1 9# ## ## ##',
	'+234 80 #### ####',
	'+61 2 9### ####',
	'0## 9## ## ####',
	'9## ### ## ## ###',
];

const OTHERS = [
	'ZIP #####-####',
	'EIN ##-#######',
	'Case no. ### ## ####.',
	'Reference no. ###.##.####',
	'Docket 1#-####-##### of 2026',
	'9,###.## in 0#, 9,###.## in 0#, 9,###.## in 1#',
	'$9##.## on 2026-0#-1#, $9#.## on 2026-0#-1#',
	'2026-0#-1#T1#:##:##.###Z',
	'1#.0#.2026 bis 2#.0#.2027',
	'Unit ###, ## King Street, #### sq ft',
	'Paid 9##% in ##, 9#.#% in ##',
	'Batch ##-###-#### row #####',
	'ISBN 978-#-##-######-#',
	'VIN 1HGCM#####A######',
	'IP 10.##.##.##:####',
	'3½ years, ²⁄₃ of ########',
	'HOA ASSN 1########',
];

/** Each of its formats filled in so many times, always the same. */
export function benignTexts(times: number): string[] {
	let state = 20_260_301;
	const upTo = (most: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * most);
	};
	const filled = (format: string) => format.replace(/#/g, () => String(upTo(10)));
	return [...BANK, ...PHONES, ...OTHERS].flatMap((format) =>
		Array.from({ length: times }, () => filled(format)),
	);
}
