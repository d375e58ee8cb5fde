// `npm run faults`: strikes a mesh of its own with every fault of the catalogue, in turn and under
// load, and counts what that broke.

import { parseArgs } from 'node:util';
import { strike, type Report } from './faults/strike.ts';
import { build } from './build.ts';
import { PlainError, runMain } from './lib/fail.ts';
import { createLog } from './lib/log.ts';
import { createStops } from './lib/stops.ts';

const usage = 'Usage: npm run faults -- [--minutes NUMBER (5)] [--only TEXT in the name of a fault]';

await runMain(async () => {
  const { minutes, only } = readOptions();
  const log = createLog();
  const stops = createStops(log);
  try {
    await build({ log });
    const report = await strike({ isWanted: (name) => name.includes(only), ms: minutes * 60_000 }, log, stops);
    await stops.all();
    return tell(report) ? 0 : 1;
  } catch (error) {
    // What was under way when Ctrl-C came may fail: that is no news.
    if (stops.isStopping()) return stops.finished();
    await stops.all();
    throw error;
  }
});

function readOptions() {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, only: { type: 'string' } } });
  const minutes = Number(values.minutes ?? 5);
  if (!(minutes > 0)) throw new PlainError(`--minutes must be a number above 0. ${usage}`);
  return { minutes, only: values.only ?? '' };
}

/** @returns whether nothing broke */
function tell({ struck, skipped, acknowledged, refusals, repeats, counts, details }: Report): boolean {
  const kinds = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}`);
  console.log(`${struck.length} faults of ${new Set(struck).size} kinds`);
  for (const { name, why } of skipped) console.log(`skipped: ${name}, since ${why}`);
  console.log(`acknowledged: ${kinds.join(', ')}`);
  console.log(`refused while something was away: ${refusals}; deliveries that were repeated: ${repeats}`);
  for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`);
  for (const detail of details) console.log(`  ${detail}`);
  return Object.values(counts).every((count) => count === 0);
}
