// Runs before the suites that run a service in their own process: starts the datastores, and one
// NATS per worker, because streams are named after services. A suite uses the entry of
// `FORGE_TEST_IN_PROCESS_NATS_URLS` at index JEST_WORKER_ID - 1.

import { startNats } from '../datastores/index.ts';
import { createLog } from '../lib/log.ts';
import { addCleanup, createTemporaryFolder, ensureDatastores } from './datastores.ts';

export default async function inProcessSetup({ maxWorkers }: { maxWorkers: number }) {
  await ensureDatastores(createLog(process.stderr));
  const servers = await Promise.all(
    Array.from({ length: maxWorkers }, () => startNats({ dataDir: createTemporaryFolder(), durable: false })),
  );
  for (const { stop } of servers) addCleanup(stop);
  process.env.FORGE_TEST_IN_PROCESS_NATS_URLS = JSON.stringify(servers.map(({ url }) => url));
}
