// `npm run openapi:check`: runs the suites that send HTTP requests to a mesh and prints every
// difference between a response and the OpenAPI document. `npm run openapi:check --
// services/settings` runs some of them. Test results are ignored; `npm test` checks them.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import type { Report } from '../openapi/response-check.ts';

await runMain(async () => {
  const log = createLog();
  await build({ log });
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-openapi-'));
  try {
    // The list of project names extends to the last argument.
    const jest = [
      join(root, 'node_modules/jest/bin/jest.js'),
      ...process.argv.slice(2),
      '--selectProjects',
      'service',
      'story',
    ];
    const env = { ...process.env, FORGE_OPENAPI_REPORT: folder };
    const { output } = await run(process.execPath, jest, { cwd: root, env });
    const reports = readReports(folder);
    if (reports.length === 0) throw new PlainError(`No suite ran:\n${output}`);
    const failed = output.split('\n').filter((line) => line.startsWith('FAIL'));
    if (failed.length > 0)
      console.log(`${failed.length} suites fail their own tests (npm test):\n${failed.join('\n')}\n`);
    return print(reports) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function readReports(folder: string): Report[] {
  return readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Report);
  });
}

/** @returns whether there are no differences */
function print(reports: Report[]): boolean {
  const differences = new Map(reports.flatMap(({ violations }) => violations.map((found) => [found.key, found])));
  const operations = groupByOperation([...differences.values()]);
  for (const [operation, found] of [...operations].sort(([left], [right]) => (left < right ? -1 : 1))) {
    console.log(operation);
    for (const { text, test } of found) console.log(`  ${text}\n    in: ${test}`);
  }
  const counts = reports.flatMap(({ counts: some }) => Object.entries(some));
  const responses = counts.reduce((sum, [, count]) => sum + count, 0);
  const reached = new Set(counts.map(([name]) => name.replace(/ \d+$/, '')));
  const ms = reports.reduce((sum, report) => sum + report.ms, 0);
  console.log(
    `${responses} responses of ${reached.size} operations checked (${(ms / responses).toFixed(3)} ms of processor time each), ` +
      `${differences.size} differences in ${operations.size} operations`,
  );
  return differences.size === 0;
}

function groupByOperation(violations: Report['violations']): Map<string, Report['violations']> {
  const groups: Map<string, Report['violations']> = new Map();
  for (const violation of violations) {
    groups.set(violation.operation, [...(groups.get(violation.operation) ?? []), violation]);
  }
  return groups;
}
