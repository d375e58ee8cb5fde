import { waitFor } from '@forgemesh/testing';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { entitySchema, type EntityDocument } from '../mongo';
import type { EntityStore } from '../store/entity-store';
import { SearchIndex } from './search-index';
import { searchFields, trigramsOf } from './search-text';

interface Text extends EntityDocument {
  title: string;
  search_text: string;
}

describe('SearchIndex', () => {
  let setup: Awaited<ReturnType<typeof openTestOutbox>>;
  let store: EntityStore<Text>;
  let index: SearchIndex<Text>;

  beforeAll(async () => {
    setup = await openTestOutbox();
    const schema = entitySchema<Text>('texts', { title: String, search_text: String });
    const model = setup.connection.model<Text>('texts', schema);
    store = setup.outbox.store(model as never, ({ _id }: Text) => ({ id: _id })) as unknown as EntityStore<Text>;
    index = new SearchIndex(model);
    await setup.ensureIndexes();
    await index.complete();
  });
  afterAll(() => setup.close());

  const entries = () =>
    setup.connection.collection<{ _id: number; version: number; trigrams: string[] }>('texts_search');
  const add = async (title: string) => store.insert({ _id: await store.nextId(), title, ...searchFields(title) });
  const rename = (id: number, title: string) => store.mutate(id, () => ({ set: { title, ...searchFields(title) } }));
  const find = async (search: string) => {
    const rows = await store.model
      .find(await index.filter(search))
      .sort({ _id: 1 })
      .lean();
    return rows.map(({ title }) => title);
  };

  it('finds documents with all words, regardless of case and position', async () => {
    await add('Orange juice');
    await add('Juice of oranges, c++');
    await add('Orange');
    expect(await find('JUICE rang')).toEqual(['Orange juice', 'Juice of oranges, c++']);
    expect(await find('c++ of')).toEqual(['Juice of oranges, c++']);
    expect(await find('juicy')).toEqual([]);
  });

  it('finds phrases in quotation marks, and words beside them', async () => {
    await add('Pear tree 01');
    await add('Pear tree 02');
    await add('tree of a pear 0');
    expect(await find('"pear tree 0"')).toEqual(['Pear tree 01', 'Pear tree 02']);
    expect(await find('"ear TREE" 02')).toEqual(['Pear tree 02']);
    expect(await find('"tree pear"')).toEqual([]);
  });

  it('has no conditions without words', async () => {
    expect(await index.filter('  ')).toEqual({});
    expect(await index.filter(undefined)).toEqual({});
  });

  it('narrows by trigrams, and not if a word is shorter or too many documents have them', async () => {
    const { _id: id } = await add('quince');
    expect(await index.filter('quince')).toEqual({ _id: { $in: [id] }, $and: [{ search_text: { $regex: 'quince' } }] });
    expect(await index.filter('qu')).toEqual({ $and: [{ search_text: { $regex: 'qu' } }] });
    await entries().insertMany(
      Array.from({ length: 501 }, (_, n) => ({ _id: 10_000 + n, version: 1, trigrams: ['zzz'] })),
    );
    expect(await index.filter('zzz')).toEqual({ $and: [{ search_text: { $regex: 'zzz' } }] });
  });

  it('puts a pattern before words', async () => {
    const options = { prefix: '^[^\\n]*' };
    expect(await index.filter('zz', options)).toEqual({ $and: [{ search_text: { $regex: '^[^\\n]*zz' } }] });
  });

  it('finds the new text after a change, and the old one no longer', async () => {
    const { _id: id } = await add('first melon');
    await rename(id, 'second papaya');
    expect(await find('papaya')).toEqual(['second papaya']);
    expect(await find('melon')).toEqual([]);
    await rename(id, 'third cherry');
    expect(await find('cherry')).toEqual(['third cherry']);
    // The trigrams of the text before the last change remain until the next one.
    const entry = await entries().findOne({ _id: id });
    expect(new Set(entry?.trigrams)).toEqual(trigramsOf('second papaya\nthird cherry'));
    expect(entry?.version).toBe(3);
  });

  it('reads the candidates of a repeated search once, until an entry changes', async () => {
    const read = jest.spyOn(setup.connection.models['texts_search']!, 'find');
    expect([await find('lychee'), await find('lychee')]).toEqual([[], []]);
    expect(read).toHaveBeenCalledTimes(1);
    const { _id: id } = await add('lychee');
    expect(await find('lychee')).toEqual(['lychee']);
    await rename(id, 'rambutan');
    expect([await find('lychee'), await find('rambutan')]).toEqual([[], ['rambutan']]);
    read.mockRestore();
  });

  it('does not write an entry for a change without a new text', async () => {
    const { _id: id } = await add('unchanged');
    await rename(id, 'unchanged');
    expect(await entries().findOne({ _id: id })).toMatchObject({ version: 1 });
  });

  it('still finds the old text if a change that did not read it is not stored', async () => {
    const { _id: id } = await add('unread apricot');
    const document = await store.find(id);
    const { search_text: _text, ...rest } = document!;
    const change = { set: { title: 'never stored', ...searchFields('never stored') } };
    expect(await store.change({ ...rest, version: 99 } as Text, change)).toBeNull();
    expect(await find('apricot')).toEqual(['unread apricot']);
    expect(await find('never')).toEqual([]);
  });

  it('finds each text that was stored by one of several concurrent changes', async () => {
    const { _id: id } = await add('start');
    const titles = Array.from({ length: 12 }, (_, n) => `variant${n}x`);
    await Promise.all(titles.map((title) => rename(id, title)));
    const stored = (await store.find(id))?.title ?? '';
    expect(titles).toContain(stored);
    expect(await find(stored)).toEqual([stored]);
  });

  it('finds documents that were changed or inserted together', async () => {
    const [one, other] = [await add('one together'), await add('other together')];
    const change = { set: searchFields('kumquat') };
    await store.changeAll([one, other].map((document) => ({ document, change })));
    expect(await find('kumquat')).toEqual(['one together', 'other together']);
    await store.insertMany([{ operation_id: 'a', title: 'Many', ...searchFields('Many') }]);
    await store.insertRows([{ _id: await store.nextId(), version: 1, title: 'Rows', ...searchFields('Rows') }]);
    expect([await find('many'), await find('rows')]).toEqual([['Many'], ['Rows']]);
  });

  it('finds a document whose entry was not written before a crash', async () => {
    const title = 'interrupted';
    const insert = jest.spyOn(setup.connection.models['texts_search']!.collection, 'insertMany');
    insert.mockRejectedValueOnce(new Error('killed'));
    const event = { type: `${setup.service}.text.created`, actor: 1, changes: {} };
    const _id = await store.nextId();
    await expect(store.insert({ _id, title, ...searchFields(title) }, [event as never])).rejects.toThrow('killed');
    insert.mockRestore();
    await waitFor(async () => store.find(_id), Boolean);
    expect(await find('interrupted')).toEqual([]);
    await store.model.updateOne({ _id }, { $set: { outbox_at: new Date(0) } });
    await setup.outbox.sweep();
    expect(await find('interrupted')).toEqual(['interrupted']);
  });

  it('forgets deleted documents', async () => {
    const [one, other] = [await add('deleted one'), await add('deleted other')];
    await store.remove(one, { type: `${setup.service}.text.deleted`, actor: 1, changes: {} } as never);
    await store.deleteMany({ _id: other._id });
    expect(await find('deleted')).toEqual([]);
    expect(await entries().countDocuments({ _id: { $in: [one._id, other._id] } })).toBe(0);
  });

  it('moves trigrams that are stored in documents, and finds them before', async () => {
    const { collection } = store.model;
    await collection.createIndex({ search_trigrams: 1 });
    const old = Array.from({ length: 450 }, (_, n) => ({
      _id: 50_000 + n,
      version: 3,
      title: `Old ${n}`,
      search_text: `grape ${n}`,
      search_trigrams: ['gra', 'rap', 'ape'],
    }));
    await collection.insertMany(old as never);
    const fresh = new SearchIndex<Text>(store.model);
    // The first search starts the completion and does not narrow.
    expect(await fresh.filter('grape 44')).not.toHaveProperty('_id');
    await fresh.complete();
    expect(await fresh.filter('grape 449')).toHaveProperty('_id');
    expect(await find('grape 449')).toEqual(['Old 449']);
    expect(await collection.countDocuments({ search_trigrams: { $exists: true } })).toBe(0);
    expect((await collection.indexes()).map(({ name }) => name)).not.toContain('search_trigrams_1');
  });
});
