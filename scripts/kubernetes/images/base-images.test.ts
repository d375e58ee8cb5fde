import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allBaseImages,
  assertPinned,
  formatReference,
  isPinned,
  parseReference,
  updateBaseImages,
} from './base-images.ts';
import { images, resolveDigest } from './index.ts';

const root = join(__dirname, '../../..');
const dockerfiles = images.map(({ file }) => file);

describe('base images', () => {
  it('all have a tag and a digest', () => {
    const bases = allBaseImages(dockerfiles);
    const names = new Set(bases.map(({ reference }) => reference.name.replace('docker.io/library/', '')));
    expect([...names].sort()).toEqual(['debian', 'mongo', 'nats', 'node']);
    expect(bases.filter(({ reference }) => !isPinned(reference) || reference.tag === '')).toEqual([]);
    expect(() => assertPinned(bases)).not.toThrow();
  });

  it.each([
    ['node', { name: 'node', tag: '' }],
    ['docker.io/library/node:24-slim', { name: 'docker.io/library/node', tag: '24-slim' }],
    ['localhost:5000/node', { name: 'localhost:5000/node', tag: '' }],
    ['localhost:5000/node:24', { name: 'localhost:5000/node', tag: '24' }],
    ['node:24@sha256:ab', { name: 'node', tag: '24', digest: 'sha256:ab' }],
    ['node@sha256:ab', { name: 'node', tag: '', digest: 'sha256:ab' }],
  ])('are parsed: %s', (text, reference) => {
    expect(parseReference(text)).toEqual(reference);
    expect(formatReference(reference)).toBe(text);
  });

  it('are refused without a complete digest', () => {
    for (const text of ['node:24', 'node:24@sha256:ab'])
      expect(() => assertPinned([{ file: 'Dockerfile', text, reference: parseReference(text) }])).toThrow(
        `need base images with digests, so that they are reproducible: ${text} (Dockerfile)`,
      );
  });

  it('get new digests in every file that names them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forge-bases-'));
    try {
      const files = [...new Set([...dockerfiles, 'deploy/helm/forgemesh/values.yaml'])];
      for (const file of files) {
        mkdirSync(join(folder, file, '..'), { recursive: true });
        cpSync(join(root, file), join(folder, file));
      }
      const values = join(folder, 'deploy/helm/forgemesh/values.yaml');
      writeFileSync(values, readFileSync(values, 'utf8').replace(/(mongo:8\.0)@\S+/, '$1'));
      const digestOf = (name: string): string => `sha256:${createHash('sha256').update(name).digest('hex')}`;
      await updateBaseImages(allBaseImages(dockerfiles, folder), async ({ name }) => digestOf(name), folder);
      const bases = allBaseImages(dockerfiles, folder);
      expect(bases).toHaveLength(allBaseImages(dockerfiles).length);
      for (const { reference } of bases) expect(reference.digest).toBe(digestOf(reference.name));
      // Nothing else has changed.
      for (const file of files) {
        const [before, after] = [root, folder].map((place) =>
          readFileSync(join(place, file), 'utf8').replaceAll(/@sha256:[0-9a-f]{64}/g, ''),
        );
        expect(after).toBe(before);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the digest of a tag in a registry', () => {
  const manifest = JSON.stringify({ schemaVersion: 2, manifests: [] });
  const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
  const reference = parseReference('docker.io/library/node:24');
  let registry: Server;
  let address: string;
  let requests: IncomingMessage[];
  let stated: string;
  let needsToken: boolean;
  beforeAll(async () => {
    registry = createServer((request, response) => {
      requests.push(request);
      if (request.url?.startsWith('/token?')) return response.end(JSON.stringify({ token: 'anonymous' }));
      if (needsToken && request.headers.authorization !== 'Bearer anonymous') {
        const challenge = `Bearer realm="${address}/token",service="registry",scope="repository:library/node:pull"`;
        return response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
      }
      if (request.url !== '/v2/library/node/manifests/24') return response.writeHead(404).end();
      return response.writeHead(200, { 'Docker-Content-Digest': stated }).end(manifest);
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests = [];
    stated = digest;
    needsToken = false;
  });
  afterAll(() => registry.close());

  it('is that of the index of all platforms', async () => {
    expect(await resolveDigest(reference, address)).toBe(digest);
    expect(requests[0]?.headers.accept).toMatch(/^application\/vnd\.oci\.image\.index/);
  });

  it('is read with an anonymous token if the registry requires one', async () => {
    needsToken = true;
    expect(await resolveDigest(reference, address)).toBe(digest);
    const url = new URL(requests[1]?.url ?? '', address);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      service: 'registry',
      scope: 'repository:library/node:pull',
    });
  });

  it('is refused if the content does not match it', async () => {
    stated = `sha256:${'ab'.repeat(32)}`;
    await expect(resolveDigest(reference, address)).rejects.toThrow('of other content');
  });

  it('is unknown if the registry does not have the tag, or does not respond', async () => {
    const missing = parseReference('docker.io/library/node:25');
    await expect(resolveDigest(missing, address)).rejects.toThrow(
      /^docker\.io\/library\/node:25 cannot be resolved: 127\.0\.0\.1:\d+ responds 404\.$/,
    );
    await expect(resolveDigest(reference, 'http://127.0.0.1:1')).rejects.toThrow(/does not respond/);
  });
});
