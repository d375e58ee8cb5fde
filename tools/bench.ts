// `npm run bench`: what each endpoint reaches and costs, on a mesh and engines of its own in a
// temporary folder. It reports; it never judges.

import { writeFileSync } from 'node:fs';
import { allEndpoints } from './bench/endpoints/index.ts';
import { makeFixture, sizesOf } from './bench/fixture/index.ts';
import { measureEndpoint } from './bench/measure-endpoint.ts';
import { readOptions, usage, type BenchOptions } from './bench/options.ts';
import { costTable, headerLines, idleLine, latencyTable } from './bench/report.ts';
import { measureScale } from './bench/scale/index.ts';
import { startSurroundings } from './bench/surroundings.ts';
import { build } from './build.ts';
import { runMain } from './lib/fail.ts';
import { createLog, type Log } from './lib/log.ts';
import { createStops, type Stops } from './lib/stops.ts';

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const log = createLog();
  const stops = createStops(log);
  try {
    await build({ log });
    await bench(options, log, stops);
  } catch (error) {
    // What was under way when Ctrl-C came may fail: that is no news.
    if (stops.isStopping()) return stops.finished();
    await stops.all();
    throw error;
  }
  return stops.all();
});

async function bench(options: BenchOptions, log: Log, stops: Stops) {
  const surroundings = await startSurroundings(log, stops);
  const header = await headerLines(surroundings, options);
  if (options.scale) {
    const { lines, ratios } = await measureScale(surroundings, options, log);
    log.say(['', header[0], header[1], '', ...lines, ''].join('\n'));
    return save(options, { header, ratios });
  }
  const fixture = await makeFixture({ ...surroundings, log }, sizesOf(options));
  header.push(await idleLine(surroundings.meter, options.warmUp + options.seconds));
  const endpoints = allEndpoints(fixture, surroundings.folder);
  const chosen = endpoints.filter(({ name }) => options.only.some((text) => name.toLowerCase().includes(text)));
  const rows = [];
  for (const endpoint of chosen) {
    rows.push(await log.step(endpoint.name, () => measureEndpoint(endpoint, surroundings, options)));
    // What was measured is kept when a later endpoint ends the run.
    save(options, { header, rows });
  }
  log.say(['', ...header, '', ...latencyTable(rows), '', ...costTable(rows), ''].join('\n'));
}

function save({ json }: BenchOptions, results: Record<string, unknown>) {
  if (json) writeFileSync(json, JSON.stringify(results, null, 2));
}
