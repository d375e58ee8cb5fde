// Measures one endpoint: a trial, then one client, a fixed rate, and saturation.

import { join } from 'node:path';
import { readQueries, startProfiles } from './measure/index.ts';
import type { Summary } from './load/statistics.ts';
import type { Usage } from './measure/meter.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import type { BenchEnvironment } from './environment.ts';
import type { BenchOptions } from './options.ts';
import type { Job } from './load/job.ts';

/** Clients at saturation. */
const SATURATION_CLIENTS = 20;

/** Maximum number of connections at a fixed rate. */
const MAX_CONNECTIONS = 100;

/** Requests of the phase with one client. */
const ALONE_REQUESTS = 20;

export type Phase = Summary & { usage: Usage };

export interface Row {
  name: string;
  goal?: string;
  /** Requests per second. */
  offered: number;
  /** Why the endpoint was not measured. */
  problem?: string;
  /** Database commands per request, by service. */
  queries?: Record<string, number>;
  /** Result with one client. */
  alone?: Phase;
  /** Result at the offered rate. */
  fixed?: Phase;
  /** Result with 20 clients. */
  limit?: Phase;
}

/** Requests of the trial, which checks that the endpoint works and counts its database commands. */
const TRIAL_REQUESTS = 10;

let serial = 0;

export async function measureEndpoint(
  endpoint: Endpoint,
  environment: BenchEnvironment,
  options: BenchOptions,
): Promise<Row> {
  const { name, goal, requests, commands, rate = options.rate } = endpoint;
  const row: Row = { name, goal, offered: rate };
  const base = { origin: environment.url, requests, commands, connections: 1, warmUp: 0, seconds: 600 };
  const { seconds, warmUp, saturation } = options;
  // Material that can be used only once is consumed in order; each phase gets what the previous
  // ones left.
  let used = 0;
  const run = (job: Partial<Job>) => {
    const left = endpoint.limit === undefined ? base : { ...base, ...leftOf(endpoint, used) };
    return measure(environment, { ...left, ...job, serial: ++serial });
  };

  const tries = requests ? TRIAL_REQUESTS : 1;
  const before = await readQueries(environment.metricsPorts);
  const first = await run({ limit: tries });
  const after = await readQueries(environment.metricsPorts);
  used += tries;
  const problem = Object.keys(first.failures)[0];
  if (problem) return { ...row, problem };
  row.queries = Object.fromEntries(Object.entries(after).map(([part, n]) => [part, (n - (before[part] ?? 0)) / tries]));

  const alone = endpoint.isAlone ? await run({ limit: requests ? ALONE_REQUESTS : 5 }) : undefined;
  used += alone?.sent ?? 0;
  if (rate === 0) return { ...row, alone };
  const fixed = await run({ rate, seconds, warmUp, connections: MAX_CONNECTIONS });
  if (endpoint.isUnsaturated) return { ...row, alone, fixed };
  const atLimit = { seconds: saturation, warmUp: Math.min(1, warmUp), connections: SATURATION_CLIENTS };
  const limit = await run(atLimit);
  // Profiling costs time, so the phase is repeated for it.
  if (options.profile)
    await measure(environment, { ...base, ...atLimit, serial: ++serial }, folderOf(options.profile, name));
  return { ...row, alone, fixed, limit };
}

function leftOf({ requests, commands }: Endpoint, used: number) {
  return { requests: requests?.slice(used), commands: commands?.slice(used) };
}

function folderOf(folder: string, name: string) {
  return join(folder, name.replaceAll(/[^\w]+/g, '-'));
}

/** @param profile folder for CPU profiles of the measured time */
export async function measure({ driver, meter, pids }: BenchEnvironment, job: Job, profile?: string): Promise<Phase> {
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
  if (!usage) throw new Error('The driver did not report its start and end');
  if (profile) await profiles?.save(profile);
  return { ...summary, usage };
}
