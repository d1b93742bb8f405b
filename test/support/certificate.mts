import { isIP } from 'node:net';

import { generate } from 'selfsigned';

/** As PEM. */
export interface Certificate {
	cert: string;
	key: string;
}

/** Makes a certificate for `hosts` that signs itself. */
export async function makeCertificate(...hosts: string[]): Promise<Certificate> {
	const altNames = hosts.map((host) =>
		isIP(host) === 0 ? ({ type: 2, value: host } as const) : ({ type: 7, ip: host } as const),
	);
	const { cert, private: key } = await generate([{ name: 'commonName', value: hosts[0]! }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames }],
	});
	return { cert, key };
}
