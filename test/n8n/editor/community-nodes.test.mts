import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nClient } from '../../../dev/host/client.mts';
import { findFailure, listOutputs } from '../../../dev/host/execution.mts';
import { startN8n, type StartedN8n } from '../../../dev/host/n8n.mts';
import { PACKAGE_NAME as PACKAGE, packPackage } from '../../../dev/host/package.mts';
import type { Sandbox } from '../../../dev/sandbox/index.mts';
import { useBrowser } from '../../support/editor-browser.mts';
import {
	createChain,
	createManualTrigger,
	createScreeningNode,
} from '../../../dev/host/n8n-workflows.mts';
import { startNpmjs, type Npmjs } from '../../support/npmjs.mts';
import { useSandbox } from '../../support/use-sandbox.mts';

const SEND = 'Send screening';

// n8n starts, and npm installs twice.
jest.setTimeout(10 * 60_000);

const openPage = useBrowser();
const createSandbox = useSandbox();
let npmjs: Npmjs;
let sandbox: Sandbox;
let folder: string;
let version: string;
let n8n: StartedN8n | undefined;
let client: N8nClient;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'rental-screening-community-'));
	npmjs = await startNpmjs();
	version = await npmjs.publish((await packPackage()).tarball);
	sandbox = await createSandbox();
	// It knows nothing of the package but what it has installed itself.
	n8n = await startN8n({ userFolder: folder, packageFolder: null, env: npmjs.env });
	client = n8n.client;
}, 30 * 60_000);

afterEach(async () => {
	await n8n?.stop();
	await npmjs?.stop();
	await rm(folder, { recursive: true, force: true });
});

test('the package is installed from the npm registry on the settings page, used and uninstalled', async () => {
	const page = await openPage({ width: 1000, height: 460 }, client);
	const dialog = page.getByRole('dialog').filter({ visible: true });
	const install = async () => {
		await page.goto(`${client.baseUrl}/settings/community-nodes`);
		await page
			.getByRole('button', { name: /^Install/ })
			.first()
			.click();
		await dialog.getByTestId('package-name-input').fill(PACKAGE);
		await dialog.getByTestId('user-agreement-checkbox').click({ position: { x: 8, y: 8 } });
		await dialog.getByTestId('install-community-package-button').click();
		const card = page.getByTestId('community-package-card').filter({ hasText: PACKAGE });
		await card.getByText(`v${version}`).waitFor();
	};

	await install();
	const { account, propertyId } = sandbox;
	const credential = await client.createCredential('rentalScreeningApi', 'Sandbox', account);
	expect(await client.testCredential(credential)).toMatchObject({ status: 'OK' });
	const zoe = { email: 'zoe@example.com', phone: '+14165550142' };
	const parameters = { resource: 'screening', operation: 'send', propertyId, ...zoe };
	const node = createScreeningNode(SEND, parameters, credential);
	const { id } = await client.createWorkflow(createChain('Send', createManualTrigger(), node));
	const execution = await client.runWorkflow(id);
	expect(findFailure(execution)).toBeUndefined();
	const { userId } = sandbox.screenings[0]!;
	expect(listOutputs(execution, SEND)).toMatchObject([{ userId }]);

	await client.rest('DELETE', `/community-packages?name=${PACKAGE}`);
	await expect(client.runWorkflow(id)).rejects.toThrow(/Unrecognized node type/);

	// What people made with it is still there, and works as soon as it is installed again.
	await install();
	expect(findFailure(await client.runWorkflow(id))).toBeUndefined();
});
