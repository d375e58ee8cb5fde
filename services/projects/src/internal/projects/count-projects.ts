import { ProjectCatalogueServiceDefinition } from '@forgemesh/proto/projects/v1/project_catalogue';
import { internalOperation } from '#operation';

/** Counts projects. */
export const countProjects = internalOperation(
  ProjectCatalogueServiceDefinition.countProjects,
  async (_request, { deps }) => {
    return { projects_count: await deps.projects.model.countDocuments({}) };
  },
);
