// Injects faults into its own mesh, one after the other and under load, and then counts the errors.

import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaults, type SkippedFault } from './catalogue.ts';
import { check, type Counts } from './check.ts';
import { startLoad } from './load.ts';
import { startEnvironment, type Packs } from './environment.ts';
import { startMemberClients, type FaultOutage } from './member-clients.ts';
import { PlainError } from '../lib/fail.ts';
import type { Log } from '../lib/log.ts';
import type { Layout } from '../mesh/layout.ts';
import type { ShutdownHooks } from '../lib/shutdown.ts';

/** Pause between faults, so that the mesh works before each one (ms). */
const RECOVERY_PAUSE_MS = 2_000;

/** Pause of each writer between two writes, with several repository processes (ms). */
const PACE_MS = 2_000;

export interface Report {
  /** Names of the injected faults, in order. */
  injected: string[];
  skipped: SkippedFault[];
  /** Number of writes by kind. */
  acknowledged: Record<string, number>;
  /** Requests refused while a part was unavailable. */
  refusals: number;
  /** Repeated deliveries to the receiver. */
  redeliveries: number;
  counts: Counts;
  /** Details of the counts that are not 0. */
  details: string[];
  /** With several repository processes, the longest outage of any repository during each fault. */
  outages: FaultOutage[];
  /** With several repository processes, the numbers of reads and races that were checked. */
  observed: { reads: number; races: number } | undefined;
  /** Folder with the logs of the mesh if a count is not 0. */
  logs: string | undefined;
}

export async function injectFaults(
  {
    isSelected,
    ms,
    processes = 'separate',
    repositories = 1,
    packs = repositories > 1 ? 'objects' : 'folder',
  }: {
    /** Selects faults by name. */
    isSelected: (name: string) => boolean;
    /**
     * Duration in milliseconds, repeating the faults from the first one; without it each fault is
     * injected once.
     */
    ms?: number;
    /** Whether each service has its own process, or one process runs all of them. */
    processes?: Layout;
    packs?: Packs;
    /** Number of repository processes; if there are several, each gets faults of its own. */
    repositories?: number;
  },
  log: Log,
  shutdown: Pick<ShutdownHooks, 'add'>,
): Promise<Report> {
  const environment = await startEnvironment(isSelected, log, shutdown, { processes, packs, repositories });
  const { mesh, folder, dataDir, members } = environment;
  const selected = createFaults(environment).filter(({ name }) => isSelected(name));
  if (selected.length === 0) throw new PlainError('No fault is selected.');
  const skipped = selected.filter((fault) => 'reason' in fault);
  for (const { name, reason } of skipped) log.print(`${name}: skipped, ${reason}`);
  const faults = selected.filter((fault) => 'inject' in fault);
  // The time for which repositories are unavailable would be that of a busy machine.
  const paceMs = members.length > 0 ? PACE_MS : 0;
  const load = await startLoad({ url: mesh.url, token: String(mesh.rootToken), folder, dataDir, paceMs, shutdown });
  const clients = members.length > 0 ? await startMemberClients(load, members) : undefined;
  const until = Date.now() + (ms ?? 0);
  const injected: string[] = [];
  do {
    for (const fault of faults) {
      clients?.begin();
      await log.step(fault.name, () => fault.inject(load));
      injected.push(fault.name);
      await sleep(RECOVERY_PAUSE_MS);
      clients?.end(fault.name);
      if (ms !== undefined && Date.now() > until) break;
    }
  } while (Date.now() < until);
  await log.step('Stopping the load', async () => {
    await Promise.all([load.stop(), clients?.stop()]);
  });
  const { counts, details } = await log.step('Checking', () => check(load, environment));
  if (clients) {
    const found = await clients.check(join(folder, 'observed'));
    Object.assign(counts, found.counts);
    details.push(...found.details);
  }
  const { acknowledged, refusals } = load.ledger;
  const logs = Object.values(counts).every((count) => count === 0) ? undefined : keepLogs(dataDir);
  return {
    injected,
    skipped,
    acknowledged: Object.fromEntries([...acknowledged].map(([name, keys]) => [name, keys.length])),
    refusals,
    redeliveries: load.receiver.redeliveries(),
    counts,
    details,
    outages: clients?.outages ?? [],
    observed: clients?.observed(),
    logs,
  };
}

/** Copies the logs of the mesh, whose data folder is removed; returns the new folder. */
function keepLogs(dataDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-faults-logs-'));
  cpSync(join(dataDir, 'logs'), folder, { recursive: true });
  return folder;
}
