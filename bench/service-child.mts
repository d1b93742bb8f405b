// The service in a process of its own, which ends with the one that started it: see `startServiceProcess`.
import type { Certificate } from '../test/support/certificate.mts';
import { startService } from './service.mts';

const service = await startService(JSON.parse(process.argv[2]!) as Certificate);
process.send!(service.baseUrl);
process.on('disconnect', () => process.exit());
process.on('message', ({ latencyMs }: { latencyMs?: number }) => {
	if (latencyMs !== undefined) service.begin(latencyMs);
	process.send!(service.figures());
});
