import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { fileKindByOperation, findFileReplica } from '#replication/files';
import { isBehind } from '#replication';
import type { InternalReplicasDeps } from './deps';

/** Checks whether a download is served from a replica. */
export const hasFile = internalOperation(
  ReplicaServiceDefinition.hasFile,
  async ({ operation, while_away: whileAway, ...request }, { deps }: Call<InternalReplicasDeps>) => {
    const kind = fileKindByOperation[operation];
    const isPrimaryDown = deps.link.isDown();
    if (kind === undefined || (whileAway && !isPrimaryDown)) return { held: false };
    if (!isPrimaryDown && (await isBehind(deps))) return { held: false };
    return { held: (await findFileReplica(deps, kind, request)) !== null };
  },
);
