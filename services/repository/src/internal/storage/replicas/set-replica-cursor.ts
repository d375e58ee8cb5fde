import { internalOperation, type Call } from '@forgemesh/rpc';
import { repositoryExists } from '@forgemesh/git-engine';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { writeReplicaCursor } from '#refs/packs';
import type { InternalReplicasDeps } from './deps';

/** Sets how far a replica has followed the log of its original. */
export const setReplicaCursor = internalOperation(
  ReplicaServiceDefinition.setReplicaCursor,
  async ({ project_id, wiki, incarnation, seq }, { deps }: Call<InternalReplicasDeps>) => {
    const { repo } = deps.storages.locate(project_id, '', wiki ? 'wiki' : 'project');
    await deps.replicaQueue.run(repo, async () => {
      if (await repositoryExists(repo)) await writeReplicaCursor(repo, { incarnation, seq });
    });
    return {};
  },
);
