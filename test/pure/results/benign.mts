// Texts without an SSN, as banks, landlords and bureaus write them: # is any digit.

const BANK = [
	'E-TRANSFER RENT ## HARBOUR ST',
	'RENT ### ## ####',
	'RENT 9##/9#/9###',
	'RENT APT ### 0#/2026',
	'RENT #9,### 0#/2026 UNIT ##',
	'RENT $9,###.## PAID 2026-0#-0#',
	'RENT $9##/$9#/$9###',
	'RENT 9##.## 9#.## 9###.##',
	'INTERAC E-TRF C1A9########',
	'POS PURCHASE #### ######## TORONTO ON',
	'POS DEBIT - #### ###### 0#/##',
	'VISA DEBIT 4### **** **** ####',
	'CARD 4### #### #### ####',
	'PREAUTHORIZED DEBIT ##########',
	'ACH DEBIT PPD ID: ##########',
	'ACH CREDIT WEB ID: #########',
	'ACH TRACE ###############',
	'CHECK #### ########',
	'CHEQUE NO. ###-#####-##',
	'TRANSIT #####-### ACCT #######',
	'ROUTING ######### ACCT ##########',
	'ABA ########9',
	'IBAN DE## #### #### #### #### ##',
	'SORT 9#-##-## ACC ########',
	'BSB ###-### ACC #########',
	'WIRE REF 2026####-#######-###',
	'WIRE IN #########/USD9,###.##',
	'SEPA MANDATE ## ### ### ###',
	'ZELLE FROM J DOE CONF# #########',
	'VENMO *#########',
	'PAYPAL *RENT ##########',
	'AMZN MKTP CA*##9## ###-###-####',
	'UBER TRIP 8##-###-####',
	'HYDRO ONE ACCT ### ### ### ###',
	'ENBRIDGE #### ##### ## ####',
	'BELL CANADA ### ### ###',
	'PAYROLL 9###.## PERIOD 0#/0#-0#/1#',
	'PAYROLL ID ##-#######',
	'GST CREDIT 0# ## 2026',
	'NSF FEE 48.00 REF ###.##.####',
	'ATM ######### 0#:## 0#/##',
	'MORTGAGE ##-####-###-#',
	'INSURANCE POLICY ### ######',
	'LOAN ### ## #### INSTALLMENT # OF ##',
	'TAX INSTALMENT ## #### ####',
	'TRANSFER ##.##.2026 #########',
];

const PHONES = [
	'+1 416-555-01## ext ###',
	'(416) 555-01## / 1-800-555-01##',
	'+44 20 7946 0### or 07700 900###',
	'+49 30 9## ### ##',
	'+33 1 9# ## ## ##',
	'+34 9## ## ####',
	'+91 9#### #####',
	'+234 80 #### ####',
	'+48 9## ### ###',
	'+61 2 9### ####',
	'+86 139 #### ####',
	'0## 9## ## ####',
	'call ### ## ####',
	'9## ### ## ## ###',
];

const OTHERS = [
	'ZIP #####-####',
	'Moved from ##### #### to #####-####',
	'EIN ##-#######',
	'Case 2026-CV-######',
	'Case no. ### ## ####.',
	'Reference #########',
	'Reference no. ###.##.####',
	'File #########, order ##########',
	'Docket 1#-####-##### of 2026',
	'Income 9,###.00, debts 0.00, limit 9,###.00',
	'9,###.## in 0#, 9,###.## in 0#, 9,###.## in 1#',
	'$9##.## on 2026-0#-1#, $9#.## on 2026-0#-1#',
	'2026-0#-1#T1#:##:##.###Z',
	'2026-0#-1# 1#:##:## UTC',
	'1#.0#.2026 bis 2#.0#.2027',
	'From 0#/1#/2025 to 0#/1#/2026',
	'Unit ###, ## King Street, #### sq ft',
	'Suite ### - ##, ### Main',
	'Scores 6##, 7##, 7##, 6##',
	'Late 30/60/90: ##/##/##, balance 9###',
	'Paid 9##% in ##, 9#.#% in ##',
	'Batch ##-###-#### row #####',
	'ISBN 978-#-##-######-#',
	'VIN 1HGCM#####A######',
	'IP 10.##.##.##:####',
	'3½ years, ²⁄₃ of ########',
	'HOA ASSN 1########',
	'MESSNER PROPERTIES 1########',
	'WELLNESSNOW 1########',
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
