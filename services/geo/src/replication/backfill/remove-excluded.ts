/** Removes the replicas of projects that have been outside of the selection for long enough. */
import { removeProjectReplicas } from '#replication/files';
import type { RegistryDocument } from '#replication/registry';
import type { BackfillDeps } from './deps';

/** Projects that are removed in one run. */
const BATCH = 500;

/** Removes the replicas whose grace period has ended. */
export async function removeExcluded(deps: BackfillDeps & { excludedGraceMs: number }): Promise<void> {
  const until = new Date(Date.now() - deps.excludedGraceMs);
  const found = await deps.registry
    .find({ excluded_at: { $lte: until } }, { _id: 1 }, { limit: BATCH })
    .lean<Pick<RegistryDocument, '_id'>[]>();
  for (const { _id } of found) await removeProjectReplicas(deps, _id);
}
