// Whether the contract still serves what was released: buf's check against the last release, or
// against the commit before this one.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from './lib/processes.ts';
import { root } from './lib/root.ts';
import type { Log } from './lib/log.ts';

/** Rejects with what buf says when a change of the protos breaks its users. */
export async function checkBreaking(log: Log) {
  const baseline = findBaseline();
  if (!baseline) return log.say('The contract is not compared: this checkout has no history');
  const against = `${join(root, '.git')}#ref=${baseline},subdir=proto`;
  const buf = join(root, 'node_modules/.bin/buf');
  const { code, output } = await run(buf, ['breaking', 'proto', '--against', against], { cwd: root });
  if (code !== 0) throw new Error(output.trim());
}

/** @returns the last release, or the commit before this one; none in a checkout without history */
export function findBaseline(): string | undefined {
  const release = git('describe', '--tags', '--abbrev=0', '--match=v*');
  const baseline = release.status === 0 ? release.stdout.trim() : 'HEAD~1';
  return git('cat-file', '-e', `${baseline}:proto/buf.yaml`).status === 0 ? baseline : undefined;
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' });
}
