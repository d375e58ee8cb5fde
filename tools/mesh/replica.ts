// One more process of a service or of the gateway of a running mesh, for suites about replicas.

import { silentLog } from '../lib/log.ts';
import { freePorts } from '../lib/ports.ts';
import { environmentOf } from './environment.ts';
import { ensureKeys } from './keys.ts';
import { createMember, type Member } from './member.ts';
import { gateway, services, type Deployable } from './services.ts';

/**
 * Starts it and waits until it is ready. Of a service it is a worker by default: it consumes events
 * and runs jobs.
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
  /** More environment. */
  env?: Record<string, string>;
}): Promise<Member> {
  const [grpc, http, metrics] = (await freePorts(3)) as [number, number, number];
  const names = Object.keys(mesh.processes);
  const own = service === gateway.name ? { http, metrics } : { grpc, http, metrics };
  const surroundings = {
    ...{ dataDir: mesh.dataDir, host: '127.0.0.1', storageUri: mesh.mongodbUri, natsUrl: mesh.natsUrl },
    ...{ databasePrefix: mesh.databasePrefix, externalUrl: mesh.url },
    // Each process of a service says how long all of them may keep an event.
    env: { FORGE_ROLE: 'worker', FORGE_EVENT_ACK_WAIT_SECONDS: mesh.ackWaitSeconds, ...env },
    keys: ensureKeys(mesh.dataDir, names),
    ports: new Map(Object.entries(mesh.processes)).set(service, own),
  };
  const { folder } = [...services, gateway].find(({ name }) => name === service) as Deployable;
  const member = createMember({
    ...{ name: label, folder, env: environmentOf(service, surroundings), ports: own },
    ...{ host: '127.0.0.1', dataDir: mesh.dataDir, restart: false, log: silentLog },
  });
  member.start();
  await member.ready();
  return member;
}

/** As suites know it. */
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
