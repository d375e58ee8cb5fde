// Additional replica of a service or gateway of a running mesh, for tests of replicas.

import { silentLog } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { environmentOf } from './environment.ts';
import { ensureKeys } from './keys.ts';
import { createManagedProcess, type ManagedProcess } from './managed-process.ts';
import { gateway, services, type Deployable } from './services.ts';

/**
 * Starts a replica and waits until it is ready. A service replica is a worker by default: it
 * consumes events and runs jobs.
 */
export async function startReplica({
  service,
  label,
  mesh,
  env = {},
}: {
  service: string;
  /** Name of its log. */
  label: string;
  mesh: RunningMesh;
  /** Additional environment variables. */
  env?: Record<string, string>;
}): Promise<ManagedProcess> {
  const [grpc, http, metrics] = (await freePorts(3)) as [number, number, number];
  const names = Object.keys(mesh.processes);
  const own = service === gateway.name ? { http, metrics } : { grpc, http, metrics };
  const settings = {
    dataDir: mesh.dataDir,
    host: '127.0.0.1',
    storageUri: mesh.mongodbUri,
    natsUrl: mesh.natsUrl,
    databasePrefix: mesh.databasePrefix,
    externalUrl: mesh.url,
    // All processes of a service use the same redelivery timeout.
    env: {
      FORGE_ROLE: 'worker',
      FORGE_EVENT_ACK_WAIT_SECONDS: mesh.ackWaitSeconds,
      ...env,
    },
    keys: ensureKeys(mesh.dataDir, names),
    ports: new Map(Object.entries(mesh.processes)).set(service, own),
  };
  const { folder } = [...services, gateway].find(({ name }) => name === service) as Deployable;
  const member = createManagedProcess({
    name: label,
    folder,
    environment: () => environmentOf(service, settings),
    ports: own,
    host: '127.0.0.1',
    dataDir: mesh.dataDir,
    restart: false,
    log: silentLog,
  });
  member.start();
  await member.ready();
  return member;
}

/** The running mesh as the test suites know it. */
export interface RunningMesh {
  url: string;
  dataDir: string;
  natsUrl: string;
  mongodbUri: string;
  databasePrefix: string;
  processes: Record<string, { grpc?: number; http: number; metrics: number }>;
  /** Its `FORGE_EVENT_ACK_WAIT_SECONDS`. */
  ackWaitSeconds: string;
}
