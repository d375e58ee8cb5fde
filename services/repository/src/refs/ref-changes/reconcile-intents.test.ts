import { openTestOutbox } from '@forgemesh/testing/runtime';
import type { EntityStore } from '@forgemesh/data';
import type { RefChangesDeps } from './deps';
import { createRefChangeModel, type RefChangeDocument } from './ref-change.model';
import { closeIntents } from './reconcile-intents';

let runtime: Awaited<ReturnType<typeof openTestOutbox>>;
let refChanges: EntityStore<RefChangeDocument>;
let repositories: RefChangesDeps;

beforeAll(async () => {
  runtime = await openTestOutbox();
  // Nothing is published, so the events stay in the outbox.
  jest.spyOn(runtime.outbox, 'flushSoon').mockImplementation(() => undefined);
  refChanges = runtime.outbox.store(createRefChangeModel(runtime.connection), () => ({}));
  repositories = {
    refChanges,
    storages: { locate: () => ({ repo: 'repository' }) },
    git: { pushedCommits: () => Promise.resolve({ count: 2 }) },
  } as unknown as RefChangesDeps;
});
afterAll(() => runtime.close());

/** Records intents of one push. */
function record(...ids: number[]): Promise<RefChangeDocument[]> {
  return Promise.all(
    ids.map((_id) =>
      refChanges.insert({
        _id,
        project_id: 1,
        storage: 'default',
        kind: 'project',
        push_id: 'push',
        refs_count: ids.length,
        ref_type_count: ids.length,
        ref: `refs/heads/${_id}`,
        before: 'a'.repeat(40),
        after: 'b'.repeat(40),
        user_id: 1,
        user_username: 'ada',
        user_name: 'Ada',
        push_options: [],
        may_be_default: false,
        is_first: false,
        total_commits_count: 0,
        created_at: new Date(),
        open_at: new Date(),
      }),
    ),
  );
}

describe('closeIntents', () => {
  it.each([[[1]], [[2, 3]]])(
    'stores changes whose intents the sweep has given up in the meantime: %j',
    async (ids: number[]) => {
      const intents = await record(...ids);
      const [gone] = ids;
      await refChanges.model.deleteOne({ _id: gone as number });
      await closeIntents(repositories, intents, undefined);
      for (const document of await refChanges.findAll(ids)) {
        expect(document).toMatchObject({ ref: `refs/heads/${document._id}`, total_commits_count: 2 });
        expect(document.open_at).toBeUndefined();
        expect(document.outbox?.map(({ type }) => type)).toEqual(['repository.push.received']);
      }
      expect(await refChanges.model.countDocuments({ _id: { $in: ids } })).toBe(ids.length);
    },
  );

  it('leaves a change alone that another call has closed', async () => {
    const intents = await record(4);
    await closeIntents(repositories, intents, undefined);
    await closeIntents(repositories, intents, undefined);
    const [document] = await refChanges.findAll([4]);
    expect(document?.outbox).toHaveLength(1);
  });
});
