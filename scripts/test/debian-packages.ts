// Downloads Debian packages of clients with their dependencies and unpacks them into the cache
// folder. Nothing is installed, and root is not needed.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../bootstrap/cache-folder.cjs';
import { which } from '../lib/processes.ts';

const waitTimeoutMs = 180_000;

/**
 * Synchronous, because suites decide while they are loaded whether to run.
 * @returns the folder that acts as `/`; undefined if the packages are unavailable
 */
export function unpackDebianPackages(packages: string[]): string | undefined {
  if (!which('apt-get') || !which('dpkg-deb')) return undefined;
  const missing = missingOf(packages);
  if (!missing) return undefined;
  const version = createHash('sha256').update(missing.join('\n')).digest('hex').slice(0, 16);
  const folder = join(cacheFolder(), `debian-${packages.join('-')}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder(), { recursive: true });
  const temporary = mkdtempSync(`${folder}.tmp-`);
  try {
    if (!fetchInto(temporary, missing)) return undefined;
    // Another worker may have finished first.
    if (!existsSync(folder)) renameSync(join(temporary, 'root'), folder);
    return folder;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Packages and dependencies that the machine lacks, with versions. They are resolved once for each
 * state of the machine's packages, because that takes seconds.
 */
function missingOf(packages: string[]): string[] | undefined {
  const file = join(cacheFolder(), `debian-${packages.join('-')}.json`);
  const state = ['/var/lib/dpkg/status', '/var/lib/apt/lists'].map(stampOf).join();
  if (existsSync(file)) {
    const known = JSON.parse(readFileSync(file, 'utf8')) as { state: string; missing: string[] };
    if (known.state === state) return known.missing;
  }
  const missing = resolveMissing(packages);
  if (missing) {
    mkdirSync(cacheFolder(), { recursive: true });
    writeFileSync(`${file}-${process.pid}`, JSON.stringify({ state, missing }));
    renameSync(`${file}-${process.pid}`, file);
  }
  return missing;
}

function stampOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function resolveMissing(packages: string[]): string[] | undefined {
  const options = ['--simulate', '--no-install-recommends', 'install', ...packages];
  const { status, stdout } = spawnSync('apt-get', options, { encoding: 'utf8', timeout: waitTimeoutMs });
  if (status !== 0) return undefined;
  return [...stdout.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(([, name, version]) => `${name}=${version}`);
}

/** @returns whether all packages were downloaded */
function fetchInto(folder: string, packages: string[]): boolean {
  const root = join(folder, 'root');
  mkdirSync(root);
  if (packages.length === 0) return true;
  const fetched = spawnSync('apt-get', ['download', '--quiet', ...packages], { cwd: folder, timeout: waitTimeoutMs });
  if (fetched.status !== 0) return false;
  const archives = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  return archives.every((name) => spawnSync('dpkg-deb', ['-x', join(folder, name), root]).status === 0);
}
