import { openTestOutbox } from '@forgemesh/testing/runtime';
import type { EntityStore } from '@forgemesh/data';
import { closeEntries } from './close-entries';
import type { RefLogDeps } from './deps';
import { createRefLogModel, type RefLogEntry } from './ref-log-entry.model';

let runtime: Awaited<ReturnType<typeof openTestOutbox>>;
let refLog: EntityStore<RefLogEntry>;
let repositories: RefLogDeps;

beforeAll(async () => {
  runtime = await openTestOutbox();
  // Nothing is published, so the events stay in the outbox.
  jest.spyOn(runtime.outbox, 'flushSoon').mockImplementation(() => undefined);
  refLog = runtime.outbox.store(createRefLogModel(runtime.connection), () => ({}));
  repositories = {
    refLog,
    storages: { locate: () => ({ repo: 'repository' }) },
    git: { pushedCommits: () => Promise.resolve({ count: 2 }) },
  } as unknown as RefLogDeps;
});
afterAll(() => runtime.close());

/** Adds an open entry. */
function add(seq: number, fields: Partial<RefLogEntry> = {}): Promise<RefLogEntry> {
  const ref = { before: 'a'.repeat(40), after: 'b'.repeat(40), is_first: false, total_commits_count: 0 };
  return refLog.insert({
    _id: `1:project:${seq}`,
    project_id: 1,
    storage: 'default',
    kind: 'project',
    seq,
    push_id: 'push',
    refs_count: 2,
    ref_type_counts: { branch: 2, tag: 0, other: 0 },
    refs: [
      { ...ref, id: seq * 10, ref: 'refs/heads/one' },
      { ...ref, id: seq * 10 + 1, ref: 'refs/heads/two' },
    ],
    user_id: 1,
    user_username: 'ada',
    user_name: 'Ada',
    push_options: [],
    may_be_default: false,
    created_at: new Date(),
    open_at: new Date(),
    ...fields,
  });
}

describe('closeEntries', () => {
  it('counts the commits of each ref and leaves one event', async () => {
    const entry = await add(1);
    await closeEntries(repositories, [entry], entry.refs[1]);
    const stored = await refLog.find(entry._id);
    expect(stored?.refs).toMatchObject([
      { ref: 'refs/heads/one', is_first: false, total_commits_count: 2 },
      { ref: 'refs/heads/two', is_first: true, total_commits_count: 2 },
    ]);
    expect(stored?.open_at).toBeUndefined();
    expect(stored?.outbox?.map(({ type }) => type)).toEqual(['repository.push.received']);
  });

  it('leaves an entry alone that another call has closed', async () => {
    const entry = await add(2);
    await closeEntries(repositories, [entry], undefined);
    await closeEntries(repositories, [entry], undefined);
    expect((await refLog.find(entry._id))?.outbox).toHaveLength(1);
  });

  it('leaves no event for refs of the service itself', async () => {
    const entry = await add(3, { is_internal: true });
    await closeEntries(repositories, [entry], undefined);
    const stored = await refLog.find(entry._id);
    expect([stored?.open_at, stored?.outbox]).toEqual([undefined, undefined]);
  });
});
