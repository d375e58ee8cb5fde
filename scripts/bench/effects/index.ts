// The cost of requests with all their effects, and of git transport next to raw git.

import { createEffectsFixture, OBJECTS } from './fixture.ts';
import { measureEffects } from './measure-effects.ts';
import { operationsOf } from './operations.ts';
import { effectsTable, gitTable, partsTable, type EffectsRow, type GitRow } from './report.ts';
import { gitOperations, measureGit, startYardstick } from './transport.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { BenchOptions } from '../options.ts';
import type { Log } from '../../lib/log.ts';
import type { ShutdownHooks } from '../../lib/shutdown.ts';
import type { Operation } from './operation.ts';

/** Each phase uses objects of its own; the first one warms up. */
const phases = [
  { connections: 10, limit: 10 },
  { connections: 1, limit: 100 },
  { connections: 10, limit: 40 },
  { connections: 20, limit: 20 },
];

export interface EffectsResults {
  rows: EffectsRow[];
  git: GitRow[];
}

/** @param save called after each row, so that a later failure does not lose the results */
export async function measureAllEffects(
  environment: BenchEnvironment,
  { only }: BenchOptions,
  log: Log,
  shutdown: ShutdownHooks,
  save: (results: EffectsResults) => void,
): Promise<string[]> {
  const isChosen = ({ name }: { name: string }) => only.some((text) => name.toLowerCase().includes(text));
  const fixture = await createEffectsFixture(environment, log);
  const results: EffectsResults = { rows: [], git: [] };
  for (const operation of operationsOf(fixture).filter(isChosen)) {
    results.rows.push(await log.step(operation.name, () => measureOperation(operation, environment)));
    save(results);
  }
  const commands = gitOperations(fixture, environment.folder).filter(isChosen);
  if (commands.length > 0) {
    const yardstick = await startYardstick(fixture, environment.folder, shutdown);
    for (const operation of commands) {
      const measureRow = () => measureGit(operation, environment, fixture, yardstick);
      results.git.push({ name: operation.name, phases: await log.step(operation.name, measureRow) });
      save(results);
    }
  }
  return [effectsTable(results.rows), partsTable(results.rows), gitTable(results.git)].flatMap((lines) => [
    ...lines,
    '',
  ]);
}

async function measureOperation(
  { name, goal, request }: Operation,
  environment: BenchEnvironment,
): Promise<EffectsRow> {
  const requests = Array.from({ length: OBJECTS }, (_, n) => request(n));
  const measured = [];
  let used = 0;
  for (const phase of phases) {
    const result = await measureEffects(environment, { ...phase, requests: requests.slice(used) });
    used += phase.connections * phase.limit;
    const failure = Object.keys(result.failures)[0];
    if (failure) throw new Error(`${name} failed: ${failure}`);
    measured.push(result);
  }
  // The first phase warms up.
  return { name, goal, phases: measured.slice(1) };
}
