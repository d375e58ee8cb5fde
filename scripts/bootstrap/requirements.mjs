// Checks the requirements of the machine and installs the dependencies of the repository.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSecrets } from './environment.cjs';

/** Root of the repository. */
export const root = join(import.meta.dirname, '../..');

const MIN_NODE = [20, 19];
const MIN_GIT = [2, 38];

/** Seconds between two progress lines of the installation. */
const PROGRESS_SECONDS = 15;

/** An error whose message is a complete sentence for the person at the terminal. */
export class RequirementError extends Error {}

/** @throws {RequirementError} if Node or git is missing or too old */
export function checkMachine() {
  requireVersion('Node', process.versions.node, MIN_NODE);
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    throw new RequirementError(`git ${MIN_GIT.join('.')} or newer is required, but git is not on the PATH.`);
  }
  requireVersion('git', /(\d+\.\d+[.\d]*)/.exec(stdout)?.[1] ?? '0.0', MIN_GIT);
}

/** @param {string} name @param {string} version @param {number[]} oldest major and minor */
function requireVersion(name, version, [oldMajor = 0, oldMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
  throw new RequirementError(`${name} ${oldMajor}.${oldMinor} or newer is required, found ${version}.`);
}

/** Installs the locked dependencies if they are missing or older than the lock file. */
export async function installDependencies() {
  const lockFile = join(root, 'pnpm-lock.yaml');
  // pnpm writes this file at the end of every installation.
  const mark = join(root, 'node_modules/.modules.yaml');
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(lockFile).mtimeMs) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.error(`Installing dependencies with ${packageManager} ...`);
  const from = performance.now();
  const { code, output } = await runInstallation(['--yes', packageManager, 'install', '--frozen-lockfile']);
  if (code !== 0) {
    const reason = output.trim().split('\n').slice(-12).join(' | ').slice(-1500);
    throw new RequirementError(`The dependencies cannot be installed: ${reason}`);
  }
  utimesSync(mark, new Date(), new Date());
  const seconds = Math.round((performance.now() - from) / 1000);
  console.error(`Installing dependencies with ${packageManager} (${seconds} s)`);
}

/** @param {string[]} args of npx @returns {Promise<{ code: number | null, output: string }>} */
function runInstallation(args) {
  // CI makes pnpm replace node_modules without a prompt; without the log level, pnpm prints errors
  // under `npm --silent` too.
  const env = { ...withoutSecrets(process.env), CI: 'true', npm_config_loglevel: undefined };
  return new Promise((resolve, reject) => {
    const child = spawn('npx', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const showProgress = () => console.error(`  ${output.trim().split('\n').at(-1) ?? ''}`);
    const timer = setInterval(showProgress, PROGRESS_SECONDS * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (output += chunk));
    }
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      resolve({ code, output });
    });
  });
}
