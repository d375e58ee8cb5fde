/** The same cases for the engines of one machine; those of `s3` are in `test-e2e/full`. */
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DiskError } from '@forgemesh/errors';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createObjectStore, objectKey } from '.';
import { createLocalStore } from './local';
import { describeEngine, sha256Of } from './testing';

const folder = mkdtempSync(join(tmpdir(), 'forgemesh-objects-'));
const incoming = join(folder, '.incoming');
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const listIncoming = (): string[] => (existsSync(incoming) ? readdirSync(incoming) : []);

describe.each(['local', 'gridfs'] as const)('the engine %s', (engine) => {
  const isLocal = engine === 'local';
  describeEngine({
    engine,
    create: async (registry) =>
      createObjectStore({ engine, folder, minFreeBytes: 0, connection: database.connection, registry }),
    async countIncomplete() {
      if (isLocal) return listIncoming().length;
      const [files, first] = ['objects.files', 'objects.chunks'].map((name) => database.connection.collection(name));
      return (await first!.countDocuments({ n: 0 })) - (await files!.countDocuments({}));
    },
    async ageIncomplete() {
      for (const name of isLocal ? listIncoming() : []) utimesSync(join(incoming, name), 0, 0);
    },
  });
});

describe('the engine local', () => {
  it('refuses what would fill the disk', async () => {
    const store = createLocalStore({ folder, minFreeBytes: Number.MAX_SAFE_INTEGER });
    const content = Buffer.from('too much');
    const expected = { sha256: sha256Of(content), size: content.length };
    const key = objectKey('lfs', expected.sha256);
    await expect(store.put(key, Readable.from([content]), expected)).rejects.toBeInstanceOf(DiskError);
    expect([await store.stat(key), listIncoming().length]).toEqual([null, 0]);
  });

  it('creates its folders again if they were deleted', async () => {
    const own = join(folder, 'own');
    const store = createLocalStore({ folder: own, minFreeBytes: 0 });
    const content = Buffer.from('stored twice');
    const expected = { sha256: sha256Of(content), size: content.length };
    const key = objectKey('lfs', expected.sha256);
    for (let times = 0; times < 2; times++) {
      await store.put(key, Readable.from([content]), expected);
      expect(await store.stat(key)).toMatchObject({ size: content.length });
      rmSync(own, { recursive: true });
    }
  });

  it('stores objects that are so large that it syncs them while they arrive', async () => {
    const store = createLocalStore({ folder, minFreeBytes: 0 });
    const piece = Buffer.alloc(8 * 1024 * 1024, 'large');
    const content = Array<Buffer>(9).fill(piece);
    const sha256 = sha256Of(Buffer.concat(content));
    const expected = { sha256, size: 9 * piece.length };
    const key = objectKey('lfs', sha256);
    const other = { ...expected, sha256: sha256Of(piece) };
    await expect(store.put(objectKey('lfs', other.sha256), Readable.from(content), other)).rejects.toThrow('digest');
    await store.put(key, Readable.from(content), expected);
    expect([(await store.stat(key))?.size, listIncoming().length]).toEqual([expected.size, 0]);
    const opened = await store.get(key);
    expect(sha256Of(await buffer(opened!.content))).toBe(sha256);
  });
});
