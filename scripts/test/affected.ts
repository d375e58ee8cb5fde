// The suites that a change affects: those of the changed packages and of all packages that depend
// on them, and the stories that `affected-stories.json` lists for the changed folders.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { root } from '../lib/root.ts';
import stories from './affected-stories.json' with { type: 'json' };

/** A package of the workspace. */
export interface WorkspacePackage {
  /** `services/geo`. */
  folder: string;
  name: string;
  /** Names of its dependencies. */
  dependencies: string[];
  /** Services whose contract it imports. */
  contracts: string[];
}

/** Folders of `scripts/` that only their own suites depend on, and the stories listed for them. */
const ownTools = /^scripts\/(?:backup|bench|coverage|faults|kubernetes|language|openapi|supply-chain)\//;

/** Files that every suite depends on. */
const global =
  /^(?:scripts\/(?!commands\/(?!test\.ts))|\.ci\/|jest\.config|tsconfig|package\.json$|pnpm-|proto\/(?:buf|package\.json|forgemesh\/api\/))/;

/**
 * Returns path patterns of the affected suites, and 'all' if the change affects every suite.
 * Documentation affects none. Changed suites of `test-e2e` are included, too.
 */
export function affectedSuites(
  changed: readonly string[],
  packages: readonly WorkspacePackage[],
): readonly string[] | 'all' {
  const code = changed.filter((path) => !path.endsWith('.md') && !path.startsWith('docs/'));
  if (code.some((path) => global.test(path) && !ownTools.test(path))) return 'all';
  const affected = new Set(packages.filter(({ folder }) => code.some((path) => path.startsWith(`${folder}/`))));
  for (const path of code) {
    const [, service] = /^proto\/forgemesh\/(\w+)\//.exec(path) ?? [];
    for (const found of packages) {
      const owns = service !== undefined && found.folder.endsWith(`/${service}`);
      if (owns || (service !== undefined && found.contracts.includes(service))) affected.add(found);
    }
  }
  // A set visits members that are added while it is iterated.
  for (const { name } of affected) {
    for (const dependent of packages) if (dependent.dependencies.includes(name)) affected.add(dependent);
  }
  const suites = new Set([...affected].map(({ folder }) => `${folder}/`));
  for (const path of code) {
    for (const suite of suitesFor(path)) suites.add(suite);
  }
  const patterns = [...suites].map((suite) => `${root}/${suite}${suite.endsWith('.ts') ? '$' : ''}`);
  return patterns.sort();
}

/** The suites that a changed file affects besides those of its package. */
function suitesFor(path: string): string[] {
  const listed = Object.entries(stories).flatMap(([folder, suites]) => (path.startsWith(folder) ? suites : []));
  const [ownFolder] = ownTools.exec(path) ?? [];
  if (ownFolder !== undefined) return [ownFolder, ...listed];
  if (path.startsWith('test-e2e/support/')) return ['test-e2e/'];
  if (path.startsWith('test-e2e/') && path.endsWith('.test.ts')) return [path];
  return path.startsWith('web/') ? ['web/', ...listed] : listed;
}

/** Files that differ from a revision, including uncommitted and new ones. */
export function changedSince(revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const committed = git('diff', '--name-only', '-z', revision);
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
    return `${committed}${untracked}`.split('\0').filter(Boolean);
  } catch {
    throw new PlainError(`git does not know the revision ${revision}`);
  }
}

/** The packages of the workspace that have suites. */
export function readPackages(): WorkspacePackage[] {
  const folders = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  return [...folders, 'gateway', 'program']
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map(readPackage);
}

function readPackage(folder: string): WorkspacePackage {
  const { name, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as { name: string; dependencies?: object; devDependencies?: object };
  const sources = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' });
  const contracts = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [
      ...readFileSync(join(root, folder, 'src', path), 'utf8').matchAll(/'@forgemesh\/proto\/(\w+)\/v1\//g),
    ])
    .map(([, service]) => service as string);
  return {
    folder,
    name,
    dependencies: Object.keys({ ...dependencies, ...devDependencies }),
    contracts: [...new Set(contracts)],
  };
}
