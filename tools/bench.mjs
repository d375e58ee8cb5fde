// `npm run bench`: what each endpoint reaches and costs, on a mesh and engines of its own in a temporary folder.
// It reports; it never judges.

import { writeFileSync } from 'node:fs';
import { allEndpoints } from './bench/endpoints/index.mjs';
import { makeFixture, sizesOf } from './bench/fixture/index.mjs';
import { measureEndpoint } from './bench/measure-endpoint.mjs';
import { readOptions, usage } from './bench/options.mjs';
import { costTable, headerLines, idleLine, latencyTable } from './bench/report.mjs';
import { measureScale } from './bench/scale/index.mjs';
import { startSurroundings } from './bench/surroundings.mjs';
import { build } from './build.mjs';
import { runMain } from './lib/fail.mjs';
import { createLog } from './lib/log.mjs';
import { createStops } from './lib/stops.mjs';

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

/**
 * @param {import('./bench/options.mjs').BenchOptions} options
 * @param {import('./lib/log.mjs').Log} log
 * @param {import('./lib/stops.mjs').Stops} stops
 */
async function bench(options, log, stops) {
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

/** @param {import('./bench/options.mjs').BenchOptions} options @param {Record<string, unknown>} results */
function save({ json }, results) {
  if (json) writeFileSync(json, JSON.stringify(results, null, 2));
}
