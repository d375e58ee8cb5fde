/** The last step of an import: stores the project, whose content is stored already. */
import { MAINTAINER } from '@forgemesh/access';
import type { Avatar } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import type { CustomAttribute, NamespaceDocument } from '#namespaces';
import { addMembership } from '#access/memberships';
import type { ProjectDocument, ProjectSettings } from '#projects/model';
import { restoreSettings, type ArchiveTree } from '#import-export/archives';
import type { ImportDocument } from '#import-export/imports';
import { keyOf, type MatchedMember } from '#import-export/imported-content';
import type { ImportJobsDeps } from './deps';

/** The data that the project is built from. */
export interface Prepared {
  namespace: NamespaceDocument;
  tree: ArchiveTree;
  avatar: Avatar | null;
  /** Absent if the import may not set them. */
  custom_attributes: CustomAttribute[] | undefined;
  default_branch: string | null;
}

/** Stores the project. Throws BadRequestError if its name or path was taken in the meantime. */
export async function publishProject(
  deps: ImportJobsDeps,
  projectImport: ImportDocument,
  { namespace, tree, avatar, custom_attributes, default_branch }: Prepared,
): Promise<ProjectDocument> {
  const { project_id: id, name, path, user_id } = projectImport;
  const replaced = await acquirePath(deps, projectImport, namespace);
  if (await deps.projectCreation.isNameTaken(namespace._id, name, replaced?._id))
    throw new BadRequestError('Name has already been taken');
  const { archived, ...settings } = settingsOf(deps, projectImport, { namespace, tree });
  const creator = { id: user_id, admin: projectImport.is_admin };
  const document = deps.projectCreation.documentOf(
    { namespace, creator, settings, avatar, operationId: keyOf(projectImport) },
    { id, name, path, settings },
  );
  const origin = { storage: projectImport.storage, import_status: 'started' as const, default_branch, archived };
  // The creation date that the import has reported since it was requested.
  const { created_at } = projectImport;
  return deps.projects.insert({ ...document, ...origin, ...(custom_attributes && { custom_attributes }), created_at }, [
    { type: 'projects.project.created', actor: user_id },
  ]);
}

/** Steps after the project is stored. Idempotent. */
export async function finalizeImport(
  deps: ImportJobsDeps,
  projectImport: ImportDocument,
  { project, members }: { project: ProjectDocument; members: readonly MatchedMember[] },
): Promise<void> {
  const { project_id, storage, user_id } = projectImport;
  const filter = { namespace_id: project.namespace_id, path_lower: project.path_lower, _id: { $ne: project_id } };
  const replaced = projectImport.overwrite ? await deps.projects.model.findOne(filter).lean<ProjectDocument>() : null;
  if (replaced) await deps.removeProject(replaced, user_id);
  await deps.projectCreation.finalize(project);
  const own = { source_kind: 'project' as const, source_id: project_id, created_by: user_id };
  const importer = { ...own, user_id, access_level: MAINTAINER, expires_at: null };
  if (project.owner_id !== undefined) await addMembership(deps, { ...importer, user_id: project.owner_id });
  for (const { user_id: member, access_level, expires_at } of members)
    await addMembership(deps, { ...own, user_id: member, access_level, expires_at });
  await deps.clients.bundles.finalizeImportedRepository({ project_id, storage });
  await deps.recountOpenIssues(project_id);
  await finish(deps, projectImport);
}

async function finish(deps: ImportJobsDeps, { project_id, user_id: actor }: ImportDocument): Promise<void> {
  await deps.projects.mutate(project_id, ({ import_status: from }) => {
    if (from === 'finished') return null;
    const changes = { import_status: { from, to: 'finished' } };
    return { set: { import_status: 'finished' }, events: [{ type: 'projects.project.updated', actor, changes }] };
  });
}

/**
 * Claims the path, or transfers it from the replaced project, which stays available until the new
 * one is stored.
 */
async function acquirePath(
  deps: ImportJobsDeps,
  projectImport: ImportDocument,
  namespace: NamespaceDocument,
): Promise<ProjectDocument | null> {
  const { namespace_id, path, path_lower, project_id } = projectImport;
  const claim = { parentId: namespace_id, path, kind: 'project' as const };
  const replaced = projectImport.overwrite
    ? await deps.projects.model.findOne({ namespace_id, path_lower }).lean<ProjectDocument>()
    : null;
  if (replaced) await deps.paths.transfer({ ...claim, targetId: replaced._id }, project_id);
  // Another project may have taken the place while the archive was received for a long time.
  const limit = replaced ? undefined : await deps.projectCreation.readLimit(namespace);
  if (!(await deps.projectCreation.claimPath({ ...claim, targetId: project_id }, limit)))
    throw new BadRequestError('Path has already been taken');
  return replaced;
}

/**
 * The settings of the archive with the overrides. The visibility is limited to what the namespace
 * and the instance allow.
 */
function settingsOf(
  deps: ImportJobsDeps,
  { overrides, is_admin }: ImportDocument,
  { namespace, tree }: Pick<Prepared, 'namespace' | 'tree'>,
): ProjectSettings & { archived: boolean } {
  const settings = {
    ...deps.projectCreation.defaultSettings(namespace),
    ...restoreSettings(tree.project),
    ...overrides,
  };
  const isAllowed =
    deps.projectCreation.visibilityErrors(settings.visibility, { namespace, isAdmin: is_admin }).length === 0;
  return { ...settings, visibility: isAllowed ? settings.visibility : 'private' };
}
