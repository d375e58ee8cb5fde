// Builds the web pages: types from the OpenAPI document of the contract, then hashed files.
// Skipped if neither the sources, nor the contract, nor a dependency has changed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatError, PlainError } from '../lib/fail.ts';
import { runOrFail } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import type { Log } from '../lib/log.ts';

const web = join(root, 'web');
const descriptors = join(root, 'proto/gen/descriptors');
const document = join(web, 'gen/openapi.json');
const types = join(web, 'gen/openapi.d.ts');
const writer = join(root, 'gateway/dist/web/openapi/write-openapi.js');

/** @throws with the reason if the sources do not compile */
export async function buildWeb(log: Log) {
  await generateTypes(log);
  const inputs = hashOf([...sources(), document, ...dependencies()]);
  await unlessUnchanged(join(web, 'dist/.stamp'), inputs, () =>
    log.step('Building the web pages', () => runWeb('vite', ['build', '--logLevel', 'warn'])),
  );
}

/** Generates the types of the API from its contract. */
async function generateTypes(log: Log) {
  const sets = readdirSync(descriptors).map((name) => join(descriptors, name));
  const openapi = join(root, 'gateway/src/web/openapi');
  const code = readdirSync(openapi).map((name) => join(openapi, name));
  await unlessUnchanged(join(web, 'gen/.stamp'), hashOf([...sets, ...code, ...dependencies()]), () =>
    log.step('Generating the types of the web pages', async () => {
      mkdirSync(join(web, 'gen'), { recursive: true });
      await run(process.execPath, [writer, descriptors, document]);
      await runWeb('openapi-typescript', [document, '--output', types]);
    }),
  );
}

async function unlessUnchanged(stamp: string, inputs: string, create: () => Promise<void>) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  await create();
  writeFileSync(stamp, inputs);
}

function sources() {
  const below = readdirSync(join(web, 'src'), { recursive: true, withFileTypes: true });
  const files = below.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return [...files.sort(), join(web, 'index.html'), join(web, 'diagram.html'), join(web, 'vite.config.ts')];
}

function dependencies() {
  return [join(web, 'package.json'), join(root, 'pnpm-lock.yaml'), import.meta.filename];
}

function hashOf(files: string[]) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.replace(root, '')}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

async function runWeb(program: string, args: string[]) {
  await run(join(web, 'node_modules/.bin', program), args);
}

async function run(command: string, args: string[]) {
  try {
    await runOrFail(command, args, { cwd: web });
  } catch (error) {
    throw new PlainError(`The web pages cannot be built: ${formatError(error)}`);
  }
}
