// Measures one operation or git command with all its effects: a phase ends when every event that it
// caused is handled.

import { setTimeout as sleep } from 'node:timers/promises';
import { readQueries, readWaitingEvents } from '../measure/index.ts';
import { sumOfParts } from '../report.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { Job } from '../load/job.ts';
import type { Summary } from '../load/statistics.ts';
import type { Usage } from '../measure/meter.ts';

/** How long to wait for the effects, in milliseconds. */
const EFFECTS_TIMEOUT_MS = 120_000;

/** Result with a number of connections. */
export interface EffectsPhase extends Summary {
  connections: number;
  /** Milliseconds of the CPU per request: services, git processes, database and event stream. */
  cpuMs: number;
  /** The same by part. */
  cpuMsByPart: Record<string, number>;
  /** Database commands per request. */
  commands: number;
}

let serial = 0;

/** Runs a job and waits until its effects are finished. */
export async function measureEffects(
  environment: BenchEnvironment,
  job: Pick<Job, 'requests' | 'commands' | 'connections' | 'limit'> & { origin?: string },
): Promise<EffectsPhase> {
  await untilFinished(environment);
  const { driver, meter, metricsPorts, url } = environment;
  const before = await countCommands(metricsPorts);
  const stop = meter.start();
  const marks = { begin: () => undefined, end: () => undefined };
  // The serial numbers of the other tables are below.
  const numbers = { serial: 1_000_000 + ++serial };
  const summary = await driver.run({ origin: url, warmUp: 0, seconds: 600, ...numbers, ...job }, marks);
  await untilFinished(environment);
  const usage: Usage = stop();
  const commands = (await countCommands(metricsPorts)) - before;
  const { sent } = summary;
  return {
    ...summary,
    connections: job.connections,
    cpuMs: sumOfParts(usage) / sent,
    cpuMsByPart: Object.fromEntries(Object.entries(usage.cpuMs).map(([part, ms]) => [part, ms / sent])),
    commands: commands / sent,
  };
}

async function untilFinished({ meter, metricsPorts }: BenchEnvironment) {
  for (const until = performance.now() + EFFECTS_TIMEOUT_MS; performance.now() < until; await sleep(100)) {
    if ((await readWaitingEvents(metricsPorts)) > 0) continue;
    await meter.settle();
    if ((await readWaitingEvents(metricsPorts)) === 0) return;
  }
  throw new Error('Events are still waiting');
}

async function countCommands(ports: Record<string, number>) {
  return Object.values(await readQueries(ports)).reduce((sum, count) => sum + count, 0);
}
