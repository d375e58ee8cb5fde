// `npm run structure`: prints the structure of each package in figures: files without tests, cycles
// and import rule violations of dependency-cruiser (.dependency-cruiser.cjs), and the largest
// number of entries in one folder, operations excluded; then the figures of the areas of each
// service (`scripts/structure/areas.ts`).

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runMain } from '../lib/fail.ts';
import { root } from '../lib/root.ts';
import { measureService, SERVICES_WITH_AREAS, violationsOf } from '../structure/areas.ts';

const places = ['packages', 'services', 'gateway/src', 'program/src'];
const suite = /\.test\.ts$|\/testing\//;

interface Module {
  source: string;
}
interface Violation {
  from: string;
  rule: { name: string };
}

async function cruise(): Promise<{ modules: Module[]; summary: { violations: Violation[] } }> {
  const options = { cwd: root, maxBuffer: 512 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/depcruise'),
    ['--output-type', 'json', ...places],
    options,
  ).catch((error) => error);
  return JSON.parse(stdout);
}

/** @returns `packages/rpc`, `services/geo`, `gateway` or `program` */
function packageOf(path: string): string {
  return path
    .split('/')
    .slice(0, /^(gateway|program)\//.test(path) ? 1 : 2)
    .join('/');
}

/** @returns the folder with the most entries, and their number */
function widest(files: string[]): [string, number] {
  const names: Map<string, Set<string>> = new Map();
  for (const file of files) {
    for (let path = file; path.includes('/'); path = dirname(path)) {
      const folder = dirname(path);
      names.set(folder, (names.get(folder) ?? new Set()).add(path));
    }
  }
  const counts = [...names].map(([folder, { size }]) => [folder, size] as [string, number]);
  return counts
    .filter(([folder]) => !folder.endsWith('/operations'))
    .reduce((largest, next) => (next[1] > largest[1] ? next : largest), ['', 0]);
}

/** Prints the figures of areas. Returns whether a service violates the rules that it follows. */
async function printAreas(): Promise<boolean> {
  console.log('\nservice | areas | in import cycles | past public interfaces | wide parameters | widest interface');
  console.log('--- | --- | --- | --- | --- | ---');
  let isViolated = false;
  for (const name of (await readdir(join(root, 'services'))).sort()) {
    const figures = await measureService(name);
    const { areas, cycles, deepImports, wideParameters, interfaces } = figures;
    const [widestName = '', fields = 0] = [...interfaces].sort(([, one], [, other]) => other - one)[0] ?? [];
    const columns = [areas, cycles.flat().length, deepImports.length, wideParameters.length, `${widestName} ${fields}`];
    console.log([name, ...columns].join(' | '));
    if (!SERVICES_WITH_AREAS.includes(name)) continue;
    for (const violation of violationsOf(figures)) {
      console.log(`  ${violation}`);
      isViolated = true;
    }
  }
  return isViolated;
}

await runMain(async () => {
  const { modules, summary } = await cruise();
  const files = modules
    .map(({ source }) => source)
    .filter((path) => /^(packages|services|gateway|program)\//.test(path));
  const sources = files.filter((path) => path.includes('/src/') && path.endsWith('.ts') && !suite.test(path));
  const found = (name: string, rule: string) =>
    summary.violations.filter(({ from, rule: { name: broken } }) => packageOf(from) === name && broken === rule).length;
  console.log('package | files | cycles | upward imports | largest folder');
  console.log('--- | --- | --- | --- | ---');
  for (const name of [...new Set(sources.map(packageOf))].sort()) {
    const own = sources.filter((path) => packageOf(path) === name);
    const [folder, count] = widest(own.map((path) => path.slice(name.length + 1)));
    const upward = found(name, 'operations-from-index') + found(name, 'consumers-from-main');
    console.log([name, own.length, found(name, 'no-circular'), upward, `${folder} ${count}`].join(' | '));
  }
  const isViolated = await printAreas();
  return isViolated || summary.violations.some(({ rule }) => rule.name !== 'operations-from-index') ? 1 : 0;
});
