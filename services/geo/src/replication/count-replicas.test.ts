import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createRegistryModel } from '#replication/registry/registry.model';
import { newReplicaState, type RegistryDocument, type ReplicaState } from '#replication/registry';
import { countReplicas } from './count-replicas';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

const at = (second: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, second));

describe('countReplicas', () => {
  it('counts the replicas of the selection by state, and says how old comparisons and checks are', async () => {
    const registry = createRegistryModel(database.connection);
    await database.ensureIndexes();
    expect(await countReplicas(registry, 'repository')).toMatchObject({ synced: 0, compared_since: undefined });
    const synced = { state: 'synced', verified: true, last_successful_sync_at: at(9), checked_at: at(5) } as const;
    const states: Partial<ReplicaState>[] = [
      synced,
      { ...synced, last_successful_sync_at: at(3), checked_at: at(7) },
      { state: 'synced', verification_failure: 'x', checksum_mismatch: true, verification_retry_count: 2 },
      { state: 'failed', last_successful_sync_at: at(1) },
      {},
    ];
    const projects = states.map((state, index): RegistryDocument => ({
      _id: index + 1,
      repository: { ...newReplicaState(), ...withTime(state) },
      wiki: newReplicaState(),
    }));
    const excluded = { ...projects[0], _id: 99, excluded_at: at(1) } as RegistryDocument;
    await registry.create([...projects, excluded]);
    expect(await countReplicas(registry, 'repository')).toEqual({
      synced: 3,
      failed: 1,
      queued: 1,
      verified: 2,
      verification_failed: 1,
      checksum_mismatch: 1,
      retrying_verification: 1,
      missing_on_primary: 0,
      checked: 2,
      compared_since: at(3).toISOString(),
      last_checked_at: at(7).toISOString(),
    });
    expect(await countReplicas(registry, 'wiki')).toMatchObject({ queued: 5, synced: 0, checked: 0 });
  });
});

/** A replica that is in sync was compared at some time. */
function withTime(state: Partial<ReplicaState>): Partial<ReplicaState> {
  return state.state === 'synced' ? { last_successful_sync_at: at(8), ...state } : state;
}
