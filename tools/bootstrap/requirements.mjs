// Requirements of the machine and the dependencies of the repository: checked and installed first.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Root of the repository. */
export const root = join(import.meta.dirname, '../..');

const MIN_NODE = [20, 19];
const MIN_GIT = [2, 38];

/** Seconds between two lines that show the progress of the installation. */
const PROGRESS_SECONDS = 15;

/** A failure whose message is a whole sentence for the person at the terminal. */
export class RequirementError extends Error {}

/** @throws {RequirementError} when Node or git is missing or too old */
export function checkMachine() {
  requireVersion('Node', process.versions.node, MIN_NODE);
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    throw new RequirementError(`git ${MIN_GIT.join('.')} or newer is needed, and there is no git on the PATH.`);
  }
  requireVersion('git', /(\d+\.\d+[.\d]*)/.exec(stdout)?.[1] ?? '0.0', MIN_GIT);
}

/** @param {string} name @param {string} version @param {number[]} oldest major and minor */
function requireVersion(name, version, [oldMajor = 0, oldMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
  throw new RequirementError(`${name} ${oldMajor}.${oldMinor} or newer is needed, this is ${version}.`);
}

/** Installs the dependencies of the lock file when they are missing or older than it. */
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
  // With CI, pnpm replaces node_modules without a question; without the log level, it prints errors
  // under `npm --silent` too.
  const env = { ...process.env, CI: 'true', npm_config_loglevel: undefined };
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
