import { ProjectCatalogueServiceDefinition } from '@forgemesh/proto/projects/v1/project_catalogue';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { InternalProjectsDeps } from './deps';

/** Lists the ids of all projects. */
export const listProjectIds = internalOperation(
  ProjectCatalogueServiceDefinition.listProjectIds,
  async ({ after_id, limit }, { deps }: Call<InternalProjectsDeps>) => {
    const projects = await deps.projects.model
      .find({ _id: { $gt: after_id } }, { _id: 1 }, { sort: { _id: 1 }, limit })
      .lean();
    return { ids: projects.map(({ _id }) => _id) };
  },
);
