// `npm run bench`: measures throughput, latency and CPU cost of each endpoint on its own mesh and
// datastores in a temporary folder. It reports results and never fails because of them.

import { writeFileSync } from 'node:fs';
import { allEndpoints } from '../bench/endpoints/index.ts';
import { createFixture, sizesOf } from '../bench/fixture/index.ts';
import { measureEndpoint } from '../bench/measure-endpoint.ts';
import { readOptions, usage, type BenchOptions } from '../bench/options.ts';
import { costTable, headerLines, idleLine, latencyTable } from '../bench/report.ts';
import { measureAllEffects, type EffectsResults } from '../bench/effects/index.ts';
import { measureLayouts } from '../bench/layouts.ts';
import { measureLfs } from '../bench/lfs/index.ts';
import { measureRepositories } from '../bench/repositories/index.ts';
import { measureScale } from '../bench/scale/index.ts';
import { startEnvironment } from '../bench/environment.ts';
import { buildBundled } from './build.ts';
import { runMain } from '../lib/fail.ts';
import { createLog, type Log } from '../lib/log.ts';
import { createShutdownHooks, type ShutdownHooks } from '../lib/shutdown.ts';

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const shutdown = createShutdownHooks(log);
  try {
    await buildBundled({ log });
    await bench(options, log, shutdown);
  } catch (error) {
    // After Ctrl-C, running work may fail; the error is not reported.
    if (shutdown.isStopping()) return shutdown.finished();
    await shutdown.all();
    throw error;
  }
  return shutdown.all();
});

async function bench(options: BenchOptions, log: Log, shutdown: ShutdownHooks) {
  if (options.layouts) {
    const { lines, figures } = await measureLayouts(log, shutdown);
    log.print(['', ...lines, ''].join('\n'));
    return save(options, { figures });
  }
  if (options.repositories) {
    const { lines, figures } = await measureRepositories(options, log, shutdown);
    log.print(['', ...lines, ''].join('\n'));
    return save(options, { figures });
  }
  const environment = await startEnvironment(log, shutdown, options.processes);
  const header = await headerLines(environment, options);
  if (options.lfs) {
    const { lines, results } = await measureLfs(environment, options, log, shutdown);
    log.print(['', header[0], header[1], '', ...lines, ''].join('\n'));
    return save(options, { header, results });
  }
  if (options.scale) {
    const { lines, ratios } = await measureScale(environment, options, log);
    log.print(['', header[0], header[1], '', ...lines, ''].join('\n'));
    return save(options, { header, ratios });
  }
  const measureRest = (rows: unknown[]) => {
    const saveAll = (effects: EffectsResults) => save(options, { header, rows, effects });
    return measureAllEffects(environment, options, log, shutdown, saveAll);
  };
  if (options.effects) {
    const lines = await measureRest([]);
    return log.print(['', header[0], header[1], '', ...lines].join('\n'));
  }
  const fixture = await createFixture({ ...environment, log }, sizesOf(options));
  header.push(await idleLine(environment.meter, options.warmUp + options.seconds));
  const endpoints = allEndpoints(fixture, environment.folder);
  const chosen = endpoints.filter(({ name }) => options.only.some((text) => name.toLowerCase().includes(text)));
  const rows = [];
  for (const endpoint of chosen) {
    rows.push(await log.step(endpoint.name, () => measureEndpoint(endpoint, environment, options)));
    // Results are saved after each endpoint, so that a later failure does not lose them.
    save(options, { header, rows });
  }
  log.print(['', ...header, '', ...latencyTable(rows), '', ...costTable(rows), ''].join('\n'));
  log.print((await measureRest(rows)).join('\n'));
}

function save({ json }: BenchOptions, results: Record<string, unknown>) {
  if (json) writeFileSync(json, JSON.stringify(results, null, 2));
}
