// One endpoint: tried, then alone, at its rate, and at its limit.

import { join } from 'node:path';
import { readQueries, startProfiles } from './measure/index.ts';
import type { Summary } from './load/statistics.ts';
import type { Usage } from './measure/meter.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import type { Surroundings } from './surroundings.ts';
import type { BenchOptions } from './options.ts';
import type { Job } from './load/job.ts';

/** Clients at the limit. */
const saturationClients = 20;

/** Connections on which a fixed rate may spread. */
const openConnections = 100;

/** How often what is measured alone is done. */
const aloneCount = 20;

export type Phase = Summary & { usage: Usage };

export interface Row {
  name: string;
  goal?: string;
  /** Requests per second. */
  offered: number;
  /** Why it was not measured. */
  problem?: string;
  /** Database commands per request, by service. */
  queries?: Record<string, number>;
  /** One client. */
  alone?: Phase;
  /** The offered rate. */
  fixed?: Phase;
  /** 20 clients. */
  limit?: Phase;
}

/** How many requests tell whether an endpoint answers, and how often it asks the database. */
const tryCount = 10;

let serial = 0;

export async function measureEndpoint(
  endpoint: Endpoint,
  surroundings: Surroundings,
  options: BenchOptions,
): Promise<Row> {
  const { name, goal, requests, commands, rate = options.rate } = endpoint;
  const row: Row = { name, goal, offered: rate };
  const base = { origin: surroundings.url, requests, commands, connections: 1, warmUp: 0, seconds: 600 };
  const { seconds, warmUp, saturation } = options;
  // Material that can be used only once is given out in order: each phase gets what the ones before
  // have left.
  let used = 0;
  const run = (job: Partial<Job>) => {
    const left = endpoint.limit === undefined ? base : { ...base, ...leftOf(endpoint, used) };
    return measure(surroundings, { ...left, ...job, serial: ++serial });
  };

  const tries = requests ? tryCount : 1;
  const before = await readQueries(surroundings.metricsPorts);
  const first = await run({ limit: tries });
  const after = await readQueries(surroundings.metricsPorts);
  used += tries;
  const problem = Object.keys(first.failures)[0];
  if (problem) return { ...row, problem };
  row.queries = Object.fromEntries(Object.entries(after).map(([part, n]) => [part, (n - (before[part] ?? 0)) / tries]));

  const alone = endpoint.isAlone ? await run({ limit: requests ? aloneCount : 5 }) : undefined;
  used += alone?.sent ?? 0;
  if (rate === 0) return { ...row, alone };
  const fixed = await run({ rate, seconds, warmUp, connections: openConnections });
  if (endpoint.isUnsaturated) return { ...row, alone, fixed };
  const atLimit = { seconds: saturation, warmUp: Math.min(1, warmUp), connections: saturationClients };
  const limit = await run(atLimit);
  // Recording costs time, so it is done once more for it.
  if (options.profile)
    await measure(surroundings, { ...base, ...atLimit, serial: ++serial }, folderOf(options.profile, name));
  return { ...row, alone, fixed, limit };
}

function leftOf({ requests, commands }: Endpoint, used: number) {
  return { requests: requests?.slice(used), commands: commands?.slice(used) };
}

function folderOf(folder: string, name: string) {
  return join(folder, name.replaceAll(/[^\w]+/g, '-'));
}

/** @param profile folder for CPU profiles of the measured time */
export async function measure({ driver, meter, pids }: Surroundings, job: Job, profile?: string): Promise<Phase> {
  await meter.settle();
  let stop: ReturnType<typeof meter.start> | undefined;
  let usage: Usage | undefined;
  let profiles: ReturnType<typeof startProfiles> | undefined;
  const summary = await driver.run(job, {
    begin() {
      stop = meter.start();
      if (profile) profiles = startProfiles(pids(), meter.folder);
    },
    end() {
      usage = stop?.();
      profiles?.stop();
    },
  });
  if (!usage) throw new Error('The driver has not said when it began and ended');
  if (profile) await profiles?.save(profile);
  return { ...summary, usage };
}
