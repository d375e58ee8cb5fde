import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { CANARY, auditedVersions, auditPackages, type AdvisorySource, type Versions } from './advisories.ts';
import { isAffected, osvDatabase, type AffectedPackage } from './osv-database.ts';
import { readLockFile } from './packages.ts';
import { registryAdvisories } from './registry-advisories.ts';

const now = new Date().toISOString();
const inUse: Versions = new Map([
  ['left-pad', new Set(['1.0.0', '1.3.0'])],
  ['@scope/part', new Set(['2.0.0'])],
]);

/** An advisory in the format of OSV for versions from 0 to the fixed one. */
function advisory(id: string, name: string, fixed: string, more: object = {}): object {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }];
  const affected = [{ package: { ecosystem: 'npm', name }, ranges }];
  return {
    id,
    modified: now,
    summary: `The flaw ${id}`,
    affected,
    database_specific: { severity: 'HIGH' },
    ...more,
  };
}

const canary = advisory('GHSA-canary', CANARY.name, '0.2.1');

/** A zip archive of JSON files, without compression. */
function zipOf(files: Record<string, object>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, value] of Object.entries(files)) {
    const content = Buffer.from(JSON.stringify(value));
    // Version, flags, method, time; at 10 the checksum, the sizes, and the length of the name.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06'), end]);
}

