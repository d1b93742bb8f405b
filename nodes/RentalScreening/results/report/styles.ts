// Mail programs need styles inline. The style sheet adds dark mode and narrow screens only.
// No colour means good or bad.

const FONT =
	"font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:1.5";

export const STYLE = {
	page: `margin:0;padding:0;background:#f1f3f5;color:#1c2733;${FONT}`,
	frame: 'background:#f1f3f5',
	outer: 'padding:24px 12px',
	card: 'max-width:680px;background:#ffffff;border:1px solid #dfe4e8;border-top:4px solid #2a6f97;border-radius:12px',
	inner: `padding:28px 28px 20px;color:#1c2733;overflow-wrap:anywhere;${FONT}`,
	eyebrow: 'margin:0;color:#56636f;font-size:12px;letter-spacing:0.08em;text-transform:uppercase',
	h1: 'margin:2px 0 10px;font-size:26px;line-height:1.25;font-weight:600',
	status: 'margin:0 0 16px;color:#56636f;font-size:13px',
	pill: 'display:inline-block;margin:0 8px 0 0;padding:2px 10px;border:1px solid #b9c3cc;border-radius:99px;color:#1c2733',
	notice: 'margin:0 0 18px;padding:12px 14px;background:#f5f7f9;border-radius:8px',
	h2: 'margin:20px 0 10px;padding:18px 0 0;border-top:1px solid #dfe4e8;font-size:17px;line-height:1.3;font-weight:600',
	h3: 'margin:0 0 6px;font-size:14px;font-weight:600',
	grid: 'margin:0 0 4px;table-layout:fixed;border-collapse:separate',
	gap: 'width:8px',
	gapRow: 'height:8px;font-size:1px;line-height:8px',
	tile: 'padding:9px 12px;background:#f5f7f9;border-radius:8px',
	plain: 'padding:0 8px 8px 0',
	gridLabel: 'color:#56636f;font-size:12px;line-height:1.4',
	tileValue: 'font-size:19px;line-height:1.4;font-weight:600',
	plainValue: 'font-size:14px;line-height:1.4',
	label: 'padding:4px 12px 4px 0;width:34%;color:#56636f;font-size:13px',
	value: 'padding:4px 0',
	month: 'padding:10px 0 2px',
	monthNote: 'color:#56636f;font-size:12px',
	barLabel: 'width:66px;white-space:nowrap;color:#56636f;font-size:12px',
	bar: 'border-radius:3px',
	barCell: 'height:10px;font-size:1px;line-height:10px',
	barValue: 'width:104px;white-space:nowrap;font-size:13px',
	list: 'margin:0 0 12px;padding:0 0 0 20px',
	item: 'margin:0 0 4px',
	entry: 'margin:0 0 10px;padding:12px 14px 6px;background:#f5f7f9;border-radius:8px',
	quote: 'margin:0 0 8px;font-style:italic',
	th: 'white-space:nowrap;padding:0 8px 6px 0;border-bottom:1px solid #dfe4e8;color:#56636f;font-size:12px;font-weight:400;text-align:left',
	thFigure:
		'padding:0 0 6px;border-bottom:1px solid #dfe4e8;color:#56636f;font-size:12px;font-weight:400;text-align:right',
	td: 'padding:6px 8px 6px 0;border-bottom:1px solid #dfe4e8',
	tdFigure: 'padding:6px 0;border-bottom:1px solid #dfe4e8;text-align:right',
	note: 'margin:6px 0 0;color:#56636f;font-size:13px',
	footerBox: 'margin:26px 0 0;padding:14px 0 0;border-top:1px solid #dfe4e8',
	footer: 'margin:4px 0 0;color:#56636f;font-size:12px',
} as const;

/** The colours of a month's bars, in their order. */
export const BAR_COLOURS = ['#2a6f97', '#a3b5c2'] as const;

export const STYLE_SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:560px){
.outer{padding:0!important}
.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.inner{padding:20px 16px!important}
.grid,.grid tbody{display:block!important;font-size:0!important}
.grid tr{display:inline!important}
.grid .gap{display:none!important}
.grid td{display:inline-block!important;width:48.5%!important;vertical-align:top!important;box-sizing:border-box!important}
.grid .tile{margin-bottom:8px!important}
.grid .left{margin-right:3%!important}
}
@media (prefers-color-scheme:dark){
.page,.frame{background:#12171c!important}
.card{background:#1a2128!important;border-color:#2d3741!important;border-top-color:#6cb0d9!important}
.ink{color:#e8edf1!important}
.sub{color:#9fadb9!important}
.line{border-color:#2d3741!important}
.pill{border-color:#56636f!important}
.tile{background:#232c35!important}
.bar0{background:#6cb0d9!important}
.bar1{background:#53677a!important}
}
`;
