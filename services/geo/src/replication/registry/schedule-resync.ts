/** Schedules syncs of replicas at the request of an administrator, or after a long pause. */
import { type ReplicaKind, replicaKinds, repositoryKinds } from './registry.model';
import type { RegistryDeps } from './deps';

/** Which replicas are synced, and how. */
export interface ResyncSelection {
  /** Only this project. */
  projectId?: number;
  /** Only replicas that failed. */
  isFailedOnly?: boolean;
  /** Whether repositories are copied as a whole. */
  isFromScratch?: boolean;
}

/** Filter of failed replicas; `prefix` leads to their state within a document. */
export function failedFilter(prefix: string): Record<string, unknown> {
  return { $or: [{ [`${prefix}state`]: 'failed' }, { [`${prefix}verification_failure`]: { $ne: null } }] };
}

/**
 * Makes replicas due, which are not used until they are synced. Returns their number.
 */
export async function scheduleResync(
  { registry }: Pick<RegistryDeps, 'registry'>,
  { projectId, isFailedOnly = false, isFromScratch = false }: ResyncSelection,
): Promise<number> {
  let count = 0;
  for (const kind of replicaKinds) {
    const filter = {
      ...(projectId !== undefined && { _id: projectId }),
      // Documents of earlier releases get the state of large files before it changes.
      [`${kind}.due_at`]: { $ne: null },
      ...(isFailedOnly && failedFilter(`${kind}.`)),
    };
    const { matchedCount } = await registry.updateMany(filter, {
      $set: {
        [`${kind}.state`]: 'pending',
        [`${kind}.due_at`]: new Date(),
        [`${kind}.retry_count`]: 0,
        [`${kind}.verification_retry_count`]: 0,
        ...(isFromScratch && isRepository(kind) && { [`${kind}.must_refetch`]: true }),
      },
      $inc: { [`${kind}.generation`]: 1 },
    });
    count += matchedCount;
  }
  return count;
}

function isRepository(kind: ReplicaKind): boolean {
  return (repositoryKinds as readonly ReplicaKind[]).includes(kind);
}
