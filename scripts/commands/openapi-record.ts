// `npm run openapi:record`: runs the suites that speak HTTP to a mesh and stores the refusals and
// examples of each operation for the API reference.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { mergeRecords, type RecordedOperation } from '../openapi/recorder.ts';

const file = join(root, 'gateway/reference/recorded-operations.json');

const usage = `Usage: npm run openapi:record -- [PATH...] [options]
  PATH           paths of suites, or parts of them; all suites that speak HTTP by default
  --from FOLDER  runs no suite, and merges what FORGE_OPENAPI_RECORD=FOLDER npm test recorded
  --help         show this`;

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  if (values.from !== undefined) return merge(values.from);
  const log = createLog();
  await build({ log });
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-openapi-'));
  try {
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...positionals, '--selectProjects', 'service', 'story'];
    const env = { ...process.env, FORGE_OPENAPI_RECORD: folder };
    await run(process.execPath, jest, { cwd: root, env });
    merge(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function merge(folder: string) {
  const earlier = JSON.parse(readFileSync(file, 'utf8')) as Record<string, RecordedOperation>;
  const merged = mergeRecords(folder, earlier);
  writeFileSync(file, `${JSON.stringify(merged, null, 1)}\n`);
  console.log(`${Object.keys(merged).length} operations are recorded in gateway/reference`);
}
