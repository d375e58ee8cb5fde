// Runs before the suites that need a mesh: starts one mesh per worker, with its own NATS, databases
// and data folder. A suite uses the entry of `FORGE_TEST_MESHES` at index JEST_WORKER_ID - 1.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '../datastores/index.ts';
import { createLog, silentLog } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { gateway, services, startMesh } from '../mesh/index.ts';
import { secretOf } from '../mesh/service-secrets.ts';
import { addCleanup, ensureDatastores, createTemporaryFolder } from './datastores.ts';
import { findFailedCalls } from './failed-calls.ts';
import { assertNoSecretsInLogs } from './secrets.ts';

export default async function meshSetup(globalConfig: {
  maxWorkers: number;
  testPathPatterns?: { patterns: string[] };
}) {
  // Two projects need the meshes.
  if (process.env.FORGE_TEST_MESHES) return;
  const log = createLog(process.stderr);
  await ensureDatastores(log);
  process.env.FORGE_TEST_MESHES = '[]';
  const missing = [...services, gateway].find(({ folder }) => !existsSync(join(folder, 'dist/main.js')));
  if (missing) {
    log.print(`No mesh for the suites that need one: ${missing.name} is not built (npm run build)`);
    return;
  }
  Object.assign(process.env, inherited);
  const numbers = Array.from({ length: workers(globalConfig) }, (_, index) => index + 1);
  const meshes = await log.step(numbers.length === 1 ? 'Starting a mesh' : `Starting ${numbers.length} meshes`, () =>
    Promise.all(numbers.map(startOne)),
  );
  process.env.FORGE_TEST_MESHES = JSON.stringify(meshes);
}

/** A single file is run by one worker. */
function workers({ maxWorkers, testPathPatterns }: Parameters<typeof meshSetup>[0]) {
  const patterns = testPathPatterns?.patterns ?? [];
  const isOneFile = patterns.length === 1 && !!statSync(String(patterns[0]), { throwIfNoEntry: false })?.isFile();
  return isOneFile ? 1 : maxWorkers;
}

/** Configuration of every instance and replica of the run, which inherits it. */
const inherited = {
  FORGE_PASSWORD_COST: '1024',
  // Suites wait less for scheduled work: three seconds where the default is fifteen.
  FORGE_SCHEDULE_INTERVAL_FACTOR: '0.2',
};

/** @param number of the worker */
async function startOne(number: number) {
  const dataDir = createTemporaryFolder();
  const nats = await startNats({ dataDir, durable: false });
  addCleanup(nats.stop);
  const mongodbUri = String(process.env.FORGE_TEST_MONGODB_URI);
  const databasePrefix = `mesh${number}_${process.pid}`;
  const options = { dataDir, storageUri: mongodbUri, natsUrl: nats.url, databasePrefix };
  // Legacy token format with 20 characters; all other tokens in suites have the current format.
  const [sshPort] = await freePorts(1);
  const env = {
    FORGE_ROOT_TOKEN: randomBytes(15).toString('base64url'),
    // A short redelivery timeout, so that interrupted work resumes soon.
    FORGE_EVENT_ACK_WAIT_SECONDS: '20',
    FORGE_SSH_PORT: String(sshPort),
  };
  const secrets: Record<string, string> = {};
  addCleanup(() => assertNoSecretsInLogs(dataDir, [env.FORGE_ROOT_TOKEN, ...Object.values(secrets)]));
  addCleanup(async () => {
    const failed = await findFailedCalls(dataDir);
    if (failed.length > 0) console.log(`Calls that failed for an unexpected reason:\n${failed.join('\n')}`);
  });
  // Suites that stop processes start a mesh of their own.
  const mesh = await startMesh({ ...options, env, processes: 'single', grpc: true, log: silentLog });
  addCleanup(mesh.stop);
  const [all] = Object.values(mesh.processes);
  const processes = [...mesh.ports].map(([name, ports]) => [
    name,
    { ...ports, metrics: all?.metrics, pid: all?.pid() },
  ]);
  const material = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  for (const { name } of services) secrets[name] = secretOf(material, name);
  const { url, rootToken } = mesh;
  return {
    url,
    rootToken,
    secrets,
    dataDir,
    natsUrl: nats.url,
    mongodbUri,
    databasePrefix,
    processes: Object.fromEntries(processes),
    ackWaitSeconds: env.FORGE_EVENT_ACK_WAIT_SECONDS,
  };
}
