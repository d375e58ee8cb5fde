import { Schema, type Model } from 'mongoose';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import { dropIndex, ensureIndexes, whereGreater, wherePresent } from './indexes';
import { isDuplicateKey } from './write-conflicts';

interface Row {
  _id: number;
  key?: string;
  owner_id: number | null;
  tag_ids: number[];
}

describe('indexes', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let rows: Model<Row>;

  beforeAll(async () => {
    database = await openTestDatabase();
    const schema = new Schema<Row>(
      { _id: Number, key: String, owner_id: Number, tag_ids: [Number] },
      { versionKey: false, collection: 'rows' },
    );
    schema.index({ key: 1 }, { unique: true, ...wherePresent('key') });
    schema.index({ owner_id: 1, _id: -1 }, whereGreater('owner_id', 0));
    schema.index({ tag_ids: 1 }, whereGreater('tag_ids', 0));
    schema.index({ _id: -1, owner_id: 1 });
    rows = database.connection.model<Row>('rows', schema);
    // As an earlier release created them.
    await rows.collection.createIndexes([
      { key: { key: 1 }, unique: true, sparse: true },
      { key: { owner_id: 1, _id: -1 } },
      { key: { owner_id: -1 } },
    ]);
    const insert = (start: number) =>
      rows.insertMany([
        { _id: start, key: `key ${start}`, owner_id: 7, tag_ids: [1, 2] },
        ...Array.from({ length: 200 }, (_, n) => ({ _id: start + n + 1, owner_id: null, tag_ids: [] })),
      ]);
    await insert(0);
    await Promise.all([ensureIndexes(database.connection), ensureIndexes(database.connection)]);
    await insert(1_000);
  });
  afterAll(() => database.close());

  const names = async () => (await rows.collection.indexes()).map(({ name }) => name).sort();

  it('replaces those of an earlier release on the same fields, and leaves others', async () => {
    const all = ['_id_', '_id_-1_owner_id_1', 'key_1_partial', 'owner_id_-1', 'owner_id_1__id_-1_partial'];
    expect(await names()).toEqual([...all, 'tag_ids_1_partial']);
    await ensureIndexes(database.connection);
    expect(await names()).toEqual([...all, 'tag_ids_1_partial']);
  });

  it('refuses a second value of a unique field that documents may lack', async () => {
    const again = await rows.create({ _id: 5_000, key: 'key 0', owner_id: null, tag_ids: [] }).then(
      () => 'stored',
      (error: unknown) => isDuplicateKey(error),
    );
    expect(again).toBe(true);
  });

  it.each([
    ['key_1_partial', { key: 'key 1000' }],
    ['key_1_partial', { key: { $in: ['key 0', 'key 1000'] } }],
    ['key_1_partial', { key: { $exists: true } }],
    ['owner_id_1__id_-1_partial', { owner_id: 7 }],
    ['owner_id_1__id_-1_partial', { owner_id: { $in: [7, 8] } }],
    ['tag_ids_1_partial', { tag_ids: 2 }],
    ['tag_ids_1_partial', { tag_ids: { $in: [1, 9] } }],
  ])('uses %s for %j', async (name, filter) => {
    expect(JSON.stringify(await rows.collection.find(filter).explain())).toContain(`"${name}"`);
    const found = await rows.collection.find(filter, { projection: { _id: 1 } }).toArray();
    expect(found.length).toBe(JSON.stringify(filter) === '{"key":"key 1000"}' ? 1 : 2);
  });

  it('is dropped once', async () => {
    await Promise.all([dropIndex(rows, 'owner_id_-1'), dropIndex(rows, 'owner_id_-1')]);
    expect(await names()).not.toContain('owner_id_-1');
    await dropIndex(rows, 'owner_id_-1');
  });
});
