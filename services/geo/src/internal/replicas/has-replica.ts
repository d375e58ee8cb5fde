import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import type { RegistryDocument, ReplicaKind } from '#replication/registry';
import type { InternalReplicasDeps } from './deps';

/**
 * Checks whether requests are served from a replica. An outdated replica is used only while the
 * primary is unreachable.
 */
export const hasReplica = internalOperation(
  ReplicaServiceDefinition.hasReplica,
  async ({ project_id, wiki, lfs, while_away: whileAway }, { deps }: Call<InternalReplicasDeps>) => {
    const isPrimaryDown = deps.link.isDown();
    if (whileAway && !isPrimaryDown) return { held: false };
    const kind: ReplicaKind = lfs ? 'lfs' : repositoryKind(wiki);
    const found = await deps.registry.findById(project_id, { [kind]: 1 }).lean<RegistryDocument>();
    const replica = found?.[kind];
    if (!replica || replica.verification_failure !== null) return { held: false };
    return { held: replica.state === 'synced' || (replica.last_successful_sync_at !== null && isPrimaryDown) };
  },
);

function repositoryKind(isWiki: boolean): ReplicaKind {
  return isWiki ? 'wiki' : 'repository';
}
