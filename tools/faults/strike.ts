// Strikes a mesh of its own with faults, one after the other and under load, and counts afterwards
// what that broke.

import { setTimeout as sleep } from 'node:timers/promises';
import { faultsOf, type UnavailableFault } from './catalogue.ts';
import { check, type Counts } from './check.ts';
import { startLoad } from './load.ts';
import { startSurroundings } from './surroundings.ts';
import type { Log } from '../lib/log.ts';
import type { Stops } from '../lib/stops.ts';

/** Between faults, so that each strikes a mesh that works (ms). */
const REST_MS = 3_000;

export interface Report {
  /** Names of the faults, in their order. */
  struck: string[];
  skipped: UnavailableFault[];
  /** Writes by kind. */
  acknowledged: Record<string, number>;
  /** While something was away. */
  refusals: number;
  /** Deliveries that the receiver knew already. */
  repeats: number;
  counts: Counts;
  /** Of what is not 0. */
  details: string[];
}

export async function strike(
  {
    isWanted,
    ms,
  }: {
    /** Which faults. */
    isWanted: (name: string) => boolean;
    /** How long they go on, again from the first; once each where it is absent. */
    ms?: number;
  },
  log: Log,
  stops: Pick<Stops, 'add'>,
): Promise<Report> {
  const surroundings = await startSurroundings(isWanted, log, stops);
  const { mesh, folder, dataDir } = surroundings;
  const wanted = faultsOf(surroundings).filter(({ name }) => isWanted(name));
  const skipped = wanted.filter((fault) => 'why' in fault);
  for (const { name, why } of skipped) log.say(`${name}: skipped, ${why}`);
  const faults = wanted.filter((fault) => 'strike' in fault);
  const load = await startLoad({ url: mesh.url, token: String(mesh.rootToken), folder, dataDir });
  stops.add(undefined, load.receiver.close);
  const until = Date.now() + (ms ?? 0);
  const struck: string[] = [];
  do {
    for (const fault of faults) {
      await log.step(fault.name, () => fault.strike(load));
      struck.push(fault.name);
      await sleep(REST_MS);
      if (ms !== undefined && Date.now() > until) break;
    }
  } while (Date.now() < until);
  await log.step('Ending the load', load.stop);
  const { counts, details } = await log.step('Checking', () => check(load, surroundings));
  const { acknowledged, refusals } = load.ledger;
  return {
    ...{ struck, skipped },
    acknowledged: Object.fromEntries([...acknowledged].map(([name, keys]) => [name, keys.length])),
    ...{ refusals, repeats: load.receiver.repeats(), counts, details },
  };
}
