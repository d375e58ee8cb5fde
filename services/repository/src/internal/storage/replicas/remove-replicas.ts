import { internalOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { unlinkProject } from '#content/lfs';
import { storeMetadata } from '#storage/replicas';
import type { InternalReplicasDeps } from './deps';

/** Removes the replicas of a project's repositories. */
export const removeReplicas = internalOperation(
  ReplicaServiceDefinition.removeReplicas,
  async ({ project_id }, { deps }: Call<InternalReplicasDeps>) => {
    for (const kind of ['project', 'wiki'] as const) {
      const location = deps.storages.locate(project_id, '', kind);
      await deps.replicaQueue.run(location.repo, () => deps.replicaLogs.remove(location));
    }
    await unlinkProject(deps, project_id);
    await storeMetadata(deps, project_id, { protectedBranches: [], protectedTags: [], releases: [] });
    return {};
  },
);
