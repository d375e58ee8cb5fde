// `npm run faults`: injects every fault of the catalogue into its own mesh, one after the other and
// under load, and counts the resulting errors.

import { parseArgs } from 'node:util';
import { injectFaults, type Report } from '../faults/inject-faults.ts';
import { buildBundled } from './build.ts';
import { PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { createShutdownHooks } from '../lib/shutdown.ts';
import { readLayout, readRepositories } from '../mesh/layout.ts';

const usage = `Usage: npm run faults -- [options]
  --minutes NUMBER       how long faults are injected (5)
  --only TEXTS           only faults whose name contains one of the texts, separated by commas
  --processes LAYOUT     separate (default) or single: whether each service has its own process
  --packs PLACE          folder (default) or objects: where the objects of repositories are kept
  --repositories NUMBER  above 1, faults of each of several repository processes; prints how long
                         repositories are unavailable (1)
  --help                 show this`;

/** The responses during longer outages of a repository are printed (ms). */
const GOAL_MS = 5_000;

await runMain(async () => {
  const { help, minutes, only, processes, packs, repositories } = readOptions();
  if (help) {
    console.log(usage);
    return 0;
  }
  const log = createLog();
  const shutdown = createShutdownHooks(log);
  try {
    await buildBundled({ log });
    const report = await injectFaults(
      {
        isSelected: (name) => only.some((text) => name.includes(text)),
        ms: minutes * 60_000,
        processes,
        packs,
        repositories,
      },
      log,
      shutdown,
    );
    await shutdown.all();
    return printReport(report) ? 0 : 1;
  } catch (error) {
    // After Ctrl-C, running work may fail; the error is not reported.
    if (shutdown.isStopping()) return shutdown.finished();
    await shutdown.all();
    throw error;
  }
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      only: { type: 'string' },
      processes: { type: 'string' },
      packs: { type: 'string' },
      repositories: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes ?? 5);
  if (!(minutes > 0)) throw new PlainError(`--minutes must be a number above 0.\n${usage}`);
  const repositories = readRepositories(values.repositories, usage);
  const { packs = repositories > 1 ? 'objects' : 'folder' } = values;
  if (packs !== 'folder' && packs !== 'objects') throw new PlainError(`--packs must be folder or objects.\n${usage}`);
  const processes = readLayout(values.processes, usage);
  return { help: values.help, minutes, only: (values.only ?? '').split(','), processes, packs, repositories } as const;
}

/** @returns whether all counts are 0 */
function printReport(report: Report): boolean {
  const { injected, skipped, acknowledged, refusals, redeliveries, counts, details, outages, observed, logs } = report;
  const kinds = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}`);
  console.log(`${injected.length} faults of ${new Set(injected).size} kinds`);
  for (const { name, reason } of skipped) console.log(`skipped: ${name}, because ${reason}`);
  console.log(`acknowledged: ${kinds.join(', ')}`);
  console.log(`refused while a process or datastore was down: ${refusals}; repeated deliveries: ${redeliveries}`);
  if (observed) {
    console.log(`checked: ${observed.reads} reads after acknowledged writes, ${observed.races} races of two writers`);
    printOutages(outages);
  }
  for (const [name, count] of Object.entries(counts)) console.log(`${name}: ${count}`);
  for (const detail of details) console.log(`  ${detail}`);
  if (logs !== undefined) console.log(`The logs of the mesh are in ${logs}`);
  return Object.values(counts).every((count) => count === 0);
}

/** Prints the longest time for which any repository was unavailable during each kind of fault. */
function printOutages(outages: Report['outages']) {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log('longest time without a success in any repository, reads and writes:');
  for (const fault of new Set(outages.map((outage) => outage.fault))) {
    const own = outages.filter((outage) => outage.fault === fault);
    const longest = (kind: 'reads' | 'writes') => Math.max(...own.map((outage) => outage[kind].ms));
    console.log(`  ${fault}: ${seconds(longest('reads'))}, ${seconds(longest('writes'))} (${own.length} times)`);
  }
  for (const kind of ['reads', 'writes'] as const) {
    const sorted = outages.map((outage) => outage[kind].ms).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? 0;
    console.log(`  ${kind}: median ${seconds(at(0.5))}, p99 ${seconds(at(0.99))}, maximum ${seconds(at(1))}`);
    for (const { fault, [kind]: outage } of outages.filter((one) => one[kind].ms > GOAL_MS))
      console.log(`    ${fault}, ${seconds(outage.ms)}: ${outage.responses.join(', ')}`);
  }
}