describe('npm run audit', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forge-audit-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Writes a database; advisories may be in subfolders. */
  const write = (...advisories: object[]): string => {
    mkdirSync(join(folder, 'npm'), { recursive: true });
    for (const [at, each] of advisories.entries())
      writeFileSync(join(folder, 'npm', `${at}.json`), JSON.stringify(each));
    return folder;
  };
  const audit = (source: AdvisorySource): ReturnType<typeof auditPackages> => auditPackages(inUse, source);
  const onDisk = (path = folder): ReturnType<typeof audit> => audit(osvDatabase(path, { maxAgeDays: 30 }));
  const unknown = (reason: string): object => ({
    kind: 'unknown',
    reason: expect.stringContaining(reason) as string,
  });

  describe('with a database on disk', () => {
    it('finds nothing if no advisory concerns a version in use', async () => {
      write(
        canary,
        advisory('GHSA-other', 'right-pad', '9.0.0'),
        advisory('GHSA-old', 'left-pad', '1.0.0'),
        advisory('GHSA-withdrawn', 'left-pad', '2.0.0', { withdrawn: now }),
        { id: 'GHSA-python', modified: now, affected: [{ package: { ecosystem: 'PyPI', name: 'left-pad' } }] },
      );
      expect(await onDisk()).toEqual({ kind: 'none', packages: 2 });
    });

    it('lists each advisory with the versions that it concerns', async () => {
      write(canary, advisory('GHSA-pad', 'left-pad', '1.3.0'), advisory('GHSA-part', '@scope/part', '2.0.1'));
      expect(await onDisk()).toEqual({
        kind: 'found',
        findings: [
          {
            name: '@scope/part',
            versions: ['2.0.0'],
            severity: 'high',
            title: 'The flaw GHSA-part',
            url: 'https://osv.dev/vulnerability/GHSA-part',
          },
          expect.objectContaining({ name: 'left-pad', versions: ['1.0.0'] }),
        ],
      });
    });

    it('reads a zip archive', async () => {
      const archive = join(folder, 'all.zip');
      const files = { 'GHSA-canary.json': canary, 'GHSA-pad.json': advisory('GHSA-pad', 'left-pad', '1.3.0') };
      writeFileSync(archive, zipOf(files));
      expect(await onDisk(archive)).toMatchObject({ kind: 'found', findings: [{ versions: ['1.0.0'] }] });
    });

    it('fails if the database is missing, empty, incomplete, damaged or too old', async () => {
      expect(await onDisk(join(folder, 'nothing'))).toEqual(unknown('there is no such folder'));
      expect(await onDisk()).toEqual(unknown('it contains no advisories'));
      write(advisory('GHSA-pad', 'left-pad', '1.3.0'));
      expect(await onDisk()).toEqual(unknown('it has no advisory for minimist 0.0.8'));
      write({ ...canary, modified: new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString() });
      expect(await onDisk()).toEqual(unknown('its newest advisory is 40 days old; 30 days are allowed'));
      write(canary);
      writeFileSync(join(folder, 'npm/damaged.json'), '{"id": "GHSA-');
      expect(await onDisk()).toEqual(unknown('damaged.json is not an advisory'));
      const archive = join(folder, 'all.zip');
      writeFileSync(archive, 'no archive');
      expect(await onDisk(archive)).toEqual(unknown('it cannot be read'));
    });
  });

  describe('with a registry', () => {
    let response: { status: number; body: string };
    let received: unknown;
    let registry: Server;
    let address: string;
    beforeAll(async () => {
      registry = createServer((request, reply) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          received = [request.url, JSON.parse(Buffer.concat(parts).toString('utf8'))];
          reply.writeHead(response.status, { 'Content-Type': 'application/json' }).end(response.body);
        });
      });
      await once(registry.listen(0, '127.0.0.1'), 'listening');
      address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/npm`;
    });
    afterAll(() => registry.close());

    const advisoriesOf = (range: string): object[] => [
      { id: 1, url: 'https://example.org/1', title: 'The flaw', severity: 'high', vulnerable_versions: range },
    ];
    const ask = (status: number, body: unknown): ReturnType<typeof audit> => {
      response = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
      return audit(registryAdvisories(address));
    };

    it('sends the versions in use, and lists those that are affected', async () => {
      expect(await ask(200, { minimist: advisoriesOf('<0.2.1') })).toEqual({ kind: 'none', packages: 2 });
      expect(received).toEqual([
        '/npm/-/npm/v1/security/advisories/bulk',
        { 'left-pad': ['1.0.0', '1.3.0'], '@scope/part': ['2.0.0'], minimist: ['0.0.8'] },
      ]);
      const found = await ask(200, { minimist: advisoriesOf('<0.2.1'), 'left-pad': advisoriesOf('>=1.1.0') });
      expect(found).toMatchObject({ kind: 'found', findings: [{ name: 'left-pad', versions: ['1.3.0'] }] });
    });

    it.each([
      [200, {}, 'it has no advisory for minimist 0.0.8'],
      [200, { 'left-pad': advisoriesOf('*') }, 'it has no advisory for minimist 0.0.8'],
      [200, '<html>', 'contains no advisories'],
      [200, { minimist: 'none' }, 'contains no advisories'],
      [404, {}, 'it responds 404'],
      [405, '', 'it responds 405'],
    ])('fails if the registry has no advisories: %d %j', async (status, body, reason) => {
      expect(await ask(status, body)).toEqual(unknown(reason));
    });

    it('fails if the registry does not respond', async () => {
      expect(await audit(registryAdvisories('http://127.0.0.1:1/'))).toEqual(unknown('it does not respond'));
    });
  });

  it('ends with 0, 1 or 2, for all packages of the images', async () => {
    const script = join(__dirname, '../commands/audit.ts');
    const codeOf = async (...args: string[]): Promise<[number, string]> =>
      promisify(execFile)(process.execPath, [script, ...args]).then(
        ({ stdout }) => [0, stdout],
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => [code, stdout + stderr],
      );
    const { size } = auditedVersions(readLockFile(), ['program']);
    expect(size).toBeGreaterThan(100);
    write(canary);
    expect(await codeOf('--database', folder)).toEqual([0, `No vulnerabilities are known in ${size} packages.\n`]);
    write(canary, advisory('GHSA-1', 'mongoose', '999.0.0'), advisory('GHSA-2', 'react', '999.0.0'));
    expect(await codeOf('--database', folder)).toEqual([
      1,
      expect.stringMatching(/^high\tmongoose .*\n.*react .*\n2 vuln/),
    ]);
    expect(await codeOf('--database', join(folder, 'nothing'))).toEqual([2, expect.stringMatching(/^NOT AUDITED: /)]);
    expect(await codeOf('--registry', 'http://127.0.0.1:1')).toEqual([2, expect.stringMatching(/^NOT AUDITED: /)]);
  });
});

describe('a version', () => {
  const events = (...points: object[]): AffectedPackage => ({ ranges: [{ type: 'SEMVER', events: points }] });
  it.each([
    ['1.0.0', {}, true],
    ['1.0.0', { versions: ['1.0.0'] }, true],
    ['1.0.1', { versions: ['1.0.0'] }, false],
    ['1.0.0', events({ introduced: '0' }), true],
    ['1.0.0', events({ introduced: '1.0.0' }, { fixed: '1.0.1' }), true],
    ['1.0.1', events({ introduced: '1.0.0' }, { fixed: '1.0.1' }), false],
    ['0.9.9', events({ introduced: '1.0.0' }, { fixed: '1.0.1' }), false],
    ['1.0.0-beta.1', events({ introduced: '1.0.0' }), false],
    ['1.1.0-beta.1', events({ introduced: '1.0.0' }, { fixed: '1.1.0' }), true],
    ['1.2.0', events({ introduced: '0' }, { last_affected: '1.2.0' }), true],
    ['1.2.1', events({ introduced: '0' }, { last_affected: '1.2.0' }), false],
    ['2.5.0', events({ fixed: '1.1.0' }, { introduced: '2.0.0' }, { introduced: '0' }, { fixed: '3.0.0' }), true],
    ['1.5.0', events({ fixed: '1.1.0' }, { introduced: '2.0.0' }, { introduced: '0' }, { fixed: '3.0.0' }), false],
    ['1.0.0', events({ introduced: 'no version' }), true],
    ['1.0.0', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }], versions: ['2.0.0'] }, false],
  ])('%s is affected by %j: %s', (version, affected, isExpected) => {
    expect(isAffected(version, affected as AffectedPackage)).toBe(isExpected);
  });
});
