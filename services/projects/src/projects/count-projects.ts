import { ProjectCatalogueServiceService } from '@forgemesh/proto/projects/v1/project_catalogue';
import { internalOperation } from '../operation';

/** Counts projects and files. */
export const countProjects = internalOperation(
  ProjectCatalogueServiceService.countProjects,
  async (_request, { deps }) => {
    const [projects_count, uploads_count] = await Promise.all([
      deps.projects.model.countDocuments({}),
      deps.uploads.model.countDocuments({}),
    ]);
    return { projects_count, uploads_count };
  },
);
