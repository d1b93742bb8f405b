import ts from 'typescript';

import { readSources } from '../support/repository.mts';

// What is at the top of a file lives as long as n8n does, so nothing there may grow with use.

/** What may change or be filled at the top of a file, and why it does not grow with use. */
const BOUNDED: Readonly<Record<string, string>> = {
	'request/dates.ts lastUsed': 'one calendar',
	'results/page.ts STYLE_SHEET': 'a constant',
	'results/page.ts TABLE': 'a constant',
	'rows/checks.ts checks':
		'at most 20,000 checks and 50,000 sendings, but those of the last 40 minutes',
	'run/index.ts runs': 'goes with the run',
	'run/run.ts sentRequests': 'at most 50,000 requests, or those of 40 minutes',
	'service/login.ts logins': 'at most 100 accounts',
	'service/login.ts uses': 'goes with the credential data',
};

/** Of these an object at the top of a file is a table. */
const FILLED = /^(Map|Set|WeakMap|WeakSet)$/;
const FIXED = /^(RegExp|Uint8Array|Intl\.\w+|Failure)$/;

/** Whether what is assigned there begins empty, to be filled, or is an object of a class of our own. */
function isState(value: ts.Expression): boolean {
	if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
	if (ts.isObjectLiteralExpression(value)) return value.properties.length === 0;
	if (!ts.isNewExpression(value)) return false;
	const name = value.expression.getText();
	return FILLED.test(name) ? !value.arguments?.length : !FIXED.test(name);
}

/** The names of what may change or grow at the top of a file, and of static members of its classes. */
function findState(source: string): string[] {
	const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true);
	return file.statements.flatMap((statement) => {
		if (ts.isClassDeclaration(statement)) {
			return statement.members.flatMap((member) => {
				if (!ts.isPropertyDeclaration(member)) return [];
				const flags = ts.getCombinedModifierFlags(member);
				if (!(flags & ts.ModifierFlags.Static)) return [];
				const isFixed = flags & ts.ModifierFlags.Readonly && !isState(member.initializer!);
				return isFixed ? [] : [member.name.getText()];
			});
		}
		if (!ts.isVariableStatement(statement)) return [];
		const { declarationList } = statement;
		const mayChange = !(declarationList.flags & ts.NodeFlags.Const);
		return declarationList.declarations
			.filter(({ initializer }) => mayChange || (initializer && isState(initializer)))
			.map(({ name }) => name.getText());
	});
}

test.each([
	['const seen = new Map<string, number>();', ['seen']],
	['export const all: string[] = [];', ['all']],
	['const byName: Record<string, string> = {};', ['byName']],
	['let count = 0;', ['count']],
	['const memory = new Memory(5);', ['memory']],
	['class Node { static used = 0; static readonly names = new Set(); }', ['used', 'names']],
	['const CODES = new Set(["a"]); const P = new RegExp("x"); const T = { a: [] };', []],
	['function f() { const own = new Map(); let n = 0; }', []],
])('what lives at the top of a file is found: %s', (source, found) => {
	expect(findState(source)).toEqual(found);
});

test('what lives at the top of a shipped file is known and bounded', () => {
	const found = Array.from(readSources('nodes', 'credentials')).flatMap(([file, source]) =>
		findState(source).map((name) => `${file.replace('nodes/RentalScreening/', '')} ${name}`),
	);
	expect(found.sort()).toEqual(Object.keys(BOUNDED).sort());
});
