import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

export interface Certificate {
	/** The certificate as a file, for `NODE_EXTRA_CA_CERTS`. */
	certificateFile: string;
	cert: string;
	key: string;
}

/** Makes a certificate for `hosts` that signs itself. Its files are in `folder`. */
export function makeCertificate(folder: string, ...hosts: string[]): Certificate {
	const keyFile = join(folder, 'key.pem');
	const certificateFile = join(folder, 'certificate.pem');
	const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`).join(',');
	const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`];
	const files = ['-keyout', keyFile, '-out', certificateFile];
	execFileSync('openssl', ['req', '-x509', '-days', '2', ...kind, ...subject, ...files], {
		stdio: 'ignore',
	});
	return {
		certificateFile,
		cert: readFileSync(certificateFile, 'utf8'),
		key: readFileSync(keyFile, 'utf8'),
	};
}
