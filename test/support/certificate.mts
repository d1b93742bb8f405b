import { execFileSync } from 'node:child_process';
import { isIP } from 'node:net';

/** As PEM. */
export interface Certificate {
	cert: string;
	key: string;
}

/** Makes a certificate for `hosts` that signs itself. */
export function makeCertificate(...hosts: string[]): Certificate {
	const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`).join(',');
	const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`];
	const toOutput = ['-keyout', '-', '-out', '-'];
	const pem = execFileSync(
		'openssl',
		['req', '-x509', '-days', '2', ...kind, ...subject, ...toOutput],
		{
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		},
	);
	const at = pem.indexOf('-----BEGIN CERTIFICATE');
	return { key: pem.slice(0, at), cert: pem.slice(at) };
}
