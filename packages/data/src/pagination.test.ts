import { Schema, type Model } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';
import { createLongLists } from './long-lists/list-range';
import { type Call, type PageInfo } from '@forgemesh/rpc';
import { listPage } from './pagination';
import { openTestDatabase } from '@forgemesh/testing/runtime';

interface Thing {
  _id: number;
  place: number;
}

describe('listPage', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let model: Model<Thing>;

  beforeAll(async () => {
    database = await openTestDatabase();
    model = database.connection.model<Thing>(
      'things',
      new Schema<Thing>({ _id: Number, place: Number }, { versionKey: false }),
    );
    await model.insertMany([1, 2, 3, 4, 5, 6, 7].map((id) => ({ _id: id, place: id > 5 ? 2 : 1 })));
  });
  afterAll(() => database.close());

  const read = async (page: number, options: { filter?: Partial<Thing>; isCached?: boolean } = {}) => {
    const { filter = { place: 1 }, isCached = false } = options;
    let pageInfo: PageInfo | undefined;
    const call = { setPage: (info: PageInfo) => (pageInfo = info) } as unknown as Call<unknown>;
    const caches = isCached ? { caches: createLongLists(model, { warn: jest.fn() } as unknown as Logger) } : {};
    const request = { page, per_page: 2 };
    const rows = await listPage(call, { model, filter, sort: { _id: 1 }, request, ...caches });
    return { ids: rows.map(({ _id: id }) => id), page: pageInfo };
  };

  it.each([
    [1, [1, 2], true],
    [2, [3, 4], true],
    [3, [5], false],
    [4, [], false],
  ])('has the total on page %i, counted or derived from the page', async (page, ids, more) => {
    for (const isCached of [false, true])
      expect(await read(page, { isCached })).toMatchObject({ ids, page: { total: 5, has_next: more } });
  });

  it('handles an empty list', async () => {
    expect(await read(1, { filter: { place: 3 } })).toMatchObject({ ids: [], page: { total: 0, has_next: false } });
  });
});
