// `npm run messages`: writes the texts of the pages into the catalogues, where they are translated;
// with `--check`, says what the catalogues lack, and which translations are missing.

import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { runMain } from '../lib/fail.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

const program = join(root, 'web/node_modules/@lingui/cli/dist/lingui.js');

async function runTool(...args: string[]): Promise<number> {
  const options = ['--config', join(root, 'web/lingui.config.ts')];
  const { code } = await run(process.execPath, [program, ...args, ...options], { cwd: root, inherit: true });
  return code ?? 1;
}

await runMain(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (!values.check) return runTool('extract', '--clean', '--workers', '1');
  return (await runTool('check', 'sync', '--clean')) || (await runTool('check', 'missing'));
});
