import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '@forgemesh/testing';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import { Registry } from 'prom-client';
import { createObjectStores } from '../create-object-store';
import { objectKey, type ObjectStore, type StoredObject } from '../object-store';
import { createMigration, GRACE_MS, type Migration } from './migration';
import { createMigrationModel, type MigrationDocument } from './migration.model';
import { objectParts, type MigratedStores } from './object-parts';

/** Short, because a takeover waits for it. */
const CLAIM_MS = 300;
const MIGRATION_ID = 'objects';

describe('a migration of objects', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let model: ReturnType<typeof createMigrationModel>;
  beforeAll(async () => {
    database = await openTestDatabase();
    model = createMigrationModel(database.connection);
  });
  afterAll(() => database.close());

  let folder: string;
  let objects: ObjectStore;
  let stores: { to: ObjectStore; from: ObjectStore };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgemesh-migration-'));
    const created = createObjectStores({
      engine: 'gridfs',
      from: 'local',
      folder,
      minFreeBytes: 0,
      connection: database.connection,
      registry: new Registry(),
    });
    objects = created.objects;
    stores = created.migration as typeof stores;
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await model.deleteMany({});
    for (const name of ['objects.files', 'objects.chunks']) await database.connection.collection(name).deleteMany({});
  });

  async function put(store: ObjectStore, text: string): Promise<string> {
    const content = Buffer.from(text);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const key = objectKey('lfs', sha256);
    await store.put(key, Readable.from([content]), { sha256, size: content.length });
    return key;
  }

  async function read(store: ObjectStore, key: string): Promise<string | undefined> {
    const opened = await store.get(key);
    return opened ? (await buffer(opened.content)).toString() : undefined;
  }

  async function keysOf(store: ObjectStore): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of store.list('')) keys.push(key);
    return keys;
  }

  interface Direction {
    from: string;
    to: string;
    mode: 'move' | 'copy';
  }

  function start(
    changed: Partial<MigratedStores> = {},
    direction: Direction = { from: 'local', to: 'gridfs', mode: 'move' },
  ): Migration {
    const migrated = { ...stores, recheck: async () => undefined, ...changed };
    return createMigration({
      id: MIGRATION_ID,
      model,
      direction,
      parts: () => objectParts(migrated, ['lfs'], direction.mode),
      claimTtlMs: CLAIM_MS,
      log: silentLog,
    });
  }

  /** Wakes a migration until its progress satisfies a condition. */
  const wakeUntil = (
    migration: Migration,
    isReached: (progress: MigrationDocument) => boolean,
  ): Promise<MigrationDocument | null> =>
    waitFor(
      async () => {
        await migration.wake();
        return model.findById(MIGRATION_ID).lean<MigrationDocument>();
      },
      (progress) => progress !== null && isReached(progress),
    );

  /** Makes the next pass due, as if a time had passed since the start and since each copy. */
  async function letTimePass(ms: number): Promise<void> {
    const earlier = new Date(Date.now() - ms);
    await model.updateOne({ _id: MIGRATION_ID }, { $set: { started_at: earlier, due_at: new Date() } });
    const files = database.connection.collection('objects.files');
    await files.updateMany({ uploadDate: { $gt: earlier } }, { $set: { uploadDate: earlier } });
  }

  it('moves all objects, which are readable all the time', async () => {
    const before = await Promise.all(Array.from({ length: 20 }, (_, index) => put(stores.from, `before ${index}`)));
    const both = await put(stores.from, 'in both');
    await put(stores.to, 'in both');
    const added = await put(objects, 'after');
    expect(await keysOf(stores.from)).toHaveLength(21);
    expect(await read(objects, before[0] ?? '')).toBe('before 0');
    expect(await keysOf(objects)).toEqual([...before, both, added].sort());

    const migration = start();
    const copied = await wakeUntil(migration, ({ copied, cursor }) => copied === 20 && cursor === '');
    expect(copied).toMatchObject({ state: 'running', waiting: 21, failed: 0, deleted: 0, copied_bytes: 170 });
    // Those who opened an object in the old engine may still read it.
    expect(await keysOf(stores.from)).toHaveLength(21);
    expect(await keysOf(stores.to)).toHaveLength(22);

    await letTimePass(GRACE_MS + 1_000);
    const finished = await wakeUntil(migration, ({ state }) => state === 'finished');
    expect(finished).toMatchObject({ copied: 20, deleted: 21, waiting: 0, finished_at: expect.any(Date) });
    expect(finished?.due_at).toBeUndefined();
    expect(await keysOf(stores.from)).toEqual([]);
    for (const [index, key] of before.entries()) expect(await read(objects, key)).toBe(`before ${index}`);
    await migration.close();
  });

  it('keeps the objects of the old engine on request', async () => {
    const key = await put(stores.from, 'kept');
    const migration = start({}, { from: 'local', to: 'gridfs', mode: 'copy' });
    await wakeUntil(migration, ({ copied, cursor }) => copied === 1 && cursor === '');
    await letTimePass(GRACE_MS + 1_000);
    await wakeUntil(migration, ({ state }) => state === 'finished');
    expect([await read(stores.from, key), await read(stores.to, key)]).toEqual(['kept', 'kept']);
    await migration.close();
  });

  it('is continued by another process where the first one stopped', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => put(stores.from, `object ${index}`)));
    let stopAfter = 10;
    let end: (() => void) | undefined;
    const ended = new Promise<never>((_, reject) => (end = () => reject(new Error('the process has ended'))));
    ended.catch(() => undefined);
    /** A store that does not respond any more, as that of a process that was killed. */
    const stopping: ObjectStore = {
      ...stores.to,
      put: (...args) => (stopAfter-- > 0 ? stores.to.put(...args) : ended),
    };
    const first = start({ to: stopping });
    await wakeUntil(first, () => stopAfter < 0);
    // Its claim expires, because nothing renews it.
    await model.updateOne({ _id: MIGRATION_ID }, { $set: { run: 'a process that died', due_at: new Date() } });
    const before = await model.findById(MIGRATION_ID).lean<MigrationDocument>();
    expect(before?.cursor).not.toBe('');
    const second = start();
    const done = await wakeUntil(second, ({ cursor, run }) => cursor === '' && run === undefined);
    expect(done?.copied).toBeLessThanOrEqual(20);
    expect(await keysOf(stores.to)).toEqual([...keys].sort());
    end?.();
    await Promise.all([first.close(), second.close()]);
  });

  it('reports damaged objects, and leaves them where they are', async () => {
    const key = await put(stores.from, 'intact');
    rmSync(join(folder, key));
    writeFileSync(join(folder, key), 'damage');
    const migration = start();
    const failed = await wakeUntil(migration, (progress) => progress.failed === 1);
    expect(failed).toMatchObject({ state: 'running', copied: 0, waiting: 0 });
    expect([await stores.to.stat(key), await read(stores.from, key)]).toEqual([null, 'damage']);
    await migration.close();
  });

  it('continues after an error', async () => {
    const key = await put(stores.from, 'once more');
    let failures = 1;
    const unavailable: ObjectStore = {
      ...stores.to,
      put: (...args) => (failures-- > 0 ? Promise.reject(new Error('unavailable')) : stores.to.put(...args)),
    };
    const migration = start({ to: unavailable });
    const interrupted = await wakeUntil(migration, ({ error }) => error !== undefined);
    expect(interrupted?.error).toBe('unavailable');
    await model.updateOne({ _id: MIGRATION_ID }, { $set: { due_at: new Date() } });
    const progress = await wakeUntil(migration, ({ copied }) => copied === 1);
    expect([progress?.error, await read(stores.to, key)]).toEqual([undefined, 'once more']);
    await migration.close();
  });

  it('reports objects that are deleted while they are copied', async () => {
    const key = await put(stores.from, 'deleted');
    const rechecked: StoredObject[] = [];
    const slow: ObjectStore = {
      ...stores.to,
      async put(...args) {
        await objects.delete(key);
        await stores.to.put(...args);
      },
    };
    const migration = start({ to: slow, recheck: async (object) => void rechecked.push(object) });
    await wakeUntil(migration, ({ copied }) => copied === 1);
    expect(rechecked).toEqual([expect.objectContaining({ key, size: 7 })]);
    await migration.close();
  });

  it('waits after a change of its direction until no other process can be in a pass', async () => {
    const key = await put(stores.from, 'there and back');
    const there = start();
    await wakeUntil(there, ({ copied }) => copied === 1);
    const reversed = { to: stores.from, from: stores.to };
    const back = start(reversed, { from: 'gridfs', to: 'local', mode: 'move' });
    const changedAt = Date.now();
    await back.wake();
    const changed = await model.findById(MIGRATION_ID).lean<MigrationDocument>();
    expect(changed).toMatchObject({ from: 'gridfs', to: 'local', copied: 0, state: 'running' });
    expect(changed?.due_at?.getTime()).toBeGreaterThanOrEqual(changedAt + 2 * CLAIM_MS);
    // The earlier direction does not run any more.
    await there.wake();
    expect((await model.findById(MIGRATION_ID).lean<MigrationDocument>())?.run).toBeUndefined();
    await wakeUntil(back, ({ waiting, cursor }) => waiting === 1 && cursor === '');
    expect(await read(stores.from, key)).toBe('there and back');
    await Promise.all([there.close(), back.close()]);
  });
});

