// Texts without an SSN, as banks, landlords, bureaus and sheets write them: # is any digit.

const BANK = `
E-TRANSFER RENT ## HARBOUR ST | RENT ### ## #### | RENT 9##/9#/9### | RENT $9##/$9#/$9###
RENT 9##.## 9#.## 9###.## | INTERAC E-TRF C1A9######## | POS PURCHASE #### ######## TORONTO ON
CARD 4### #### #### #### | CARD 3### ###### ##### | ACH DEBIT PPD ID: ########## | ATM ######### 0#:## 0#/##
ACH TRACE ############### | CHEQUE NO. ###-#####-## | ROUTING ######### ACCT ########## | BSB ###-### ACC #########
SORT 9#-##-## ACC ######## | WIRE REF 2026####-#######-### | SEPA MANDATE ## ### ### ### | CLABE ### ### ########### #
AMZN MKTP CA*##9## ###-###-#### | HYDRO ONE ACCT ### ### ### ### | ENBRIDGE #### ##### ## ####
PAYROLL 9###.## PERIOD 0#/0#-0#/1# | NSF FEE 48.00 REF ###.##.#### | MORTGAGE ##-####-###-#
LOAN ### ## #### INSTALLMENT # OF ## | TRANSFER ##.##.2026 ######### | INVOICE 2026-#### / ###
IBAN DE## #### #### #### #### ## | IBAN GB## BARC #### #### #### ## | IBAN FR## ##### ##### ########### ##
IBAN NL##ABNA########## | SWIFT CHASUS33### ref ######## | TRANSIT #####-### ACCT ###-###-#
`;

const PHONES = `
+1 416-555-01## ext ### | (416) 555-01## | 1-800-###-#### | 416.555.01## | tel:+1-416-555-01##
+44 20 7946 0### or 07700 900### | +49 30 9## ### ## | +33 1 9# ## ## ## | +234 80 #### #### | +61 2 9### ####
+41 44 ### ## ## | +55 11 9####-#### | +86 138 #### #### | +91 98### ##### | +972-5#-###-####
0## 9## ## #### | 9## ### ## ## ### | 0## 9#### #### | fax 416-555-01##, office 416-555-01##
`;

const DATES = `
2026-0#-1#T1#:##:##.###Z | 1#.0#.2026 bis 2#.0#.2027 | 0#/1#/2026 - 0#/1#/2027 | 202601## to 202612##
2026-0#-1# 0#:##:## +0#00 | Week ## of 2026, day # | 1# Jan 2026 at #:## PM | 17######## | 17########### ms
born 19##-0#-1#, age ## | 2026-W##-# | ##:##:##.###### | 2026Q# vs 2025Q#
`;

const IDS = `
ZIP #####-#### | EIN ##-####### | Case no. ### ## ####. | Reference no. ###.##.#### | Docket 1#-####-##### of 2026
VIN 1HGCM#####A###### | plate ABC ### | plate B-XY #### | plate ##-ABC-# | passport AB####### | licence S####-#####-#####
SIN ### ### ### | NINO AB ## ## ## C | DUNS ##-###-#### | VAT DE######### | ABN ## ### ### ### | MLS no. C#######
ISBN 978-#-##-######-# | ISSN ####-###X | DOI 10.####/rent.2026.##### | order ###-#######-####### | RMA-####-##
UPS 1Z###A######## | USPS 9### #### #### #### #### ## | FEDEX #### #### #### | parcel RR#########CA | SKU ##-###-##
########-####-4###-8###-############ | a#b#c#d#-#e#f-4a##-9b##-##cd##ef#### | sha 9f#a#c#e#### | IMEI ##-######-######-#
IP 10.##.##.##:#### | 2001:db8:####::####:#### | MAC 0#:##:##:##:##:## | v#.##.###-rc.# | build ####.##.##-####
`;

const OTHERS = `
9,###.## in 0#, 9,###.## in 0#, 9,###.## in 1# | $9##.## on 2026-0#-1#, $9#.## on 2026-0#-1# | CA$ 9 ###,## | 9'###.## CHF
EUR 9.###,## | -9##.##; +9##.## | (9,###.##) | 9##.## x ## = 9####.## | 9.##e+## | 9#% of 9,###, 9#% of 9,###
43.######, -79.###### | 43°##'##.#"N 79°##'##.#"W | Unit ###, ## King Street, #### sq ft | Apt ##-###, #### Main St
M5V #T# to M4C #B# | Paid 9##% in ##, 9#.#% in ## | Batch ##-###-#### row ##### | rows ###-### of #### | 3½ years, ²⁄₃ of ########
HOA ASSN 1######## | score ###/###/### | rooms #+#, ## m² x ## | # # # # # # # #A | DUE ##-##-#### AND ##-##-####
`;

const FORMATS = [BANK, PHONES, DATES, IDS, OTHERS].flatMap((texts) =>
	texts.trim().split(/ \| |\n/),
);

/** Each of its formats filled in so many times, always the same. */
export function benignTexts(times: number): string[] {
	let state = 20_260_301;
	const upTo = (most: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * most);
	};
	const filled = (format: string) => format.replace(/#/g, () => String(upTo(10)));
	return FORMATS.flatMap((format) => Array.from({ length: times }, () => filled(format)));
}
