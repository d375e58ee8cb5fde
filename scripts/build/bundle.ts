// Bundles the program of each process, because Node loads a few large files faster than thousands
// of small ones. Files that a module finds beside itself, such as those of its worker threads, are
// not bundled: the module still finds them at their place.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import type { Log } from '../lib/log.ts';
import { root } from '../lib/root.ts';

const outputFolder = join(root, 'dist');
const stamp = join(outputFolder, '.dependencies');

/**
 * The file that starts the process of a package: its bundle, or its compiled main file while there
 * is no bundle of the current code.
 * @param folder of the package
 */
export function mainFile(folder: string): string {
  const bundle = join(outputFolder, `${bundleName(folder)}.js`);
  return existsSync(bundle) ? bundle : join(folder, 'dist/main.js');
}

/** Deletes the bundles, because code was compiled after them. */
export function discardBundles() {
  rmSync(outputFolder, { recursive: true, force: true });
}

/**
 * Bundles the compiled programs of packages, unless there are bundles of the current code.
 * @param folders of the packages
 */
export async function bundle({ folders, log }: { folders: string[]; log: Log }) {
  const dependencies = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === dependencies) return;
  const input = Object.fromEntries(folders.map((folder) => [bundleName(folder), join(folder, 'dist/main.js')]));
  await log.step('Bundling', () => buildBundle(input, outputFolder));
  writeFileSync(stamp, dependencies);
}

/**
 * Bundles programs; modules that several of them use become files of their own.
 * @param input main files by name
 * @param output folder, which is emptied
 */
export async function buildBundle(input: Record<string, string>, output: string) {
  // Loaded only if something is bundled.
  const { build } = await import('rolldown');
  await build({
    input,
    platform: 'node',
    // The input is compiled JavaScript.
    tsconfig: false,
    plugins: [originalLocations(output), mapsOfOwnCode],
    output: {
      dir: output,
      format: 'cjs',
      entryFileNames: '[name].js',
      // Without a hash, so that the cache of compiled code replaces those of earlier bundles.
      chunkFileNames: 'chunk-[name].js',
      cleanDir: true,
      comments: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
    // Optional dependencies of libraries are not installed.
    logLevel: 'silent',
  });
}

function bundleName(folder: string): string {
  return relative(root, folder).replaceAll('/', '-');
}

/**
 * Paths beside a module, files that it resolves, native modules that it loads, and modules whose
 * names it computes.
 */
const located = /\b__dirname\b|\b__filename\b|\brequire\.resolve\(|\brequire\((?=`|['"][^'"]+\.node['"]\))/g;

/**
 * Maps only the project's own code: a process reads the map of a file for its first stack trace,
 * and a map of all dependencies and generated code takes seconds and hundreds of megabytes.
 */
const mapsOfOwnCode: Plugin = {
  name: 'maps-of-own-code',
  transform: {
    filter: { id: /node_modules\/(?!.*node_modules\/|@forgemesh\/)|proto\/dist\/gen\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/** Lets modules find files and native modules relative to their original location. */
function originalLocations(output: string): Plugin {
  return {
    name: 'original-locations',
    transform: {
      filter: { code: located },
      handler: (code, id) => {
        const original = (path: string) =>
          `require("node:path").join(__dirname, ${JSON.stringify(relative(output, path))})`;
        const itsRequire = `require("node:module").createRequire(${original(id)})`;
        const replacements: Record<string, string> = {
          __dirname: original(dirname(id)),
          __filename: original(id),
          'require.resolve(': `${itsRequire}.resolve(`,
          'require(': `${itsRequire}(`,
        };
        return code.replace(located, (found) => replacements[found] ?? found);
      },
    },
  };
}
