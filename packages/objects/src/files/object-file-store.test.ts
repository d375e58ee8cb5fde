import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@forgemesh/data';
import { DiskError } from '@forgemesh/errors';
import { waitFor } from '@forgemesh/testing';
import { openTestDatabase, reopenTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import { createMetrics } from '@forgemesh/telemetry';
import { createLocalStore } from '../local';
import { GRACE_MS } from '../migration';
import { ObjectStorage, type ObjectStorageOptions } from '../object-storage';
import { chooseFilePlace } from './file-place';
import { createObjectFileStore, type ObjectFiles } from './object-file-store';

const DAY_MS = 24 * 60 * 60_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const from = (text: string): Readable => Readable.from([Buffer.from(text)]);

async function read(files: FileStore, id: string, range?: { start: number; end: number }): Promise<string | null> {
  const opened = await files.open(id, range);
  return opened && (await buffer(opened.content)).toString();
}

async function describeFile(files: FileStore, id: string): Promise<object> {
  const { content, ...description } = (await files.open(id)) ?? {};
  content?.destroy();
  return description;
}

async function idsOf(files: FileStore, prefix = ''): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of files.list(prefix)) ids.push(id);
  return ids;
}

describe('files in the object store', () => {
  let own: typeof database;
  let store: ObjectFiles;
  const spool = () => ({ folder: join(folder, 'spool'), minFreeBytes: 0 });
  const objects = () => createLocalStore({ folder: join(folder, 'objects'), minFreeBytes: 0 });
  beforeEach(() => {
    own = reopenTestDatabase(database);
    const { connection } = own;
    store = createObjectFileStore({
      connection,
      objects: objects(),
      name: 'things',
      kind: 'things',
      isUsed: true,
      spool: spool(),
    });
  });
  afterEach(() => own.close());

  const countObjects = async (): Promise<number> => {
    let count = 0;
    for await (const _object of objects().list('')) count++;
    return count;
  };

  it('are written, replaced, read in parts, listed and removed', async () => {
    const { files } = store;
    expect(await files.write('a/1', from('first'), { name: 'x' })).toBe(5);
    expect(await files.write('a/1', from('second'))).toBe(6);
    await files.write('a/2', from(''), { size: 'none' });
    await files.write('b/1', from('third'));
    expect([
      await read(files, 'a/1'),
      await read(files, 'a/1', { start: 1, end: 3 }),
      await read(files, 'a/2'),
    ]).toEqual(['second', 'eco', '']);
    expect(await describeFile(files, 'a/2')).toEqual({ size: 0, metadata: { size: 'none' } });
    expect(await files.stat('b/1')).toEqual({ id: 'b/1', size: 5, stored_at: expect.any(Date) });
    expect([await idsOf(files), await idsOf(files, 'a/')]).toEqual([
      ['a/1', 'a/2', 'b/1'],
      ['a/1', 'a/2'],
    ]);
    await files.remove('a/1');
    await files.remove('a/1');
    expect([await files.open('a/1'), await files.stat('a/1'), await files.checksum('a/1')]).toEqual([null, null, null]);
    expect(readdirSync(join(folder, 'spool'))).toEqual([]);
  });

  it('compute checksums of what is stored', async () => {
    const content = randomBytes(2_000_000);
    await store.files.write('a', Readable.from([content]));
    expect(await store.files.checksum('a')).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('are repaired, with all that have the same content', async () => {
    const { files, contents } = store;
    for (const id of ['a', 'b']) await files.write(id, from('same'));
    const sha256 = createHash('sha256').update('same').digest('hex');
    const file = join(folder, 'objects', contents.keyOf(sha256));
    rmSync(file);
    writeFileSync(file, 'lame');
    await files.write('a', from('same'));
    expect(await read(files, 'a')).toBe('lame');
    expect(await files.repair('a', from('same'))).toBe(4);
    expect([await read(files, 'a'), await read(files, 'b'), await countObjects()]).toEqual(['same', 'same', 1]);
  });

  it('share the object of the same content, which is removed a day after the last of them', async () => {
    const { files, contents } = store;
    await Promise.all(['a', 'b'].map((id) => files.write(id, from('shared'))));
    await files.write('c', from('another'));
    expect(await countObjects()).toBe(2);
    await contents.sweep(Date.now() + DAY_MS + 1_000);
    await files.remove('a');
    await contents.sweep(Date.now() + DAY_MS + 1_000);
    expect(await read(files, 'b')).toBe('shared');
    await files.remove('b');
    await contents.sweep();
    expect(await countObjects()).toBe(2);
    // The same content is stored again in the meantime.
    await files.write('d', from('shared'));
    await contents.sweep(Date.now() + DAY_MS + 1_000);
    expect(await read(files, 'd')).toBe('shared');
    await files.remove('d');
    await contents.sweep(Date.now() + DAY_MS + 1_000);
    expect([await countObjects(), await read(files, 'c')]).toEqual([1, 'another']);
  });

  it('are written again while the same content is removed', async () => {
    const { files } = store;
    await files.write('a', from('contended'));
    await files.remove('a');
    const contents = own.connection.collection('things_contents');
    await contents.updateOne({}, { $set: { removing_at: new Date() }, $unset: { check_at: 1 } });
    const writing = files.write('b', from('contended'));
    await store.contents.sweep(Date.now() + 3_600_000);
    await writing;
    expect(await read(files, 'b')).toBe('contended');
  });

  it('are inserted by a migration unless they exist, and removed again unless they were replaced', async () => {
    const { files, insert } = store;
    await files.write('a', from('present'));
    expect(await insert('a', from('copied'), {})).toBeNull();
    const [kept, undone] = [await insert('b', from('copied'), { n: 1 }), await insert('c', from('copied'), {})];
    expect(kept?.sha256).toBe(createHash('sha256').update('copied').digest('hex'));
    await files.write('b', from('replaced'));
    await Promise.all([kept?.undo(), undone?.undo()]);
    expect([await read(files, 'a'), await read(files, 'b'), await read(files, 'c')]).toEqual([
      'present',
      'replaced',
      null,
    ]);
  });

  it('leave nothing of an aborted write', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(600_000);
      throw new Error('gone');
    }
    await expect(store.files.write('a', broken())).rejects.toThrow('gone');
    expect([await store.files.stat('a'), readdirSync(join(folder, 'spool')), await countObjects()]).toEqual([
      null,
      [],
      0,
    ]);
  });

  it('are refused while there is no space to collect them', async () => {
    const { connection } = reopenTestDatabase(database);
    const full = createObjectFileStore({
      connection,
      objects: objects(),
      name: 'things',
      kind: 'things',
      isUsed: true,
      spool: { ...spool(), minFreeBytes: Number.MAX_SAFE_INTEGER },
    });
    await expect(full.files.write('a', from('too much'))).rejects.toBeInstanceOf(DiskError);
  });

  it('are swept: unreferenced files, and what interrupted writes collected', async () => {
    const { files } = store;
    for (const id of ['kept', 'lost']) await files.write(id, from(id));
    const collected = join(folder, 'spool/old');
    writeFileSync(collected, 'half');
    utimesSync(collected, 0, 0);
    const findReferenced = (ids: string[]) => Promise.resolve(ids.filter((id) => id === 'kept'));
    await files.sweep(new Date(Date.now() - 60_000), findReferenced);
    expect([await idsOf(files), readdirSync(join(folder, 'spool'))]).toEqual([['kept', 'lost'], []]);
    await files.sweep(new Date(Date.now() + 60_000), findReferenced);
    expect(await idsOf(files)).toEqual(['kept']);
  });
});

