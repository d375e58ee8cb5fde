import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { internalOperation } from '#operation';
import { removeProjectData } from '#storage/repositories/remove-project-data';

/** Removes the data stored by an import. */
export const discardRepository = internalOperation(
  ProjectBundleServiceDefinition.discardRepository,
  async ({ project_id, storage }, { deps }) => {
    await removeProjectData(deps, project_id, storage);
    return {};
  },
);
