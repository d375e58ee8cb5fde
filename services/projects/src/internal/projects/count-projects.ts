import { ProjectCatalogueServiceDefinition } from '@forgemesh/proto/projects/v1/project_catalogue';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { InternalProjectsDeps } from './deps';

/** Counts projects. */
export const countProjects = internalOperation(
  ProjectCatalogueServiceDefinition.countProjects,
  async (_request, { deps }: Call<InternalProjectsDeps>) => {
    return { projects_count: await deps.projects.model.countDocuments({}) };
  },
);
