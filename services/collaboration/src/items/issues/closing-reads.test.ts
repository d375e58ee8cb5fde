import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createMergeRequestModel } from '#items/model/merge-request.model';
import { createClosingReads } from './closing-reads';

describe('createClosingReads', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('gives each of concurrent requests the requests that close its issues', async () => {
    const model = createMergeRequestModel(database.connection);
    await model.collection.insertMany([
      { _id: 1, project_id: 7, closes_issue_ids: [1, 2] },
      { _id: 2, project_id: 8, closes_issue_ids: [2] },
      { _id: 3, project_id: 7, closes_issue_ids: [] },
    ] as never[]);
    const reads = createClosingReads(model);
    const found = await Promise.all([[1], [2, 3], [3], [1, 2]].map((ids) => reads.request(ids)));
    expect(found).toEqual([
      new Map([[1, [7]]]),
      new Map([[2, [7, 8]]]),
      new Map(),
      new Map([
        [1, [7]],
        [2, [7, 8]],
      ]),
    ]);
  });
});
