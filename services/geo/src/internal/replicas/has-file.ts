import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import { fileKindByOperation, findFileReplica } from '#replication/files';
import type { InternalReplicasDeps } from './deps';

/** Checks whether a download is served from a replica. */
export const hasFile = internalOperation(
  ReplicaServiceDefinition.hasFile,
  async ({ operation, while_away: whileAway, ...request }, { deps }: Call<InternalReplicasDeps>) => {
    const kind = fileKindByOperation[operation];
    if (kind === undefined || (whileAway && !deps.link.isDown())) return { held: false };
    return { held: (await findFileReplica(deps, kind, request)) !== null };
  },
);
