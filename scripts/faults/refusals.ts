// Checks a storage that cannot be written: writes are refused with the reason, and reads continue.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitClient } from '../lib/git-client.ts';
import type { Load } from './load.ts';

const TIMEOUT_MS = 30_000;
/** Attempts of a write that must be refused. */
const MAX_ATTEMPTS = 5;
/** Stands for the name of a new file in a path. */
const NAME = ':name';

const newName = () => `refused-${randomBytes(6).toString('hex')}`;

/**
 * Adds problems to the unexpected responses.
 * @param expectedReason pattern that refusals must match
 */
export async function checkRefusals({ api, ledger, project, remote }: Load, fault: string, expectedReason: RegExp) {
  const path = `/projects/${project.id}/repository`;
  const report = (what: string) => void ledger.unexpected.push(`${fault}: ${what}`);
  const expectRefused = async (method: string, target: string, bodyOf: (name: string) => object) => {
    for (let attempts = 1; ; attempts++) {
      const name = newName();
      const response = await api(method, target.replace(NAME, name), bodyOf(name)).catch(String);
      // Files that are removed in the meantime, such as packs of clones, make room for few writes.
      if (typeof response !== 'string' && response.status === 201 && attempts < MAX_ATTEMPTS) continue;
      if (
        typeof response === 'string' ||
        response.status !== 503 ||
        !expectedReason.test(JSON.stringify(response.body))
      )
        report(`${method} ${target} is ${JSON.stringify(response)}`);
      else if (!response.headers.get('retry-after')) report(`${method} ${target} has no Retry-After`);
      return;
    }
  };
  const expectReadable = async (target: string) => {
    const response = await api('GET', target).catch(String);
    if (typeof response === 'string' || response.status !== 200) report(`GET ${target} is ${JSON.stringify(response)}`);
  };
  const branch = project.default_branch;
  const content = randomBytes(64).toString('hex');
  await Promise.all([
    expectRefused('POST', `${path}/files/${NAME}`, (name) => ({ branch, content, commit_message: name })),
    expectRefused('POST', `${path}/branches`, (name) => ({ branch: name, ref: branch })),
    expectRefused('POST', `${path}/tags`, (name) => ({ tag_name: name, ref: branch, message: name })),
    expectRefused('POST', `/projects/${project.id}/wikis`, (name) => ({ title: name, content: name })),
    expectReadable(`${path}/commits`),
    expectReadable(`${path}/branches`),
    expectReadable(`/projects/${project.id}`),
    checkPush(remote, newName(), expectedReason, report),
  ]);
}

async function checkPush(remote: string, branch: string, expectedReason: RegExp, report: (what: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-refused-'));
  const config = ['user.name=Faults', 'user.email=faults@example.com'];
  const git = gitClient(folder, { config, timeoutMs: TIMEOUT_MS });
  try {
    await git.clone(remote, '.', { '--depth': 1 });
    writeFileSync(join(folder, branch), branch);
    await git.add('.').commit(branch);
    const output = await git.push('origin', `HEAD:refs/heads/${branch}`).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    if (!expectedReason.test(output)) report(`a push is rejected with: ${output}`);
  } catch (error) {
    report(`a clone failed: ${error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
