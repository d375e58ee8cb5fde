import { openTestDatabase } from '@forgemesh/testing/runtime';
import { Storages } from '../repository-location';
import { ReadOnlyError, RepositoryUse } from '../repository-use';
import { createClosedPlaceModel } from './closed-place.model';
import { ClosedPlaces } from './closed-places';

const ID = 7;

describe('closed places', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => database.connection.collection('closed_places').deleteMany({}));

  function startProcess() {
    const model = database.connection.models['closed_places'] ?? createClosedPlaceModel(database.connection);
    const [storages, use] = [new Storages('/data', ['one']), new RepositoryUse()];
    const places = new ClosedPlaces(model as ReturnType<typeof createClosedPlaceModel>, storages, use);
    const repos = (['project', 'wiki'] as const).map((kind) => storages.place(ID, 'one', kind).repo);
    const state = () => ({ closed: repos.map((repo) => use.isClosed(repo)), left: storages.hasLeft(ID, 'one') });
    return { places, use, repos, state };
  }

  const open = { closed: [false, false], left: false };
  const closed = { closed: [true, true], left: false };
  const left = { closed: [true, true], left: true };

  it('stay closed, or left, when the process starts again', async () => {
    const first = startProcess();
    expect(first.state()).toEqual(open);
    await first.places.close(ID, 'one', 1);
    const second = startProcess();
    await second.places.load();
    expect([first.state(), second.state()]).toEqual([closed, closed]);
    expect(() => second.use.assertOpen(String(second.repos[0]))).toThrow(ReadOnlyError);
    await second.places.leave(ID, 'one', 1);
    const third = startProcess();
    await third.places.load();
    expect(third.state()).toEqual(left);
    await third.places.close(ID, 'one', 2);
    expect(third.state()).toEqual(closed);
    await third.places.open(ID, 'one', 2);
    expect(third.state()).toEqual(open);
  });

  it('are those of the last move: an older one neither closes nor opens them', async () => {
    const { places, state } = startProcess();
    await places.close(ID, 'one', 2);
    await expect(places.close(ID, 'one', 1)).rejects.toMatchObject({ reason: 'conflict' });
    expect([await places.isHeldBy(ID, 'one', 1), await places.isHeldBy(ID, 'one', 2)]).toEqual([false, true]);
    await places.open(ID, 'one', 1);
    expect(state()).toEqual(closed);
    await places.open(ID, 'one', 2);
    await expect(places.leave(ID, 'one', 1)).rejects.toMatchObject({ reason: 'conflict' });
    expect(state()).toEqual(open);
  });

  it('are forgotten a day after, but not while they are closed', async () => {
    const { places } = startProcess();
    await places.leave(ID, 'one', 1);
    const collection = database.connection.collection('closed_places');
    const age = () => collection.updateMany({}, { $set: { changed_at: new Date(Date.now() - 25 * 3_600_000) } });
    await age();
    const next = startProcess();
    await next.places.load();
    expect(next.state()).toEqual(open);
    await next.places.close(ID, 'one', 3);
    await age();
    const last = startProcess();
    await last.places.load();
    expect(last.state()).toEqual(closed);
  });
});
