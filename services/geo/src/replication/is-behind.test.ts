import { QueryCache } from '@forgemesh/data';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import { isBehind } from './is-behind';
import { ReplicationStateStore } from './replication-state.model';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

describe('isBehind', () => {
  it('sees each change of the state at once, although it caches', async () => {
    const { connection } = database;
    const replicationState = new ReplicationStateStore(connection);
    const behindCache = new QueryCache<boolean>(connection, ['geo_following']);
    const load = jest.spyOn(replicationState, 'load');
    const deps = { replicationState, behindCache };
    expect(await isBehind(deps)).toBe(false);
    expect(await isBehind(deps)).toBe(false);
    expect(load).toHaveBeenCalledTimes(1);
    await replicationState.update({ is_behind: true });
    expect(await isBehind(deps)).toBe(true);
    await replicationState.update({ is_behind: false });
    expect(await isBehind(deps)).toBe(false);
  });
});
