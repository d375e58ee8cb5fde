/** Presents imports. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectImport } from '@forgemesh/proto/projects/v1/project_import';
import { presentProjectSummary } from '../exports/export.entity';
import type { ProjectDocument } from '../../projects/projects/project.model';
import type { Projects } from '../../deps';
import type { ImportDocument } from './import.model';

/** Presents an import whose project is not stored yet, or whose import failed. */
export async function presentImport(deps: Projects, found: ImportDocument): Promise<ResponseOf<ProjectImport>> {
  const description = found.overrides.description ?? null;
  const summary = await presentProjectSummary(deps, { ...found, _id: found.project_id, description });
  const { status, error } = found;
  return { ...summary, import_status: status, ...(status === 'failed' && { import_error: error ?? '' }) };
}

/** Presents the import state of an existing project. */
export async function presentImported(deps: Projects, project: ProjectDocument): Promise<ResponseOf<ProjectImport>> {
  const { import_status: status, import_error: error } = project;
  return {
    ...(await presentProjectSummary(deps, project)),
    import_status: status,
    ...(status === 'failed' && { import_error: error ?? '' }),
  };
}

/** An import in events. */
export function presentImportEvent(document: ImportDocument): EventEntity<'projects.import.completed'> {
  const { _id: id, project_id, user_id, path, status, error } = document;
  return { id, project_id, user_id, path, import_status: status, import_error: error };
}
