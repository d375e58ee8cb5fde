import { openTestOutbox } from '@forgemesh/testing/runtime';
import { createProjectModel, type ProjectDocument } from '#projects/model/project.model';
import { projectDocument } from '#testing/project-document';
import { createStorageSums, storageSumsOf } from './storage-sums';

describe('the sums of storages', () => {
  let base: Awaited<ReturnType<typeof openTestOutbox>>;
  beforeAll(async () => {
    base = await openTestOutbox();
  });
  afterAll(() => base.close());

  it('are read once for requests of 15 seconds, and then again', async () => {
    let now = 1_000;
    const model = createProjectModel(base.connection);
    const projects = base.outbox.store<ProjectDocument>(model, ({ _id: id }) => ({ id }));
    const aggregate = jest.spyOn(model, 'aggregate');
    const deps = { projects, storageSums: createStorageSums(() => now) };
    const add = (_id: number, repository_size: number) =>
      projects.insert(
        projectDocument({
          _id,
          storage: 'default',
          statistics: { commit_count: 1, repository_size, wiki_size: 1, lfs_objects_size: 2 },
        }),
      );
    await add(1, 10);
    const both = await Promise.all([storageSumsOf(deps), storageSumsOf(deps)]);
    const one = { projects_count: 1, repository_size: 10, wiki_size: 1, lfs_objects_size: 2 };
    expect(both.map((sums) => sums.get('default'))).toEqual([one, one]);
    await add(2, 5);
    now = 15_999;
    expect((await storageSumsOf(deps)).get('default')).toEqual(one);
    expect(aggregate).toHaveBeenCalledTimes(1);
    now = 16_001;
    const two = { projects_count: 2, repository_size: 15, wiki_size: 2, lfs_objects_size: 4 };
    expect((await storageSumsOf(deps)).get('default')).toEqual(two);
  });
});