describe('the storage of a service', () => {
  let own: typeof database;
  const storages: ObjectStorage[] = [];
  beforeEach(() => {
    own = reopenTestDatabase(database);
  });
  afterEach(async () => {
    await Promise.all(storages.splice(0).map((storage) => storage.close()));
    await own.close();
  });

  /** The storage as a process has it. */
  function createStorage(
    parts: Pick<ObjectStorageOptions, 'connection' | 'filePlace'> & Partial<ObjectStorageOptions>,
  ): ObjectStorage {
    const storage = new ObjectStorage({
      service: 'projects',
      config: {
        engine: 'local',
        from: undefined,
        migration: 'move',
        files: undefined,
        initialFiles: 'gridfs',
        folder: join(folder, 'objects'),
        s3: undefined,
      },
      spoolFolder: join(folder, 'spool'),
      minFreeBytes: 0,
      metrics: createMetrics('test'),
      log: silentLog,
      isWorker: true,
      claimTtlMs: 150,
      ...parts,
    });
    storages.push(storage);
    return storage;
  }

  /** The storage as a process with a configuration has it. */
  async function open(files: 'gridfs' | 'objects', metrics = createMetrics('test')): Promise<ObjectStorage> {
    const { connection } = reopenTestDatabase(database);
    const filePlace = await chooseFilePlace(connection, { files, initialFiles: 'gridfs' });
    return createStorage({ connection, filePlace, metrics });
  }

  /** Wakes the storage until its only migration satisfies a condition. */
  const wakeUntil = (storage: ObjectStorage, isReached: (progress: Record<string, unknown>) => boolean) =>
    waitFor(
      async () => {
        await storage.wake();
        return ((await storage.listMigrations())[0] ?? {}) as Record<string, unknown>;
      },
      (progress) => isReached(progress),
    );

  /** Makes the next pass due, as if a time had passed since the start and since each copy. */
  async function letTimePass(ms: number): Promise<void> {
    const earlier = new Date(Date.now() - ms);
    const { connection } = own;
    await connection
      .collection('object_migrations')
      .updateMany({}, { $set: { started_at: earlier, due_at: new Date() } });
    await connection.collection('uploads_content_entries').updateMany({}, { $set: { stored_at: earlier } });
    await connection.collection('uploads_content.files').updateMany({}, { $set: { uploadDate: earlier } });
  }

  const idle = ({ cursor, run }: Record<string, unknown>): boolean => cursor === '' && run === undefined;

  it('moves files from the database to the object store and back, while they are in use', async () => {
    const before = await open('gridfs');
    const earlier = before.fileStore('uploads_content');
    for (const id of ['one', 'two']) await earlier.write(id, from(`content of ${id}`), { name: id });
    await before.wake();
    expect(await before.listMigrations()).toEqual([]);

    const metrics = createMetrics('test');
    const during = await open('objects', metrics);
    const files = during.fileStore('uploads_content');
    const avatars = during.fileStore('avatars');
    await files.write('three', from('content of three'));
    await avatars.write('one', from('a picture'));
    // Both processes read what either has written.
    expect([await read(files, 'one'), await read(earlier, 'three')]).toEqual(['content of one', 'content of three']);
    expect(await idsOf(files)).toEqual(['one', 'three', 'two']);

    await wakeUntil(during, (progress) => progress['copied'] === 2 && idle(progress));
    expect(await describeFile(files, 'one')).toMatchObject({ metadata: { name: 'one' } });
    expect(await earlier.stat('one')).toMatchObject({ size: 14 });
    await files.remove('two');
    expect([await read(earlier, 'two'), await read(files, 'two')]).toEqual([null, null]);
    await letTimePass(GRACE_MS + 1_000);
    const finished = await wakeUntil(during, ({ state }) => state === 'finished');
    expect(finished).toMatchObject({ _id: 'files', from: 'gridfs', to: 'objects', deleted: 1, waiting: 0, failed: 0 });
    expect(await own.connection.collection('uploads_content.files').countDocuments({})).toBe(0);
    expect([await read(files, 'one'), await read(earlier, 'one')]).toEqual(Array(2).fill('content of one'));
    expect(await metrics.registry.metrics()).toContain(
      'forge_object_migration_items{migration="files",state="copied",service="test"} 2',
    );

    const after = await open('gridfs');
    const again = after.fileStore('uploads_content');
    const returned = await wakeUntil(after, (progress) => progress['to'] === 'gridfs' && progress['copied'] === 2);
    expect(returned).toMatchObject({ from: 'objects', state: 'running' });
    expect(await own.connection.collection('uploads_content.files').countDocuments({})).toBe(2);
    expect(await read(again, 'three')).toBe('content of three');
  });

  it('needs no migration of files in a new database', async () => {
    const fresh = await openTestDatabase();
    const { connection } = fresh;
    const filePlace = await chooseFilePlace(connection, { files: undefined, initialFiles: 'objects' });
    expect(filePlace.place).toBe('objects');
    const storage = createStorage({ connection, filePlace });
    const files = storage.fileStore('uploads_content');
    await files.write('one', from('content'));
    await storage.wake();
    expect([storage.needsMigration, await storage.listMigrations()]).toEqual([false, []]);
    expect(await connection.collection('uploads_content.files').countDocuments({})).toBe(0);
    // A process that still has another place reads the file, too.
    const again = reopenTestDatabase(fresh).connection;
    const other = createStorage({ connection: again, filePlace: { place: 'gridfs', hasFormer: false } });
    expect(await read(other.fileStore('uploads_content'), 'one')).toBe('content');
    await fresh.close();
  });

  it('reports damaged files, and leaves them where they are', async () => {
    const files = (await open('gridfs')).fileStore('uploads_content');
    await files.write('damaged', Readable.from([randomBytes(600_000)]));
    await own.connection.collection('uploads_content.chunks').deleteOne({ n: 1 });
    const metrics = createMetrics('test');
    const during = await open('objects', metrics);
    during.fileStore('uploads_content');
    await wakeUntil(during, (progress) => progress['failed'] === 1 && idle(progress));
    expect(await metrics.registry.metrics()).toContain(
      'forge_object_migration_items{migration="files",state="failed",service="test"} 1',
    );
    expect(await files.stat('damaged')).toMatchObject({ size: 600_000 });
  });

  it('gives the objects of its files kinds of their own', async () => {
    const storage = await open('objects');
    const files = storage.fileStore('uploads_content');
    await files.write('one', from('content'));
    await storage.sweep();
    const keys: string[] = [];
    for await (const { key } of storage.objects.list('')) keys.push(key);
    expect(keys).toEqual([expect.stringMatching(/^projects-uploads-content\//)]);
  });
});
