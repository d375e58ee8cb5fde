// Checks that the protos stay compatible: runs `buf breaking` against the last release, or against
// the previous commit.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import type { Log } from '../lib/log.ts';

/** Rejects with the output of buf if a proto change is breaking. */
export async function checkBreaking(log: Log) {
  const baseline = findBaseline();
  if (!baseline) return log.print('Skipping the check for breaking changes: this checkout has no history');
  const against = `${join(root, '.git')}#ref=${baseline},subdir=proto`;
  const buf = join(root, 'node_modules/.bin/buf');
  const { code, output } = await run(buf, ['breaking', 'proto', '--against', against], { cwd: root });
  if (code !== 0) throw new Error(output.trim());
}

/** @returns the last release, or the previous commit; undefined in a checkout without history */
export function findBaseline(): string | undefined {
  const release = git('describe', '--tags', '--abbrev=0', '--match=v*');
  const baseline = release.status === 0 ? release.stdout.trim() : 'HEAD~1';
  return git('cat-file', '-e', `${baseline}:proto/buf.yaml`).status === 0 ? baseline : undefined;
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' });
}
