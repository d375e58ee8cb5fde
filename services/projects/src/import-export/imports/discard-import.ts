/** Removes the data of a failed import. */
import { removeSnippets } from '#content/snippets/remove-snippet';
import { sourceKey } from '#access/memberships/membership.model';
import { transferPath, releasePath } from '#namespaces/paths/claim-path';
import type { ProjectDocument } from '#projects/projects/project.model';
import type { Projects } from '#deps';
import { removeUploads } from '#content/uploads/remove-uploads';
import type { ImportDocument } from './import.model';

/** Removes all stored data and restores the path. Idempotent. */
export async function discardImport(deps: Projects, projectImport: ImportDocument): Promise<void> {
  const { project_id, storage } = projectImport;
  await deps.clients.projectRows.discardProjectRows({ project_id });
  await deps.clients.bundles.discardRepository({ project_id, storage });
  await removeSnippets(deps, { project_id }, projectImport.user_id);
  await removeUploads(deps, project_id);
  await deps.badges.model.deleteMany({ owner: sourceKey('project', project_id) });
  await deps.pushRules.model.deleteMany({ project_id });
  await restorePath(deps, projectImport);
  if (projectImport.file) await deps.importFiles.remove(projectImport.file);
}

/** Returns the path to the project that was to be replaced, or releases it. */
async function restorePath(deps: Projects, projectImport: ImportDocument): Promise<void> {
  const { namespace_id, path, path_lower, project_id } = projectImport;
  const claim = { parentId: namespace_id, path, kind: 'project' as const, targetId: project_id };
  const replaced = projectImport.overwrite
    ? await deps.projects.model.findOne({ namespace_id, path_lower }).lean<ProjectDocument>()
    : null;
  if (replaced) await transferPath(deps, claim, replaced._id);
  else await releasePath(deps, claim);
}
