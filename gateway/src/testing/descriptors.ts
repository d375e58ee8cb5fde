/** Builds descriptor sets for tests with the compiler that builds those of services. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const cache = join(root, 'node_modules/.cache/fixture-descriptors');

/** Builds the set of one proto file of a service, including comments and imports. */
export function buildDescriptors(service: string, protoText: string): Buffer {
  const imported = globSync('proto/forgemesh/api/**/*.proto', { cwd: root }).sort();
  const sources = [service, protoText, ...imported.map((file) => readFileSync(join(root, file), 'utf8'))];
  const cached = join(cache, createHash('sha256').update(JSON.stringify(sources)).digest('hex'));
  if (existsSync(cached)) return readFileSync(cached);
  const built = compile(service, protoText);
  mkdirSync(cache, { recursive: true });
  // Other suites see only complete files.
  writeFileSync(`${cached}-${process.pid}`, built);
  renameSync(`${cached}-${process.pid}`, cached);
  return built;
}

function compile(service: string, protoText: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'forge-proto-'));
  try {
    cpSync(join(root, 'proto/forgemesh/api'), join(folder, 'forgemesh/api'), { recursive: true });
    mkdirSync(join(folder, `forgemesh/${service}/v1`), { recursive: true });
    writeFileSync(join(folder, `forgemesh/${service}/v1/${service}.proto`), protoText);
    writeFileSync(join(folder, 'buf.yaml'), 'version: v2\n');
    const target = join(folder, 'set.binpb');
    execFileSync(join(root, 'node_modules/.bin/buf'), ['build', '--as-file-descriptor-set', '-o', target], {
      cwd: folder,
    });
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The proto file of the fixture service. */
export function fixtureProto(): string {
  return readFileSync(join(__dirname, 'fixture.proto'), 'utf8');
}
