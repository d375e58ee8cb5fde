import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { internalOperation } from '../../operation';
import { removeBelongings } from '../../storage/repositories/remove-belongings';

/** Removes what an import stored. */
export const discardRepository = internalOperation(
  ProjectBundleServiceDefinition.discardRepository,
  async ({ project_id, storage }, { deps }) => {
    await removeBelongings(deps, project_id, storage);
    return {};
  },
);
