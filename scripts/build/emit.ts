// Compiles the TypeScript sources of every package to JavaScript, file by file and without type
// checking; `npm run types` checks types.

import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Options } from '@swc/core';
import { PlainError } from '../lib/fail.ts';
import { root } from '../lib/root.ts';
import { discardBundles } from './bundle.ts';

interface Emission {
  source: string;
  target: string;
}

/** Many systems limit a process to 1,024 open files. */
const MAX_OPEN_FILES = 64;

/** Matches tsconfig.base.json. `import()` is kept, because it loads ES modules. */
const options: Options = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  module: { type: 'commonjs', ignoreDynamic: true },
  sourceMaps: true,
};

/**
 * Compiles files whose output is missing or outdated, and deletes output without a source.
 * @throws {PlainError} with the first problem if a source does not parse
 */
export async function emit() {
  const packages = await Promise.all((await packageFolders()).map(emissionsOf));
  const due = (await Promise.all(packages.flat().map(async (one) => ((await isFresh(one)) ? [] : [one])))).flat();
  if (due.length > 0) discardBundles();
  // Each worker takes the next pending file.
  const rest = due.values();
  await Promise.all(
    Array.from({ length: MAX_OPEN_FILES }, async () => {
      for (const one of rest) await emitOne(one);
    }),
  );
}

/** Packages that run from JavaScript; test suites run from their sources. */
async function packageFolders(): Promise<string[]> {
  const below = async (folder: string) =>
    (await readdir(join(root, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, folder, name));
  return [
    ...['proto', 'gateway', 'program'].map((folder) => join(root, folder)),
    ...(await below('packages')),
    ...(await below('services')),
  ];
}

async function emissionsOf(folder: string): Promise<Emission[]> {
  const isGenerated = folder === join(root, 'proto');
  const from = isGenerated ? folder : join(folder, 'src');
  const to = join(folder, 'dist');
  const sources = (await filesBelow(from)).filter((file) => file.endsWith('.ts') && !isForTests(file));
  const emissions = sources.map((source) => ({
    source,
    target: join(to, relative(from, source).replace(/\.ts$/, '.js')),
  }));
  const targets = new Set(emissions.map(({ target }) => target));
  const stale = (await filesBelow(to)).filter((file) => file.endsWith('.js') && !targets.has(file));
  if (stale.length > 0) discardBundles();
  await Promise.all(stale.flatMap((file) => [rm(file), rm(`${file}.map`, { force: true })]));
  return emissions;
}

function isForTests(file: string) {
  return file.endsWith('.test.ts') || file.endsWith('.d.ts');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const skipped = new Set(['node_modules', 'dist']);
  const below = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return skipped.has(entry.name) ? [] : filesBelow(path);
  });
  return (await Promise.all(below)).flat();
}

async function isFresh({ source, target }: Emission) {
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => undefined)]);
  return to !== undefined && to.mtimeMs >= from.mtimeMs;
}

async function emitOne({ source, target }: Emission) {
  // Loaded only if something is compiled: `npm start` would keep its 35 MB.
  const { transform } = await import('@swc/core');
  const text = await readFile(source, 'utf8');
  const { code, map } = await transform(text, { ...options, filename: source }).catch((error: Error) => {
    throw new PlainError(`${relative(root, source)} does not parse:\n${error.message}`);
  });
  await mkdir(dirname(target), { recursive: true });
  if (map) await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}//# sourceMappingURL=${target.slice(dirname(target).length + 1)}.map\n`);
}