describe('a store during a migration', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-migrating-'));
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('copies, deletes and measures objects of both engines', async () => {
    const registry = new Registry();
    const { objects, migration } = createObjectStores({
      engine: 'local',
      from: 'gridfs',
      folder,
      minFreeBytes: 0,
      connection: database.connection,
      registry,
    });
    const content = randomBytes(1_000);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const [key, copy] = [objectKey('lfs', sha256), objectKey('copies', sha256)];
    await migration?.from.put(key, Readable.from([content]), { sha256, size: 1_000 });
    expect(await objects.stat(key)).toMatchObject({ key, size: 1_000 });
    expect(await objects.copy(key, copy)).toBe(true);
    expect(await migration?.to.stat(copy)).toMatchObject({ size: 1_000 });
    expect(await objects.signedAddress(key, 60)).toBeNull();
    await objects.removeIncomplete(new Date());
    for (const each of [key, copy]) await objects.delete(each);
    expect([await objects.get(key), await objects.get(copy), await objects.copy(key, copy)]).toEqual([
      null,
      null,
      false,
    ]);
    const metrics = await registry.metrics();
    for (const engine of ['local', 'gridfs'])
      expect(metrics).toContain(`forge_object_bytes_total{engine="${engine}",operation="put"} 1000`);
  });
});
