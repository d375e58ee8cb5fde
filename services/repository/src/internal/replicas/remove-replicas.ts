import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { internalOperation } from '../../operation';
import { storeFacts } from '../../storage/replicas/facts';
import { removeCopy } from '../../storage/replicas/remove-copy';

/** Removes the copies of a project. */
export const removeReplicas = internalOperation(
  ReplicaServiceDefinition.removeReplicas,
  async ({ project_id }, { deps }) => {
    for (const kind of ['project', 'wiki'] as const) {
      const location = deps.storages.locate(project_id, '', kind);
      await deps.replicaQueue.run(location.repo, () => removeCopy(deps, location));
    }
    await storeFacts(deps, project_id, { protectedBranches: [], protectedTags: [], releases: [] });
    return {};
  },
);
