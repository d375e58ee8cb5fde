import { BadRequestError } from '@forgemesh/errors';
import { uploadOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { oidText } from '#content/lfs';
import type { InternalReplicasDeps } from './deps';

/** Keeps a pack until the replica that needs it has it. */
export const storeReplicaPack = uploadOperation(
  ReplicaServiceDefinition.storeReplicaPack,
  async ({ sha256, size }, content, { deps }: Call<InternalReplicasDeps>) => {
    if (!oidText.test(sha256)) throw new BadRequestError('it is not named by a SHA-256');
    await deps.replicaLogs.storePack({ sha256, size }, content);
    return {};
  },
);
