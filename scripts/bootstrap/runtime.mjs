// The Node runtime: npm packages that contain its binaries, at the locked versions.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { compileCacheFolder } from './cache-folder.cjs';
import { RequirementError, root } from './requirements.mjs';

const MAJOR = 24;

/** @typedef {{ path: string, version: string }} Runtime */

/**
 * @returns {Runtime} the installed one; the machine's own if none exists for its platform
 * @throws {RequirementError} if neither can run the programs
 */
export function findRuntime() {
  const platform = `${process.platform}-${process.arch}`;
  const installed = findInstalled(`node-${platform}`);
  if (installed) return installed;
  const { node: version } = process.versions;
  if (Number(version.split('.')[0]) >= MAJOR) return { path: process.execPath, version };
  throw new RequirementError(
    `Node ${MAJOR} or newer is needed, this is ${version}, and no npm package with Node ${MAJOR} ` +
      `works on ${platform}. Install Node ${MAJOR}: https://nodejs.org/en/download`,
  );
}

/** @param {string} name of a package @returns {Runtime | undefined} undefined if it does not run */
function findInstalled(name) {
  const path = resolveBinary(name);
  if (path === undefined) return undefined;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? { path, version: stdout.trim().replace(/^v/, '') } : undefined;
}

/** @param {string} name @returns {string | undefined} undefined if it is not installed */
function resolveBinary(name) {
  const { resolve } = createRequire(join(root, 'scripts/package.json'));
  try {
    return join(dirname(resolve(`${name}/package.json`)), 'bin/node');
  } catch {
    return undefined;
  }
}

/**
 * Puts the runtime first in PATH, so that programs that look up `node` use it too, and lets it keep
 * compiled code: a program that is written in TypeScript then starts in half the time, and needs a
 * third less memory, because the compiler of its types is not loaded.
 * @param {Runtime} runtime
 * @returns {NodeJS.ProcessEnv}
 */
export function createRuntimeEnvironment({ path }) {
  return {
    NODE_COMPILE_CACHE: compileCacheFolder(),
    ...process.env,
    PATH: [dirname(path), process.env.PATH].filter(Boolean).join(delimiter),
  };
}
