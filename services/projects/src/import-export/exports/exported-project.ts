import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import type { ExportsDeps } from './deps';

/** The project of an export request. Throws NotFoundError while exports are disabled. */
export async function findExportedProject({ deps }: Call<ExportsDeps>, id: number): Promise<ProjectDocument> {
  if (!deps.settings.current().project_export_enabled) throw new NotFoundError();
  const project = await deps.projects.find(id);
  if (!project) throw new NotFoundError('Project');
  return project;
}
