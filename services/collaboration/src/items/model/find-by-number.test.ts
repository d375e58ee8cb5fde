import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createIssueModel } from './issue.model';
import { createItemsByNumber } from './find-by-number';

describe('createItemsByNumber', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('finds each item of concurrent requests, with fewer commands', async () => {
    const model = createIssueModel(database.connection);
    await database.ensureIndexes();
    const rows = [1, 2, 3].flatMap((project_id) =>
      [1, 2].map((iid) => ({ project_id, iid, _id: project_id * 10 + iid })),
    );
    await model.collection.insertMany(rows as never[]);
    const find = jest.spyOn(model, 'find');
    const items = createItemsByNumber(model);
    const requests = [...rows, { project_id: 2, iid: 3 }, { project_id: 3, iid: 2 }, { project_id: 9, iid: 1 }];
    const found = await Promise.all(requests.map(({ project_id, iid }) => items.request({ project_id, iid })));
    expect(found.map((item) => item?._id)).toEqual([...rows.map(({ _id }) => _id), undefined, 32, undefined]);
    // The first one met no other.
    expect(find).toHaveBeenCalledTimes(2);
  });
});
