// `npm run structure`: prints the structure of each package in figures: files without tests, cycles
// and import rule violations of dependency-cruiser (.dependency-cruiser.cjs), and the largest
// number of entries in one folder, operations excluded. For services, also how independent their
// areas are.

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runMain } from '../lib/fail.ts';
import { root } from '../lib/root.ts';
import { areaOf, findCycles, topFolderOf } from '../structure/areas.ts';
import { countWideParameters, dependencyInterfaces } from '../structure/dependencies.ts';
import { readSources } from '../structure/sources.ts';

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

/** Prints import cycles between areas, and how widely dependencies are passed. */
function printAreas(services: string[]): void {
  console.log('\nservice | areas in cycles | first-level folders in cycles | widest interface | wide parameters');
  console.log('--- | --- | --- | --- | ---');
  for (const service of services) {
    const sources = readSources(service);
    const [areas, folders] = [areaOf, topFolderOf].map((folderOf) => findCycles(sources, folderOf).flat().length);
    const [largest] = dependencyInterfaces(sources);
    const widestInterface = largest ? `${largest.name} ${largest.fields}` : '-';
    console.log([service, areas, folders, widestInterface, countWideParameters(sources)].join(' | '));
  }
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
  const services = [...new Set(sources.map(packageOf))].filter((name) => name.startsWith('services/'));
  printAreas(services.map((name) => name.slice('services/'.length)).sort());
  return summary.violations.some(({ rule }) => rule.name !== 'operations-from-index') ? 1 : 0;
});
