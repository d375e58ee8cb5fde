// Starts a mesh with its own datastores in a temporary folder, with the meter attached.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startStorage } from '../datastores/index.ts';
import { startMesh } from '../mesh/index.ts';
import type { Layout } from '../mesh/layout.ts';
import { createMemberGateways } from '../mesh/member-gateways.ts';
import { gateway, program } from '../mesh/services.ts';
import { startDriver, type Driver } from './load/index.ts';
import { createMeter, preload } from './measure/index.ts';
import type { Meter } from './measure/meter.ts';
import type { Log } from '../lib/log.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';

export interface BenchEnvironment {
  url: string;
  rootToken: string;
  /** For files of the benchmark. */
  folder: string;
  storageUri: string;
  storageKind: string;
  driver: Driver;
  meter: Meter;
  /** Process ids of the mesh by process. */
  roots: () => Record<string, number[]>;
  /** All of them. */
  pids: () => number[];
  /** Metrics port of each service. */
  metricsPorts: Record<string, number>;
  /** With several repository processes, URLs of gateways that use one of them each. */
  memberUrls: string[];
}

/**
 * @param processes whether each service has its own process
 * @param repositories number of repository processes
 */
export async function startEnvironment(
  log: Log,
  shutdown: ShutdownHooks,
  processes: Layout = 'separate',
  variables: Record<string, string> = {},
  repositories = 1,
): Promise<BenchEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-bench-'));
  shutdown.add(undefined, () => rmSync(folder, { recursive: true, force: true }));
  const measured = join(folder, 'measured');
  mkdirSync(measured);
  const dataDir = join(folder, 'data');
  const storage = await startStorage({ dataDir, log });
  shutdown.add('Stopping the storage engine', storage.stop);
  const nats = await startNats({ dataDir, log });
  shutdown.add('Stopping NATS', nats.stop);
  const env = { NODE_OPTIONS: `--require=${preload}`, FORGE_BENCH_FOLDER: measured, ...variables };
  const gateways = repositories > 1 ? createMemberGateways(repositories) : undefined;
  const mesh = await log.step('Starting the mesh', () =>
    startMesh({
      dataDir,
      storageUri: storage.uri,
      natsUrl: nats.url,
      env,
      processes,
      repositories,
      ...(gateways && { services: gateways.services, envOf: gateways.envOf }),
      log,
    }),
  );
  shutdown.add('Stopping the mesh', mesh.stop);
  const driver = startDriver();
  shutdown.add(undefined, driver.close);

  /** The process of all services is the part `services`. */
  const partOf = (name: string) => (name === program.name ? 'services' : name);
  const roots = () =>
    Object.fromEntries(
      Object.values(mesh.processes).map(({ name, pid }) => [partOf(name), [pid() ?? 0].filter(Boolean)]),
    );
  const engines = { storage: storage.pids, nats: nats.pid === undefined ? [] : [nats.pid] };
  const load = [driver.pid];
  return {
    url: mesh.url,
    rootToken: String(mesh.rootToken),
    folder,
    driver,
    storageUri: storage.uri,
    storageKind: storage.kind,
    meter: createMeter(measured, () => ({ ...roots(), ...engines, load })),
    roots,
    pids: () => Object.values(roots()).flat(),
    metricsPorts: Object.fromEntries(
      Object.values(mesh.processes)
        .filter(({ name }) => !name.startsWith(gateway.name))
        .map(({ name, metrics }) => [partOf(name), metrics]),
    ),
    memberUrls: gateways?.urlsOf(mesh) ?? [],
  };
}
