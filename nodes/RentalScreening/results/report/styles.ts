// Mail programs need styles inline. The style sheet adds what they can do without: dark mode, narrow
// screens, print. No colour means good or bad. Text and bars have a contrast of at least 4.5 to 1.

const FONT =
	"font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:1.45";

const FACT = 'display:inline-block;box-sizing:border-box;margin:0 8px 8px 0;vertical-align:top';
const BAR = 'font-size:0;line-height:0;border-top:5px solid';

export const STYLE = {
	page: `margin:0;padding:0;background:#f1f3f5;color:#1c2733;${FONT}`,
	card: 'max-width:680px;margin:24px auto;border-collapse:separate;background:#ffffff;border:1px solid #dfe4e8;border-top:4px solid #2a6f97;border-radius:12px',
	inner: `padding:24px 28px 20px;color:#1c2733;overflow-wrap:anywhere;${FONT}`,
	eyebrow: 'margin:0;color:#56636f;font-size:12px;letter-spacing:0.08em;text-transform:uppercase',
	h1: 'margin:2px 0 6px;font-size:26px;line-height:1.25;font-weight:600',
	pill: 'display:inline-block;margin:0 0 12px;padding:2px 10px;border:1px solid #56636f;border-radius:99px;color:#1c2733;font-size:13px',
	h2: 'margin:14px 0 8px;padding:14px 0 0;border-top:1px solid #dfe4e8;font-size:17px;line-height:1.3;font-weight:600',
	h3: 'margin:0 0 6px;font-size:14px;font-weight:600',
	facts: 'display:flex;flex-wrap:wrap;margin:0 -8px 0 0;padding:0',
	tile: 'display:inline-block;box-sizing:border-box;flex:1 1 21%;width:148px;min-width:132px;margin:0 8px 8px 0;padding:8px 12px;background:#f5f7f9;border-radius:8px;vertical-align:top',
	narrow: `${FACT};width:140px`,
	wide: `${FACT};width:188px`,
	label: 'margin:0;color:#56636f;font-size:12px;line-height:1.4',
	tileValue: 'margin:0;font-size:19px;line-height:1.4;font-weight:600',
	value: 'margin:0;font-size:14px;line-height:1.4',
	list: 'margin:0;padding:0 0 0 20px',
	item: 'margin:0 0 4px',
	box: 'margin:0 0 8px;padding:10px 14px 4px;background:#f5f7f9;border-radius:8px',
	quote: 'margin:0 0 8px;font-style:italic',
	table: 'border-collapse:collapse',
	head: 'padding:0 10px 6px 0;border-bottom:1px solid #dfe4e8;color:#56636f;font-size:12px;font-weight:400;vertical-align:bottom',
	cell: 'padding:6px 10px 6px 0;border-bottom:1px solid #dfe4e8;font-size:13px;font-weight:400',
	words: 'text-align:left',
	figure: 'text-align:right',
	bar: 'text-align:left;width:28%',
	bar0: `${BAR} #2a6f97`,
	bar1: `${BAR} #66727d`,
	note: 'margin:4px 0 0;color:#56636f;font-size:13px',
	footerBox: 'margin:20px 0 0;padding:12px 0 0;border-top:1px solid #dfe4e8',
	footer: 'margin:4px 0 0;color:#56636f;font-size:12px',
} as const;

export const STYLE_SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:560px){
.card{margin:0!important;border-radius:0!important;border-left:0!important;border-right:0!important}
.inner{padding:20px 16px!important}
.plain{width:calc(50% - 8px)!important}
}
@media screen and (prefers-color-scheme:dark){
.page{background:#12171c!important}
.card{background:#1a2128!important;border-color:#2d3741!important;border-top-color:#6cb0d9!important}
.ink{color:#e8edf1!important}
.sub{color:#9fadb9!important}
.line{border-color:#2d3741!important}
.pill{border-color:#9fadb9!important}
.tile,.box{background:#232c35!important}
.bar0{border-color:#6cb0d9!important}
.bar1{border-color:#9fadb9!important}
}
`;

/** Apart from the rest: a mail program that cannot read it drops all of its style sheet. */
export const PRINT_SHEET = `
@media print{
.page{background:#ffffff!important}
.inner{padding:0!important}
.card{max-width:none!important;margin:0!important;border:0!important;zoom:0.86}
.tile,.box{background:#ffffff!important;border:1px solid #9fadb9!important}
.keep{break-inside:avoid}
h1,h2,h3{break-after:avoid}
p{orphans:3;widows:3}
}
`;
