// What the machine must bring, and what the repository's dependencies need: checked and installed before anything else.

import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from './fail.mjs';
import { run, tail } from './processes.mjs';

/** Root of the repository. */
export const root = join(import.meta.dirname, '../..');

const oldestNode = [20, 19];
const oldestGit = [2, 38];

/**
 * @throws {PlainError} one sentence when Node or git is missing or too old
 */
export async function checkMachine() {
  if (!isAtLeast(process.versions.node, oldestNode)) {
    throw new PlainError(`Node ${oldestNode.join('.')} or newer is needed, this is ${process.versions.node}.`);
  }
  const git = await run('git', ['--version']).catch(() => undefined);
  if (!git) throw new PlainError(`git ${oldestGit.join('.')} or newer is needed, and there is no git on the PATH.`);
  const version = /(\d+\.\d+[.\d]*)/.exec(git.output)?.[1] ?? '0.0';
  if (!isAtLeast(version, oldestGit))
    throw new PlainError(`git ${oldestGit.join('.')} or newer is needed, this is ${version}.`);
}

/** @param {string} version @param {number[]} oldest major and minor */
function isAtLeast(version, [oldMajor = 0, oldMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldMajor || (major === oldMajor && minor >= oldMinor);
}

/**
 * Installs the dependencies of the lock file when they are missing or older than it.
 * @param {import('./log.mjs').Log} log
 */
export async function installDependencies(log) {
  const lockFile = join(root, 'pnpm-lock.yaml');
  // pnpm writes this file at the end of every installation.
  const mark = join(root, 'node_modules/.modules.yaml');
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(lockFile).mtimeMs) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await log.step(`Installing dependencies with ${packageManager}`, async () => {
    // pnpm asks nothing when it must replace node_modules, and tells what is wrong also under `npm --silent`.
    const env = { ...process.env, CI: 'true', npm_config_loglevel: undefined };
    const args = ['--yes', packageManager, 'install', '--frozen-lockfile'];
    const { code, output } = await run('npx', args, { cwd: root, env, onLine: log.progress });
    if (code !== 0) throw new PlainError(`The dependencies cannot be installed: ${tail(output, 12)}`);
    utimesSync(mark, new Date(), new Date());
  });
}
