import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import type { RegistryDocument, ReplicaKind } from '#replication/registry';
import { isBehind } from '#replication';
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
    const found = await deps.registry.findById(project_id, { [kind]: 1, excluded_at: 1 }).lean<RegistryDocument>();
    const replica = found?.[kind];
    if (!replica || replica.verification_failure !== null) return { held: false };
    // Changes of a project outside of the selection are not followed.
    const isCurrent = replica.state === 'synced' && found?.excluded_at === undefined;
    if (!isPrimaryDown && (await isBehind(deps))) return { held: false };
    return { held: isCurrent || (replica.last_successful_sync_at !== null && isPrimaryDown) };
  },
);

function repositoryKind(isWiki: boolean): ReplicaKind {
  return isWiki ? 'wiki' : 'repository';
}
