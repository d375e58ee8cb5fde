// Backup of documents and files that change while they are copied, on the available database.

import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../lib/log.ts';
import { createBackup, openBackup } from './archive.ts';
import {
  assertNoDocuments,
  backUpCollection,
  backUpDocuments,
  connectDatabases,
  refersToObjects,
  restoreDocuments,
  type StoredDocument,
} from './databases.ts';

const { mongo } = createRequire(join(__dirname, '../../packages/data/package.json'))('mongoose');
const { Binary, Decimal128, Double, GridFSBucket, Int32, Long, ObjectId } = mongo;
const prefix = `backup_${process.pid}`;
const target = `${prefix}_restored`;

describe('a copy of the databases', () => {
  let client: Awaited<ReturnType<typeof connectDatabases>>;
  let folder: string;

  beforeAll(async () => {
    client = await connectDatabases(String(process.env['FORGE_TEST_MONGODB_URI']));
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgemesh-copy-'));
  });
  afterEach(async () => {
    for (const each of [prefix, target]) await client.db(`${each}_projects`).dropDatabase();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => client?.close());

  const restored = async (): Promise<ReturnType<typeof client.db>> => {
    const backup = await openBackup(folder);
    await backup.verify(() => undefined);
    await restoreDocuments({ client, prefix: target, backup, log: silentLog });
    return client.db(`${target}_projects`);
  };
  const finish = (backup: ReturnType<typeof createBackup>): Promise<unknown> =>
    backup.finish({ revision: 'test', counts: {} });

  it('keeps every value and its type', async () => {
    const row = {
      _id: 'one',
      int: new Int32(1),
      double: new Double(1),
      long: Long.fromNumber(1),
      none: null,
      text: 'é',
      date: new Date(0),
      bytes: new Binary(Buffer.from('bytes')),
      list: [new Int32(2), { deep: new Double(0.5) }],
      id: new ObjectId(),
      pattern: /a+/i,
      decimal: Decimal128.fromString('1.50'),
      empty: {},
      yes: true,
    };
    await client.db(`${prefix}_projects`).collection<StoredDocument>('rows').insertOne(row);
    const backup = createBackup(folder);
    await backUpDocuments({ client, prefix, backup, log: silentLog });
    await finish(backup);
    const exact = { promoteValues: false, promoteLongs: false };
    const database = await restored();
    const [before] = await client.db(`${prefix}_projects`).collection('rows').find({}, exact).toArray();
    const [after] = await database.collection('rows').find({}, exact).toArray();
    expect(after).toEqual(before);
  });

  it('has no duplicate key if one is released and taken again during the backup', async () => {
    const database = client.db(`${prefix}_projects`);
    const rows = database.collection<{ _id: number; name: string }>('rows');
    await rows.createIndex({ name: 1 }, { unique: true });
    await rows.insertMany([1, 2, 3, 4, 5].map((id) => ({ _id: id, name: `n${id}` })));
    const backup = createBackup(folder);
    let batches = 0;
    await backUpCollection(database.collection('rows'), 'databases/projects/rows', backup, {
      size: 2,
      onBatch: async () => {
        if (++batches !== 1) return;
        // The first document has been read. Its name now moves to a document that has not been
        // read.
        await rows.updateOne({ _id: 1 }, { $set: { name: 'left' } });
        await rows.updateOne({ _id: 5 }, { $set: { name: 'n1' } });
        await rows.deleteOne({ _id: 2 });
        await rows.insertOne({ _id: 6, name: 'n2' });
      },
    });
    await finish(backup);
    const copy = (await restored()).collection('rows');
    await copy.createIndex({ name: 1 }, { unique: true });
    const found = await copy.find({}, { sort: { _id: 1 } }).toArray();
    expect(found).toEqual(await rows.find({}, { sort: { _id: 1 } }).toArray());
  });

  it.each([{ sparse: true }, { partialFilterExpression: { name: { $exists: true } } }])(
    'knows that documents may lack a unique field: %j',
    async (options) => {
      const rows = client.db(`${prefix}_projects`).collection<{ _id: number; name?: string }>('optional');
      await rows.createIndex({ name: 1 }, { unique: true, ...options });
      await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, name: 'only' }]);
      const backup = createBackup(folder);
      const place = 'databases/projects/optional';
      expect(await backUpCollection(rows as never, place, backup)).toBe(3);
      await finish(backup);
      const copies = (await restored()).collection('optional');
      expect(await copies.find({}, { sort: { _id: 1 } }).toArray()).toEqual(
        await rows.find({}, { sort: { _id: 1 } }).toArray(),
      );
    },
  );

  it('contains each file with all its chunks', async () => {
    const database = client.db(`${prefix}_projects`);
    const bucket = new GridFSBucket(database, { bucketName: 'uploads', chunkSizeBytes: 1000 });
    const content = Buffer.alloc(50_500, 'content');
    for (const [name, bytes] of [
      ['large', content],
      ['empty', Buffer.alloc(0)],
    ] as const) {
      await new Promise((resolve, reject) =>
        bucket.openUploadStream(name).on('finish', resolve).on('error', reject).end(bytes),
      );
    }
    await database.collection('uploads.files').insertOne({ filename: 'broken', length: 10 });
    const backup = createBackup(folder);
    await backUpDocuments({ client, prefix, backup, log: silentLog });
    await finish(backup);
    const copy = new GridFSBucket(await restored(), { bucketName: 'uploads' });
    const read: Buffer[] = [];
    for await (const part of copy.openDownloadStreamByName('large')) read.push(part as Buffer);
    expect(Buffer.concat(read).equals(content)).toBe(true);
    const names = (await copy.find({}).toArray()).map(({ filename }: { filename: string }) => filename).sort();
    expect(names).toEqual(['empty', 'large']);
  });

  it('contains files in the object store that documents refer to, also those of the last moment', async () => {
    const database = client.db(`${prefix}_projects`);
    expect(await refersToObjects(database)).toBe(false);
    for (const name of ['avatars_contents', 'avatars_entries', 'projects', 'ref_log_entries'])
      await database.collection(name).insertOne({ name });
    const order: string[] = [];
    const log = { ...silentLog, progress: (text: string) => void order.push(text) };
    await backUpDocuments({ client, prefix, backup: createBackup(folder), log });
    const read = order.filter((text) => /avatars|projects: projects|entries/.test(text));
    expect(read).toEqual([
      'projects: projects',
      'projects: ref_log_entries',
      'projects: avatars_contents',
      'projects: avatars_entries',
    ]);
    expect(await refersToObjects(database)).toBe(true);
  });

  it('is not restored over existing documents', async () => {
    await client.db(`${prefix}_projects`).collection('rows').insertOne({ name: 'there' });
    await expect(assertNoDocuments(client, prefix)).rejects.toThrow(
      `The database ${prefix}_projects holds documents: a backup is restored into an empty mesh only`,
    );
    await expect(assertNoDocuments(client, target)).resolves.toBeUndefined();
  });
});
