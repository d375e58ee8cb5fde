// Checks a storage that cannot be written: writes are refused with the reason, and reads continue.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load } from './load.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;

/**
 * Adds problems to the unexpected responses.
 * @param expectedReason pattern that refusals must match
 */
export async function checkRefusals({ api, ledger, project, remote }: Load, fault: string, expectedReason: RegExp) {
  const path = `/projects/${project.id}/repository`;
  const report = (what: string) => void ledger.unexpected.push(`${fault}: ${what}`);
  const expectRefused = async (method: string, target: string, body: object) => {
    const response = await api(method, target, body).catch(String);
    if (typeof response === 'string' || response.status !== 503 || !expectedReason.test(JSON.stringify(response.body)))
      report(`${method} ${target} is ${JSON.stringify(response)}`);
    else if (!response.headers.get('retry-after')) report(`${method} ${target} has no Retry-After`);
  };
  const expectReadable = async (target: string) => {
    const response = await api('GET', target).catch(String);
    if (typeof response === 'string' || response.status !== 200) report(`GET ${target} is ${JSON.stringify(response)}`);
  };
  const name = `refused-${randomBytes(6).toString('hex')}`;
  const file = { branch: project.default_branch, content: randomBytes(64).toString('hex'), commit_message: name };
  await Promise.all([
    expectRefused('POST', `${path}/files/${name}`, file),
    expectRefused('POST', `${path}/branches`, { branch: name, ref: project.default_branch }),
    expectRefused('POST', `${path}/tags`, { tag_name: name, ref: project.default_branch, message: name }),
    expectRefused('POST', `/projects/${project.id}/wikis`, { title: name, content: name }),
    expectReadable(`${path}/commits`),
    expectReadable(`${path}/branches`),
    expectReadable(`/projects/${project.id}`),
    checkPush(remote, name, expectedReason, report),
  ]);
}

async function checkPush(remote: string, branch: string, expectedReason: RegExp, report: (what: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-refused-'));
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Faults', '-c', 'user.email=faults@example.com', ...args], {
      ...{ cwd: folder, env, timeout: TIMEOUT_MS },
    });
  try {
    await git('clone', '-q', '--depth', '1', remote, '.');
    writeFileSync(join(folder, branch), branch);
    await git('add', '.');
    await git('commit', '-q', '-m', branch);
    const output = await git('push', 'origin', `HEAD:refs/heads/${branch}`).then(
      () => 'accepted',
      (error: { stderr?: string }) => String(error.stderr),
    );
    if (!expectedReason.test(output)) report(`a push is rejected with: ${output}`);
  } catch (error) {
    report(`a clone failed: ${(error as { stderr?: string }).stderr ?? error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
