// Builds the previous version: the last release, or the previous commit. Unchanged build output and
// dependencies are copied from this checkout.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBaseline } from '../commands/breaking.ts';
import { runOrFail } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

/** All installed packages of others. */
const store = join(root, 'node_modules/.pnpm/node_modules');

/** @returns the version, or why it is unavailable */
export function findEarlierVersion(): { commit: string } | { obstacle: string } {
  const commit = findBaseline();
  if (!commit) return { obstacle: 'this checkout has no history' };
  const { stdout } = spawnSync('git', ['show', `${commit}:pnpm-lock.yaml`], { cwd: root, encoding: 'utf8' });
  const own = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  return externalPackages(stdout) === externalPackages(own) ? { commit } : { obstacle: 'its dependencies differ' };
}

/** The part of a lock file about packages of others; packages of the project may come and go. */
function externalPackages(lockFile: string) {
  return lockFile.slice(lockFile.indexOf('\npackages:'));
}

/** @param folder new; becomes a checkout with built packages */
export async function buildEarlierVersion(commit: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'sources.tar');
  await runOrFail('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: root });
  await runOrFail('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of packages()) {
    if (!existsSync(join(folder, name))) continue;
    // Links between packages are relative, so they resolve to the packages of the earlier version.
    takeOver(folder, join(name, 'node_modules'));
    takeOver(folder, join(name, 'dist'));
    linkMissing(folder, name);
  }
  takeOver(folder, 'proto/gen');
  const changed = (await runOrFail('git', ['diff', '--name-only', commit], { cwd: root })).split('\n').filter(Boolean);
  const now = new Date();
  // Output that is older than its source is compiled again.
  for (const path of changed) if (existsSync(join(folder, path))) utimesSync(join(folder, path), now, now);
  const isContractSame = changed.every((path) => !path.startsWith('proto/'));
  const program = isContractSame
    ? ['--input-type=module', '-e', `await (await import('./${programOf(folder, 'build/emit')}')).emit()`]
    : [programOf(folder, 'build')];
  await runOrFail(process.execPath, program, { cwd: folder });
}

/** Build programs; earlier versions have them in another folder or language. */
function programOf(folder: string, name: string) {
  const paths = [
    `scripts/commands/${name}.ts`,
    `scripts/${name}.ts`,
    `tools/commands/${name}.ts`,
    `tools/${name}.ts`,
    `tools/${name}.mjs`,
    `scripts/${name}.mjs`,
  ];
  const path = paths.find((one) => existsSync(join(folder, one)));
  if (path === undefined) throw new Error(`${folder} has no program ${name}`);
  return path;
}

/** Folders of all packages. */
function packages() {
  const services = readdirSync(join(root, 'services')).map((name) => `services/${name}`);
  const libraries = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  return ['proto', 'gateway', 'web', ...libraries, ...services];
}

/** Links dependencies that a package had and that other packages still have. */
function linkMissing(folder: string, name: string) {
  const manifest = join(folder, name, 'package.json');
  if (!existsSync(manifest)) return;
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const dependency of Object.keys(dependencies)) {
    const [link, stored] = [join(folder, name, 'node_modules', dependency), join(store, dependency)];
    if (existsSync(link) || !existsSync(stored)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(stored, link);
  }
}

function takeOver(folder: string, path: string) {
  const from = join(root, path);
  if (!existsSync(from)) return;
  const isNeeded = (file: string) => !/\.(d\.ts|tsbuildinfo)(\.map)?$/.test(file);
  cpSync(from, join(folder, path), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
}
