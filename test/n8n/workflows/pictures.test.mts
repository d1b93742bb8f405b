import { useBrowser } from '../../support/editor-browser.mts';
import { editorCanvas } from '../../support/editor-canvas.mts';
import { picture } from '../../support/editor-pictures.mts';
import { testLong, useN8n } from '../../support/n8n-host.mts';
import { readWorkflowFile, WORKFLOW_FILES } from '../../../dev/host/workflow-file.mts';

const PICTURED = 'screen-applicants-in-a-google-sheet';

const host = useN8n();
const openPage = useBrowser();

testLong.each(WORKFLOW_FILES)('%s shows its note in full', async (file) => {
	const { client, credential } = host;
	const { id } = await client.createWorkflow(readWorkflowFile(file), [credential]);
	const page = await openPage({ width: 1400, height: 900 }, client);
	const canvas = editorCanvas(page, client.baseUrl);
	await canvas.open(id);
	await canvas.fit();
	expect(await canvas.overflows()).toBe(false);
	if (file === PICTURED) await picture(`workflow-${file}`, page.getByTestId('canvas'));
});
