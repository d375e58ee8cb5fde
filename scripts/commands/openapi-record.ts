// `npm run openapi:record`: runs the suites that speak HTTP to a mesh and stores the refusals and
// examples of each operation for the API reference. `-- services/settings` runs some suites;
// `-- --from FOLDER` merges what `FORGE_OPENAPI_RECORD=FOLDER npm test` recorded.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { mergeRecords, type RecordedOperation } from '../openapi/recorder.ts';

const file = join(root, 'gateway/reference/recorded-operations.json');

await runMain(async () => {
  const [option, from] = process.argv.slice(2);
  if (option === '--from' && from !== undefined) return merge(from);
  const log = createLog();
  await build({ log });
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-openapi-'));
  try {
    const jest = [
      join(root, 'node_modules/jest/bin/jest.js'),
      ...process.argv.slice(2),
      '--selectProjects',
      'service',
      'story',
    ];
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
