/**
 * Checks the objects of each repository replica once a week, one at a time: the comparison of refs
 * does not find damaged objects within the history. A damaged replica is copied again as a whole.
 */
import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import { type RegistryDocument, type RepositoryKind, repositoryKinds, selectedFilter } from '#replication/registry';
import { spread } from './sync-result';
import type { SyncDeps } from './deps';

/** Interval of the checks of a replica. */
export const CHECK_INTERVAL_MS = 7 * DAY_MS;
/** A check takes time proportional to the size of the repository. */
const TIMEOUT_MS = 3 * HOUR_MS;
/** Time until a check that was not possible is tried again. */
const RETRY_MS = HOUR_MS;
/** Checks in one run; the next run continues. */
const BATCH = 100;

type Deps = Pick<SyncDeps, 'log' | 'registry' | 'clients'>;

/** Checks the replicas that are due. */
export async function checkReplicas(deps: Deps): Promise<void> {
  for (const kind of repositoryKinds) {
    const dueAt = `${kind}.check_due_at`;
    const due = await deps.registry
      .find({ [dueAt]: { $lte: new Date() }, [`${kind}.state`]: 'synced', ...selectedFilter }, undefined, {
        limit: BATCH,
      })
      .lean<RegistryDocument[]>();
    for (const replica of due) {
      try {
        await check(deps, replica, kind);
      } catch (error) {
        deps.log.warn({ err: error, project_id: replica._id, kind }, 'the objects of a replica were not checked');
        await deps.registry.updateOne({ _id: replica._id }, { $set: { [dueAt]: new Date(Date.now() + RETRY_MS) } });
      }
    }
  }
}

async function check({ log, registry, clients }: Deps, { _id, ...replica }: RegistryDocument, kind: RepositoryKind) {
  const request = { project_id: _id, wiki: kind === 'wiki' };
  const { problem } = await clients.replicas.checkReplica(request, { timeoutMs: TIMEOUT_MS });
  const now = Date.now();
  const next = {
    [`${kind}.check_due_at`]: new Date(now + spread(CHECK_INTERVAL_MS)),
    [`${kind}.checked_at`]: new Date(now),
  };
  if (problem === '') {
    await registry.updateOne({ _id }, { $set: next });
    return;
  }
  log.warn({ project_id: _id, kind, problem }, 'the objects of a replica are damaged');
  const damaged = {
    must_refetch: true,
    verified: false,
    verification_failure: 'Objects of the replica are damaged',
    due_at: new Date(),
  };
  const fields = Object.fromEntries(Object.entries(damaged).map(([name, value]) => [`${kind}.${name}`, value]));
  // A sync that began before the check does not end the damage.
  const { generation } = replica[kind];
  await registry.updateOne(
    { _id, [`${kind}.generation`]: generation },
    {
      $set: { ...next, ...fields },
      $inc: { [`${kind}.generation`]: 1 },
    },
  );
}
