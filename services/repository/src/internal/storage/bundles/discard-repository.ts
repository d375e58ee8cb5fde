import { internalOperation, type Call } from '@forgemesh/rpc';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import type { InternalBundlesDeps } from './deps';

/** Removes the data stored by an import. */
export const discardRepository = internalOperation(
  ProjectBundleServiceDefinition.discardRepository,
  async ({ project_id, storage }, { deps }: Call<InternalBundlesDeps>) => {
    await deps.removeProjectData(project_id, storage);
    return {};
  },
);
