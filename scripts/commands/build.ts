// Builds the generated code and descriptors from proto/, then JavaScript, then the web pages.
// Unchanged parts are skipped. `--bundle` also bundles the programs. Types are checked separately
// by `npm test` and `npm run types`, so that a start does not wait for them.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepComments } from '../build/comments.ts';
import { eventTypesSource, readEvents } from '../build/events.ts';
import { bundle } from '../build/bundle.ts';
import { buildWeb } from '../build/web.ts';
import { formatError, PlainError, runMain } from '../lib/fail.ts';
import { createLog, type Log } from '../lib/log.ts';
import { programEnvironment, runOrFail } from '../lib/processes.ts';
import { root } from '../lib/root.ts';
import { gateway, program, services } from '../mesh/services.ts';

const proto = join(root, 'proto');
const generated = join(proto, 'gen');
const stamp = join(generated, '.stamp');

/**
 * Builds, and bundles the programs, so that processes start faster.
 * @throws with the reason if the sources do not compile
 */
export async function buildBundled({ log }: { log: Log }) {
  await build({ log });
  await bundle({ folders: [...services, gateway, program].map(({ folder }) => folder), log });
}

/** @throws with the reason if the sources do not compile */
export async function build({ log }: { log: Log }) {
  await generate(log);
  await log.step('Compiling', async () => {
    // The compiler is available only after the dependencies are installed.
    const { emit } = await import('../build/emit.ts');
    await emit();
  });
  await buildWeb(log);
}

/**
 * Generates the types and stubs of every proto file, the descriptor set of each service with
 * comments and imports, and the types of events.
 */
async function generate(log: Log) {
  const inputs = hashOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  await log.step('Generating code from proto', async () => {
    const buf = tool('buf');
    const env = programEnvironment({ PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` });
    const options = { cwd: proto, env };
    try {
      await runOrFail(buf, ['generate'], options);
      await runOrFail(buf, ['generate', '--template', 'buf.gen.options.yaml', '--path', 'forgemesh/api/v1'], options);
      renameServiceDefinitions(join(generated, 'forgemesh'));
      mkdirSync(join(generated, 'descriptors'), { recursive: true });
      for (const service of serviceFolders()) {
        const target = join(generated, 'descriptors', `${service}.binpb`);
        const args = ['build', '--path', `forgemesh/${service}`, '--as-file-descriptor-set', '-o', target];
        await runOrFail(buf, args, options);
        writeFileSync(target, keepComments(readFileSync(target)));
      }
      const events = readEvents(join(generated, 'descriptors'), serviceFolders());
      writeFileSync(join(generated, 'event-types.d.ts'), eventTypesSource(events));
    } catch (error) {
      throw new PlainError(`The files in proto do not compile: ${formatError(error)}`);
    }
    writeFileSync(stamp, inputs);
  });
}

/**
 * Renames the service definitions in generated files from `IssueServiceService`, the name that the
 * generator uses, to `IssueServiceDefinition`. The generator has no option for it.
 */
function renameServiceDefinitions(folder: string) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const path = join(folder, name);
    const source = readFileSync(path, 'utf8');
    const renamed = source.replace(/\b(\w+Service)Service\b/g, '$1Definition');
    if (renamed !== source) writeFileSync(path, renamed);
  }
}

/** Names of the services that have a proto file; `api` is shared by all. */
function serviceFolders() {
  return [...new Set(protoFiles().map((file) => file.split('/')[0] ?? ''))].filter((name) => name !== 'api');
}

function protoFiles() {
  const files = readdirSync(join(proto, 'forgemesh'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.proto')).sort();
}

/** Hash of everything that the generated code depends on, including the generator versions. */
function hashOfInputs() {
  const hash = createHash('sha256');
  const sources = protoFiles().map((file) => `forgemesh/${file}`);
  for (const file of [...sources, 'buf.gen.yaml', 'buf.gen.options.yaml', 'buf.yaml']) {
    hash.update(`${file}\0`).update(readFileSync(join(proto, file)));
  }
  for (const file of ['../build/comments.ts', '../build/events.ts', 'build.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  for (const name of ['@bufbuild/buf', '@bufbuild/protoc-gen-es', 'ts-proto']) {
    hash.update(realpathSync(join(root, 'node_modules', name)).replace(root, ''));
  }
  return hash.digest('hex');
}

/** @param name of a program installed with the dependencies */
function tool(name: string) {
  return join(root, 'node_modules/.bin', name);
}

if (process.argv[1] === import.meta.filename) {
  const isBundled = process.argv.includes('--bundle');
  await runMain(() => (isBundled ? buildBundled : build)({ log: createLog() }));
}
