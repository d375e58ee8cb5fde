// `npm run structure`: prints the structure of each package in figures: files without tests, cycles
// and import rule violations of dependency-cruiser (.dependency-cruiser.cjs), and the largest
// number of entries in one folder, operations excluded.

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runMain } from '../lib/fail.ts';
import { root } from '../lib/root.ts';

const places = ['packages', 'services', 'gateway/src', 'program/src', 'web/src'];
const suite = /\.test\.ts$|\/testing\//;
/** Rules that forbid imports of an upper layer. */
const upwardRules = ['operations-from-index', 'consumers-from-main', 'routes-above-pages', 'pages-above-components'];

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

/** @returns `packages/rpc`, `services/geo`, `gateway`, `program` or `web` */
function packageOf(path: string): string {
  return path
    .split('/')
    .slice(0, /^(gateway|program|web)\//.test(path) ? 1 : 2)
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

await runMain(async () => {
  const { modules, summary } = await cruise();
  const files = modules
    .map(({ source }) => source)
    .filter((path) => /^(packages|services|gateway|program|web)\//.test(path));
  const sources = files.filter((path) => path.includes('/src/') && /\.tsx?$/.test(path) && !suite.test(path));
  const found = (name: string, rule: string) =>
    summary.violations.filter(({ from, rule: { name: broken } }) => packageOf(from) === name && broken === rule).length;
  console.log('package | files | cycles | upward imports | largest folder');
  console.log('--- | --- | --- | --- | ---');
  for (const name of [...new Set(sources.map(packageOf))].sort()) {
    const own = sources.filter((path) => packageOf(path) === name);
    const [folder, count] = widest(own.map((path) => path.slice(name.length + 1)));
    const upward = upwardRules.reduce((count, rule) => count + found(name, rule), 0);
    const cycles = found(name, 'no-circular') + found(name, 'no-circular-folders-of-pages');
    console.log([name, own.length, cycles, upward, `${folder} ${count}`].join(' | '));
  }
  return summary.violations.some(({ rule }) => rule.name !== 'operations-from-index') ? 1 : 0;
});
