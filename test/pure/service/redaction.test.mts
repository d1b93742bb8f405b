import fc from 'fast-check';

import { redactionOf } from '../../../nodes/RentalScreening/service/redaction.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a secret', () => {
	const password = 'Hunter  2/Se+cret';
	const redact = (text: string) => redactionOf([password, 'k9x-aa71-77fe'], {}).redact(text);

	test.each([
		['as it is', `got "${password}"`],
		['with other blanks', 'got "Hunter 2/Se+cret"'],
		['without blanks', 'got "Hunter2/Se+cret"'],
		['on two lines', 'got "Hunter\n 2/Se+cret"'],
		['in upper case', `got "${password.toUpperCase()}"`],
		['cut at its end', 'got "Hunter  2…"'],
		['cut at its beginning', 'got "…/Se+cret"'],
		['as base64', `got "${base64(password)}"`],
		['as base64 for a URL', `got "${Buffer.from(password).toString('base64url')}"`],
		['in the base64 of Basic authentication', `got "${base64(`landlord:${password}`)}"`],
		['in such a base64 with another name', `got "${base64(`a:${password}`)}"`],
		['percent-encoded', `got "${encodeURIComponent(password)}"`],
		['as hex', `got "${Buffer.from(password).toString('hex')}"`],
		['the token', 'got "k9x-aa71-77fe"'],
		['a part of the token', 'got "aa71-7"'],
	])('%s', (_, text) => {
		const shown = redact(text);
		expect(shown).toMatch(/^got "[^"]{0,14}\[redacted\][^"]{0,5}"$/);
	});

	test('that is short', () => {
		expect(redactionOf(['abc'], {}).redact('got abc, not abcd')).toBe(
			'got [redacted], not [redacted]d',
		);
	});

	test('that is empty redacts nothing', () => {
		expect(redactionOf(['', ' '], {}).redact('No such property')).toBe('No such property');
	});

	test('no six characters in a row of it are ever shown', () => {
		const text = fc.string({ unit: fc.constantFrom('a', 'B', '7', '-', ' '), maxLength: 20 });
		fc.assert(
			fc.property(text, fc.string({ minLength: 6 }), text, (before, secret, after) => {
				fc.pre(secret.trim().length >= 6);
				const shown = redactionOf([secret], {}).redact(before + secret + after);
				for (let at = 0; at + 6 <= secret.length; at++) {
					const part = secret.slice(at, at + 6);
					if (part.trim().length === 6)
						expect(shown.replaceAll('[redacted]', '')).not.toContain(part);
				}
			}),
		);
	});
});

