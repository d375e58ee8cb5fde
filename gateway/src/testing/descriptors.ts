/** Builds descriptor sets for tests with the compiler that builds those of services. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Builds the set of one proto file of a service, including comments and imports. */
export function buildDescriptors(service: string, protoText: string): Buffer {
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
