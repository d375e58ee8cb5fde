// Whether the contract still serves what was released: buf's check against the last release, or against the commit before this one.

import { join } from 'node:path';
import { run } from './lib/processes.mjs';
import { root } from './lib/requirements.mjs';

/** Rejects with what buf says when a change of the protos breaks its users. */
export async function checkBreaking() {
  const baseline = await findBaseline();
  if (!baseline) return;
  const against = `${join(root, '.git')}#ref=${baseline},subdir=proto`;
  const buf = join(root, 'node_modules/.bin/buf');
  const { code, output } = await run(buf, ['breaking', 'proto', '--against', against], { cwd: root });
  if (code !== 0) throw new Error(output.trim());
}

/** @returns {Promise<string | undefined>} a commit that has protos; none in a checkout without history */
async function findBaseline() {
  const release = await run('git', ['describe', '--tags', '--abbrev=0', '--match=v*'], { cwd: root });
  const baseline = release.code === 0 ? release.output.trim() : 'HEAD~1';
  const protos = await run('git', ['cat-file', '-e', `${baseline}:proto/buf.yaml`], { cwd: root });
  return protos.code === 0 ? baseline : undefined;
}
