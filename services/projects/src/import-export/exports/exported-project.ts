import { NotFoundError } from '@forgemesh/errors';
import type { ProjectsCall } from '#operation';
import type { ProjectDocument } from '#projects/projects/project.model';

/** The project of an export request. Throws NotFoundError while exports are disabled. */
export async function findExportedProject({ deps }: ProjectsCall, id: number): Promise<ProjectDocument> {
  if (!deps.settings.current().project_export_enabled) throw new NotFoundError();
  const project = await deps.projects.find(id);
  if (!project) throw new NotFoundError('Project');
  return project;
}
