/** Removes the data of a failed import. */
import type { ProjectDocument } from '#projects/model';
import type { ImportDocument } from '#import-export/imports';
import type { ImportJobsDeps } from './deps';

/** Removes all stored data and restores the path. Idempotent. */
export async function discardImport(deps: ImportJobsDeps, projectImport: ImportDocument): Promise<void> {
  await deps.importedContent.discard(projectImport);
  await restorePath(deps, projectImport);
  if (projectImport.file) await deps.importFiles.remove(projectImport.file);
}

/** Returns the path to the project that was to be replaced, or releases it. */
async function restorePath(deps: ImportJobsDeps, projectImport: ImportDocument): Promise<void> {
  const { namespace_id, path, path_lower, project_id } = projectImport;
  const claim = { parentId: namespace_id, path, kind: 'project' as const, targetId: project_id };
  const replaced = projectImport.overwrite
    ? await deps.projects.model.findOne({ namespace_id, path_lower }).lean<ProjectDocument>()
    : null;
  if (replaced) await deps.paths.transfer(claim, replaced._id);
  else await deps.paths.release(claim);
}
