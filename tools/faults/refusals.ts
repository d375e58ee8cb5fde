// Requests at a storage that takes no writes: writes are refused with its reason, and reads go on.

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
 * What is wrong is added to the answers that nothing excuses.
 * @param wanted the reason that refusals must name
 */
export async function checkRefusals({ ask, ledger, project, remote }: Load, fault: string, wanted: RegExp) {
  const path = `/projects/${project.id}/repository`;
  const complain = (what: string) => void ledger.wrong.push(`${fault}: ${what}`);
  const mustRefuse = async (method: string, target: string, body: object) => {
    const answer = await ask(method, target, body).catch(String);
    if (typeof answer === 'string' || answer.status !== 503 || !wanted.test(JSON.stringify(answer.body)))
      complain(`${method} ${target} is ${JSON.stringify(answer)}`);
    else if (!answer.headers.get('retry-after')) complain(`${method} ${target} has no Retry-After`);
  };
  const mustRead = async (target: string) => {
    const answer = await ask('GET', target).catch(String);
    if (typeof answer === 'string' || answer.status !== 200) complain(`GET ${target} is ${JSON.stringify(answer)}`);
  };
  const name = `refused-${randomBytes(6).toString('hex')}`;
  const file = { branch: project.default_branch, content: randomBytes(64).toString('hex'), commit_message: name };
  await Promise.all([
    mustRefuse('POST', `${path}/files/${name}`, file),
    mustRefuse('POST', `${path}/branches`, { branch: name, ref: project.default_branch }),
    mustRefuse('POST', `${path}/tags`, { tag_name: name, ref: project.default_branch, message: name }),
    mustRefuse('POST', `/projects/${project.id}/wikis`, { title: name, content: name }),
    mustRead(`${path}/commits`),
    mustRead(`${path}/branches`),
    mustRead(`/projects/${project.id}`),
    checkPush(remote, name, wanted, complain),
  ]);
}

async function checkPush(remote: string, branch: string, wanted: RegExp, complain: (what: string) => void) {
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
    const words = await git('push', 'origin', `HEAD:refs/heads/${branch}`).then(
      () => 'accepted',
      (error: { stderr?: string }) => String(error.stderr),
    );
    if (!wanted.test(words)) complain(`a push is answered: ${words}`);
  } catch (error) {
    complain(`a clone is answered: ${(error as { stderr?: string }).stderr ?? error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