describe('a value of the request', () => {
	const body = {
		propertyId: 'property-12345',
		checkType: 'CHECK_TYPE_DEEP_CHECK',
		payer: 'PAYER_SELF',
		firstName: 'Li',
		lastName: 'Okonkwo',
		email: 'li.okonkwo@example.com',
		phone: '+14165550100',
		dateOfBirth: '1990-04-01',
		amountPastDue: 2100.5,
		address: { street: '12 Elm Street', country: 'US' },
		flow: { name: 'My flow', steps: [{ id: 'credit-report' }] },
	};
	const redact = (text: string) => redactionOf([], body).redact(text);

	test.each([
		['Person Okonkwo is known', 'Person [redacted] is known'],
		['Person OKONKWO is known', 'Person [redacted] is known'],
		['Person Li is known', 'Person [redacted] is known'],
		['li.okonkwo@example.com is taken', '[redacted] is taken'],
		['li.okonkwo@… is taken', '[redacted]… is taken'],
		['li.okonkwo%40example.com', '[redacted]'],
		['Invalid phone +14165550100', 'Invalid phone [redacted]'],
		['Invalid phone (416) 555-0100', 'Invalid phone ([redacted]'],
		['born 1990-04-01', 'born [redacted]'],
		['lives at 12 Elm  Street', 'lives at [redacted]'],
		['due 2100.5', 'due [redacted]'],
		['(Li) Okonkwo, Okonkwo', '([redacted]) [redacted], [redacted]'],
		[`hex ${Buffer.from('Okonkwo').toString('hex')}.`, 'hex [redacted].'],
	])('%j becomes %j', (text, shown) => {
		expect(redact(text)).toBe(shown);
	});

	test.each([
		'There is no property property-12345',
		'There is no step credit-report',
		'phone must start with + and the country code',
		'Limits are off today, plus taxes',
		'email must look like name@example.com',
		'Street must not be empty',
		'Try again in 2100 seconds',
		'Version Li2 of Lisa',
		'Okonk is another name',
		'Call 555-01',
		'Use PAYER_LANDLORD, not PAYER_SELF',
		'Insufficient balance: $25.00 required, only 50% refunded',
		'Must be 18+, there is no unit #4',
		'CHECK_TYPE_DEEP_CHECK_2 is no check',
	])('%j stays as it is', (text) => {
		expect(redact(text)).toBe(text);
	});

	test.each([
		['for HTML', `O'Neil & "Sons" <Inc>`, "O'Neil &amp; &quot;Sons&quot; &lt;Inc&gt;"],
		['for JSON', 'the "blue" house', 'the \\"blue\\" house'],
		['for a path', '12 Rue Érable', '12%20Rue%20%C3%89rable'],
		['for a query', 'a/b&c=d/e', 'a%2Fb%26c%3Dd%2Fe'],
		['as base64', '>>>???~~~', base64('>>>???~~~')],
		['as base64 for a URL', '>>>???~~~', Buffer.from('>>>???~~~').toString('base64url')],
		['as it is, in a list', 'Mercedes', 'Mercedes'],
	])('is found escaped %s', (_, value, written) => {
		const shown = redactionOf([], { tags: [value, true, null] }).redact(`no ${written} here, true`);
		expect(shown).toBe('no [redacted] here, true');
	});

	test.each([
		['5550100', '555-0100', '[redacted]'],
		['555-0100', '416 555 0100', '[redacted]'],
		['+1 (416) 555-0100', '555.0100', '[redacted]'],
		['555010', '555-010', '555-010'],
		['5550100', '555-0199', '[redacted]'],
	])('is found by its digits: %s as %s', (value, written, shown) => {
		expect(redactionOf([], { phone: value }).redact(`for ${written}!`)).toBe(`for ${shown}!`);
	});

	test('is shown where it is an ID or a single character', () => {
		const ids = {
			propertyId: 'property-1',
			flowId: 'flow-00001',
			userId: 'user-00001',
			id: 'step-1',
		};
		const text = 'J property-1 flow-00001 user-00001 step-1';
		expect(redactionOf([], { middleName: 'J', ...ids }).redact(text)).toBe(text);
	});

	test.each([
		['bound for https://other.example/a?b=c', 'bound for [redacted]'],
		['Mail to bob+7@x.example', 'Mail to [redacted]'],
		['on 2026-01-31', 'on [redacted]'],
		['call 12 34, 56 78', 'call [redacted]'],
		['camelCase or dateOfBirth', '[redacted] or dateOfBirth'],
		['at 0x7f3a', 'at [redacted]'],
		['key=value', '[redacted]'],
		['account $41655.01', 'account [redacted]'],
		['ref #4165550', 'ref [redacted]'],
	])('what is not plain is not shown either: %j becomes %j', (text, shown) => {
		expect(redact(text)).toBe(shown);
	});

	test.each([
		'v2 needs E.164, on/off or name@example.com',
		"address.city (line 7): can't be empty!",
		'Échec : numéro invalide',
		'住所 が必要です',
		'MAX_LENGTH is 300, not 1000 – sorry',
	])('plain words and short numbers are: %j', (text) => {
		expect(redact(text)).toBe(text);
	});

	test('no more than 2,000 characters are read', () => {
		expect(redact('long '.repeat(1_000_000))).toHaveLength(2000);
	});

	test('names of fields are known, at any depth', () => {
		expect([...redactionOf([], body).fields]).toEqual(
			expect.arrayContaining(['phone', 'dateofbirth', 'address', 'street']),
		);
	});
});

test('where the secrets are not known, nothing is left', () => {
	expect(redactionOf(null, {}).redact('No such property')).toBe('');
});

test('takes any body and any text', () => {
	fc.assert(
		fc.property(fc.anything(), fc.string({ unit: 'binary' }), (body, text) => {
			expect(typeof redactionOf(['Hunter-2-Secret'], body).redact(text)).toBe('string');
		}),
	);
});
