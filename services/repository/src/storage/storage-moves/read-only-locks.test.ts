import { openTestDatabase } from '@forgemesh/testing/runtime';
import { Storages } from '../repository-location';
import { ReadOnlyError, RepositoryActivity } from '../repository-activity';
import { createReadOnlyLockModel } from './read-only-lock.model';
import { ReadOnlyLocks } from './read-only-locks';

const ID = 7;

describe('ReadOnlyLocks', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => database.connection.collection('closed_places').deleteMany({}));

  function startProcess() {
    const model = database.connection.models['closed_places'] ?? createReadOnlyLockModel(database.connection);
    const [storages, activity] = [new Storages('/data', ['one']), new RepositoryActivity()];
    const locks = new ReadOnlyLocks(model as ReturnType<typeof createReadOnlyLockModel>, storages, activity, () =>
      Promise.resolve(),
    );
    const repos = (['project', 'wiki'] as const).map((kind) => storages.locateUnchecked(ID, 'one', kind).repo);
    const state = () => ({
      closed: repos.map((repo) => activity.isLocked(repo)),
      left: storages.isReleased(ID, 'one'),
    });
    return { locks, activity, repos, state };
  }

  const unlocked = { closed: [false, false], left: false };
  const locked = { closed: [true, true], left: false };
  const released = { closed: [true, true], left: true };

  it('stay locked or released after a restart', async () => {
    const first = startProcess();
    expect(first.state()).toEqual(unlocked);
    await first.locks.lock(ID, 'one', 1);
    const second = startProcess();
    await second.locks.load();
    expect([first.state(), second.state()]).toEqual([locked, locked]);
    expect(() => second.activity.assertWritable(String(second.repos[0]))).toThrow(ReadOnlyError);
    await second.locks.release(ID, 'one', 1);
    const third = startProcess();
    await third.locks.load();
    expect(third.state()).toEqual(released);
    await third.locks.lock(ID, 'one', 2);
    expect(third.state()).toEqual(locked);
    await third.locks.unlock(ID, 'one', 2);
    expect(third.state()).toEqual(unlocked);
  });

  it('belong to the latest move: an older one neither locks nor unlocks', async () => {
    const { locks, state } = startProcess();
    await locks.lock(ID, 'one', 2);
    await expect(locks.lock(ID, 'one', 1)).rejects.toMatchObject({ reason: 'conflict' });
    expect([await locks.isLockedBy(ID, 'one', 1), await locks.isLockedBy(ID, 'one', 2)]).toEqual([false, true]);
    await locks.unlock(ID, 'one', 1);
    expect(state()).toEqual(locked);
    await locks.unlock(ID, 'one', 2);
    await expect(locks.release(ID, 'one', 1)).rejects.toMatchObject({ reason: 'conflict' });
    expect(state()).toEqual(unlocked);
  });

  it('are removed after a day, but not while they are locked', async () => {
    const { locks } = startProcess();
    await locks.release(ID, 'one', 1);
    const collection = database.connection.collection('closed_places');
    const age = () => collection.updateMany({}, { $set: { changed_at: new Date(Date.now() - 25 * 3_600_000) } });
    await age();
    const next = startProcess();
    await next.locks.load();
    expect(next.state()).toEqual(unlocked);
    await next.locks.lock(ID, 'one', 3);
    await age();
    const last = startProcess();
    await last.locks.load();
    expect(last.state()).toEqual(locked);
  });
});
