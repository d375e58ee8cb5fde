import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createIssueModel } from '#items/model/issue.model';
import { createPopulatedProjects } from './populated-projects';

describe('createPopulatedProjects', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('includes projects that drew a number, and those of newer items', async () => {
    const { connection, sequences } = database;
    const issues = createIssueModel(connection);
    const store = (_id: number, project_id: number): Promise<unknown> =>
      issues.collection.insertOne({ _id, project_id } as never);
    await sequences.next('issues/1');
    await sequences.next('issues/22');
    await sequences.next('merge_requests/3');
    await store(7, 1);
    const populated = createPopulatedProjects(issues, sequences, 'issues/');
    expect(await populated.filter([1, 2, 3, 22, 4])).toEqual([1, 22]);
    await store(9, 2);
    // Its id was drawn before, but it is stored afterwards.
    await store(8, 3);
    expect(await populated.filter([1, 2, 3, 22, 4])).toEqual([1, 2, 3, 22]);
  });
});
