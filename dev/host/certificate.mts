import { isIP } from 'node:net';

import { generate } from 'selfsigned';

/** As PEM. */
export interface Certificate {
	cert: string;
	key: string;
}

const DAY_MS = 86_400_000;

/** Makes a certificate for `hosts` that signs itself. */
export async function makeCertificate(...hosts: string[]): Promise<Certificate> {
	// A test may let time pass faster.
	return await generateFor(hosts, { notBeforeDate: new Date(Date.now() - DAY_MS) });
}

/** Makes one whose time is over. */
export async function makeExpiredCertificate(host: string): Promise<Certificate> {
	const [notBeforeDate, notAfterDate] = [new Date('2020-01-01'), new Date('2021-01-01')];
	return await generateFor([host], { notBeforeDate, notAfterDate });
}

async function generateFor(hosts: string[], dates: object): Promise<Certificate> {
	const altNames = hosts.map((host) =>
		isIP(host) === 0 ? ({ type: 2, value: host } as const) : ({ type: 7, ip: host } as const),
	);
	const { cert, private: key } = await generate([{ name: 'commonName', value: hosts[0]! }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames }],
		...dates,
	});
	return { cert, key };
}
