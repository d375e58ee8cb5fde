import { Schema, type Model, type QueryFilter } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';
import { type Call, type PageInfo } from '@forgemesh/rpc';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import { listConcatenated, partsByKey, type ListPart } from './list-concatenated';
import { countRange, createLongLists, listRange, readWindow, type LongLists, type RangeQuery } from './list-range';
import { countPassing } from './row-check';
import { EXACT_TOTAL } from '../page';

interface Thing {
  _id: number;
  place: number;
  rank: number;
  key?: string;
}

const log = { warn: jest.fn() } as unknown as Logger;
const count = 2_400;
/** An order that differs from that of the ids. */
const rankOf = (id: number): number => (id * 7919) % 2_003;

describe('listRange', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let model: Model<Thing>;
  let lists: LongLists<Thing>;
  const things = Array.from({ length: count }, (_, n) => ({ _id: n + 1, place: n % 4 === 0 ? 2 : 1, rank: rankOf(n) }));

  beforeAll(async () => {
    database = await openTestDatabase();
    const schema = new Schema<Thing>({ _id: Number, place: Number, rank: Number, key: String }, { versionKey: false });
    schema.index({ place: 1, rank: 1 });
    model = database.connection.model<Thing>('things', schema);
    await model.createIndexes();
    await model.insertMany(things);
  });
  afterAll(() => database.close());
  beforeEach(() => {
    lists = createLongLists(model, log);
  });

  const read = async (query: Partial<RangeQuery<Thing>>): Promise<{ ids: number[]; page: PageInfo | undefined }> => {
    let page: PageInfo | undefined;
    const call = { setPage: (info: PageInfo) => (page = info) } as unknown as Call<unknown>;
    const base = { filter: {}, sort: { rank: -1, _id: -1 } as const, request: {}, projection: {} };
    const rows = await listRange(call, lists, { ...base, ...query });
    return { ids: rows.map(({ _id: id }) => id), page };
  };
  const sorted = (keep: (thing: Thing) => boolean): number[] =>
    things
      .filter(keep)
      .sort((one, other) => other.rank - one.rank || other._id - one._id)
      .map(({ _id: id }) => id);

  it.each([1, 12, 16, 90, 91])('has the rows of page %i, within the first ranks and after them', async (page) => {
    const expected = sorted(({ place }) => place === 1);
    const place = { place: 1 };
    const found = await read({ filter: place, scope: place, request: { page } });
    expect(found.ids).toEqual(expected.slice((page - 1) * 20, page * 20));
    expect(found.page).toMatchObject({ total: 1_800, has_next: page < 90 });
  });

  it.each([
    { total: EXACT_TOTAL + 1, scope: { place: 1 }, check: undefined, isRead: true },
    { total: EXACT_TOTAL + 1, scope: { place: 1 }, check: 'all', isRead: true },
    { total: EXACT_TOTAL, scope: { place: 1 }, check: undefined, isRead: false },
    { total: EXACT_TOTAL + 1, scope: {}, check: undefined, isRead: false },
  ])('reads ranges by the index of their scope and order: $isRead for $scope of $total rows', async (one) => {
    const pick = async (rows: Thing[]) => rows;
    const check = { key: 'all', fields: { rank: 1 as const }, pick, toFilter: async () => ({}) };
    const find = jest.spyOn(model, 'find');
    const filter = { place: 1 };
    const query = { filter, scope: one.scope, sort: { rank: -1, _id: -1 } as const, request: {}, projection: {} };
    const window = { skip: 310, limit: 20 };
    const rows = await readWindow(lists, { ...query, check: one.check ? check : undefined }, window, one.total);
    expect(rows.map(({ _id: id }) => id)).toEqual(sorted(({ place }) => place === 1).slice(310, 330));
    const hints = find.mock.calls.map(([, , options]) => options?.hint);
    expect(hints.some((hint) => hint !== undefined)).toBe(one.isRead);
    find.mockRestore();
  });

  it('finds rows that few of the first ranks have', async () => {
    const filter = { _id: { $mod: [100, 0] }, place: 2 } as QueryFilter<Thing>;
    const found = await read({ filter, request: { per_page: 5 } });
    expect(found.ids).toEqual(sorted(({ _id: id, place }) => id % 100 === 0 && place === 2).slice(0, 5));
  });

  it('shows rows that were written since the ranks were sampled', async () => {
    const before = await read({});
    await model.create([{ _id: 9_001, place: 3, rank: 9_001 }]);
    const after = await read({});
    expect(after.ids).toEqual([9_001, ...before.ids.slice(0, 19)]);
    await model.deleteOne({ _id: 9_001 });
    expect((await read({})).ids).toEqual(before.ids);
  });

  it('ends at its current end, not at the counted one', async () => {
    const place = { place: 1 };
    const last = { filter: place, scope: place, request: { page: 18, per_page: 100 } };
    expect((await read(last)).page).toMatchObject({ total: 1_800, has_next: false });
    const added = Array.from({ length: 30 }, (_, n) => ({ _id: 9_100 + n, place: 1, rank: -1 - n }));
    await model.insertMany(added);
    const behind = await read({ ...last, request: { page: 19, per_page: 100 } });
    expect(behind.ids).toEqual(added.map(({ _id: id }) => id));
    expect(behind.page).toMatchObject({ total: 1_830, has_next: false });

    // The page that was the last one now has a next page.
    await model.deleteMany({ _id: { $gte: 9_100 } });
    lists = createLongLists(model, log);
    expect((await read(last)).page).toMatchObject({ total: 1_800, has_next: false });
    await model.insertMany(added);
    expect((await read(last)).page).toMatchObject({ total: 1_830, has_next: true });
    await model.deleteMany({ _id: { $gte: 9_100 } });
  });

  describe('of rows with and without a key', () => {
    const keyOf = (id: number): string | undefined =>
      id % 4 === 0 ? undefined : `${10_000 + rankOf(id)}/${10_000 + id}`;
    beforeAll(() =>
      model.bulkWrite(
        things.flatMap(({ _id }) => {
          const key = keyOf(_id);
          return key === undefined ? [] : [{ updateOne: { filter: { _id }, update: { $set: { key } } } }];
        }),
      ),
    );
    const none = things.filter(({ _id: id }) => keyOf(id) === undefined).map(({ _id: id }) => id);
    const keyed = (direction: 1 | -1): number[] =>
      things
        .map(({ _id: id }) => ({ id, key: keyOf(id) }))
        .filter(({ key }) => key !== undefined)
        .sort((one, other) => (String(one.key) < String(other.key) ? -direction : direction))
        .map(({ id }) => id);

    it.each([
      [1, true, [...[...none].reverse(), ...keyed(1)]],
      [-1, true, [...keyed(-1), ...[...none].reverse()]],
      [1, false, [...keyed(1), ...[...none].reverse()]],
      [-1, false, [...keyed(-1), ...[...none].reverse()]],
    ] as const)('concatenates both parts (%i, %s)', async (direction, areEmptyLeast, expected) => {
      const parts = partsByKey<Thing>({ filter: {}, scope: {} }, 'key', { direction, areEmptyLeast });
      for (const page of [1, 6, 7, 18, 19, 24, 25]) {
        let info: PageInfo | undefined;
        const call = { setPage: (found: PageInfo) => (info = found) } as unknown as Call<unknown>;
        const query = { parts, request: { page, per_page: 100 }, projection: {} };
        const ids = (await listConcatenated(call, lists, query)).map(({ _id: id }) => id);
        expect(ids).toEqual(expected.slice((page - 1) * 100, page * 100));
        expect(info).toMatchObject({ total: count, has_next: page < 24 });
      }
    });
  });

  it('has nested parts, of which those after the page are not counted', async () => {
    const remainders = Array.from({ length: 30 }, (_, n) => 29 - n);
    const parts = remainders.map((rest) => {
      const filter = { _id: { $mod: [30, rest] } } as QueryFilter<Thing>;
      const inner = [2, 1].map((place) => ({ filter: { $and: [filter, { place }] }, sort: { _id: -1 } as const }));
      return { filter, sort: { _id: -1 } as const, parts: inner as ListPart<Thing>[] };
    });
    const expected = remainders.flatMap((rest) =>
      [2, 1].flatMap((place) =>
        things
          .filter((thing) => thing._id % 30 === rest && thing.place === place)
          .map(({ _id: id }) => id)
          .reverse(),
      ),
    );
    const counted = jest.spyOn(lists.counts, 'of');
    for (const [page, outer] of [
      [1, 8],
      [24, 30],
    ] as const) {
      counted.mockClear();
      let info: PageInfo | undefined;
      const call = { setPage: (found: PageInfo) => (info = found) } as unknown as Call<unknown>;
      const query = { parts, whole: { filter: {} }, request: { page, per_page: 100 }, projection: {} };
      const ids = (await listConcatenated(call, lists, query)).map(({ _id: id }) => id);
      expect(ids).toEqual(expected.slice((page - 1) * 100, page * 100));
      expect(info).toMatchObject({ total: count, has_next: page < 24 });
      const countedFilters = counted.mock.calls.map(([filter]) => JSON.stringify(filter));
      expect(parts.filter(({ filter }) => countedFilters.includes(JSON.stringify(filter)))).toHaveLength(outer);
    }
  });

  describe('with a check', () => {
    const isOpen = ({ place, _id: id }: Thing): boolean => place === 1 && id % 3 === 0;
    const whole = jest.fn(() => Promise.resolve({ place: 1, _id: { $mod: [3, 0] } } as QueryFilter<Thing>));
    const check = {
      key: 'a third',
      fields: { place: 1 } as const,
      pick: (rows: Thing[]) => Promise.resolve(rows.filter(isOpen)),
      toFilter: whole,
    };

    it.each([1, 3, 20])('has the rows of page %i that pass', async (page) => {
      const expected = sorted(isOpen);
      const found = await read({ check, request: { page } });
      expect(found.ids).toEqual(expected.slice((page - 1) * 20, page * 20));
      expect(found.page).toMatchObject({ total: expected.length });
      expect(whole).not.toHaveBeenCalled();
    });

    it.each([1, 2])('uses the database filter if few rows pass, page %i', async (page) => {
      const isRare = ({ _id: id }: Thing): boolean => id % 100 === 0;
      const rare = jest.fn(() => Promise.resolve({ _id: { $mod: [100, 0] } } as QueryFilter<Thing>));
      const pick = jest.fn((rows: Thing[]) => Promise.resolve(rows.filter(isRare)));
      const query = { check: { key: 'a hundredth', fields: {}, pick, toFilter: rare }, request: { page } };
      const first = await read(query);
      expect(first.ids).toEqual(sorted(isRare).slice((page - 1) * 20, page * 20));
      expect(first.page).toMatchObject({ total: 24 });
      expect(rare).toHaveBeenCalled();
      pick.mockClear();
      expect(await read(query)).toEqual(first);
      expect(pick).not.toHaveBeenCalled();
    });

    it.each([
      { place: 1, walks: true },
      { place: 3, walks: false },
    ])('counts a long list by a walk over the newest rows if it has many of them: $walks', async ({ place, walks }) => {
      const find = jest.spyOn(lists.model, 'find');
      const counted = await countPassing(lists.model, { place }, check, async () => EXACT_TOTAL + 1);
      expect(counted).toBe(sorted((thing) => thing.place === place && isOpen(thing)).length);
      const hints = find.mock.calls.map(([, fields, options]) => fields === check.fields && options?.hint);
      expect(hints.some(Boolean)).toBe(walks);
      find.mockRestore();
    });

    it('counts the rows that pass', async () => {
      expect(await countRange(lists, { filter: { place: 1 }, check })).toBe(sorted(isOpen).length);
    });
  });
});
