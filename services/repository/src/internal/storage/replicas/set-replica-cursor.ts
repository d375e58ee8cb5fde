import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import type { InternalReplicasDeps } from './deps';

/** Sets how far a replica has followed the log of its original. */
export const setReplicaCursor = internalOperation(
  ReplicaServiceDefinition.setReplicaCursor,
  async ({ project_id, wiki, incarnation, seq }, { deps }: Call<InternalReplicasDeps>) => {
    const location = deps.storages.locate(project_id, '', wiki ? 'wiki' : 'project');
    await deps.replicaQueue.run(location.repo, () => deps.replicaLogs.setCursor(location, { incarnation, seq }));
    return {};
  },
);
