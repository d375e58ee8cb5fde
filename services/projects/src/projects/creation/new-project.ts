/** Creates projects for all operations that create them. */
import { randomBytes, randomInt } from 'node:crypto';
import { MAINTAINER } from '@forgemesh/access';
import { searchFields, type Avatar } from '@forgemesh/data';
import { UnavailableError, ValidationError, isForgeError } from '@forgemesh/errors';
import { projectKeys, isWider, narrower, restrictionErrors, visibilityWord } from '#access';
import { addMembership } from '#access/memberships';
import {
  type PathClaimRequest,
  hasErrors,
  pathFromName,
  projectNameErrors,
  projectPathErrors,
  type FieldErrors,
} from '#namespaces/paths';
import { type NamespaceDocument, isBeingRemoved, pathIds } from '#namespaces';
import { type ProjectDocument, type ProjectSettings, defaultSettings, settingsErrors } from '#projects/model';
import { finalizeFork } from './finalize-fork';
import { storageErrors } from './requested-storage';
import { claimProjectPath, readProjectLimit } from './project-limit';
import type { ProjectCreationDeps } from './deps';

const TAKEN = 'has already been taken';
const DEFAULT_BRANCH = 'master';

/** Values of a new project. */
export interface NewProject {
  namespace: NamespaceDocument;
  creator: { id: number; admin: boolean };
  name?: string | undefined;
  path?: string | undefined;
  settings: Partial<ProjectSettings>;
  /** Storage of the repository; undefined for one of the storages of new projects. */
  storage?: string | undefined;
  /** Import and mirror fields. */
  mirror?: Partial<ProjectDocument>;
  /** The stored avatar. */
  avatar?: Avatar | null | undefined;
  /** Initializes the repository with a README on this branch. */
  readme?: { branch?: string | undefined } | undefined;
  /** The source of a fork and the network that it joins. */
  fork?: { source: ProjectDocument; network_id: number };
  operationId: string | undefined;
}

/** Creates a project with its related data. A retry continues where the first attempt stopped. */
export async function createNewProject(deps: ProjectCreationDeps, newProject: NewProject): Promise<ProjectDocument> {
  const earlier = await deps.projects.findByOperation(newProject.operationId ?? '');
  const project = earlier ?? (await insertProject(deps, newProject));
  const finalized = await finalizeProject(deps, project);
  await assertNamespaceExists(deps, project, newProject.creator.id);
  return newProject.readme && finalized.default_branch === null ? addReadme(deps, finalized, newProject) : finalized;
}

async function insertProject(deps: ProjectCreationDeps, newProject: NewProject): Promise<ProjectDocument> {
  const { namespace, creator } = newProject;
  const limit = await readProjectLimit(deps, namespace);
  // A blank name or path counts as absent.
  const name = newProject.name?.trim() ? newProject.name : (newProject.path ?? '');
  const path = newProject.path?.trim() ? newProject.path : pathFromName(name);
  const settings = { ...visibilityDefaults(deps, namespace), ...newProject.settings };
  const errors: FieldErrors = {
    name: projectNameErrors(name),
    path: projectPathErrors(path),
    ...settingsErrors(settings),
    visibility_level: visibilityErrors(deps, settings.visibility, { namespace, isAdmin: creator.admin }),
    repository_storage: await storageErrors(deps, newProject.storage),
  };
  if (hasErrors(errors)) throw new ValidationError(withLimitKey(errors));
  const id = await deps.projects.nextId();
  const claim: PathClaimRequest = {
    parentId: namespace._id,
    path,
    kind: 'project',
    targetId: id,
    operationId: newProject.operationId,
  };
  const isNameTaken = await nameIsTaken(deps, namespace._id, name);
  const isClaimed = await claimProjectPath(deps, claim, limit);
  if (!isClaimed || isNameTaken) {
    if (isClaimed) await deps.paths.release(claim);
    // A concurrent attempt of the same write may have created the project.
    const first = await deps.projects.findByOperation(newProject.operationId ?? '');
    if (first) return first;
    throw new ValidationError(withLimitKey({ name: isNameTaken ? [TAKEN] : [], path: isClaimed ? [] : [TAKEN] }));
  }
  try {
    const document = { ...documentOf(deps, newProject, { id, name, path, settings }), ...originOf(deps, newProject) };
    const created = { type: 'projects.project.created' as const, actor: creator.id };
    const project = await deps.projects.insert({ ...document, ...newProject.mirror }, [created]);
    // The insert returned the project of an earlier attempt, so the path belongs to that project.
    if (project._id !== id) await deps.paths.transfer(claim, project._id);
    return project;
  } catch (error) {
    await deps.paths.release(claim);
    throw error;
  }
}

/**
 * Steps after the insertion of a project. Also runs from its event, in case the first run was
 * interrupted. The path is confirmed last and marks completion, so a late event does not restore a
 * membership that was removed since.
 */
export async function finalizeProject(deps: ProjectCreationDeps, project: ProjectDocument): Promise<ProjectDocument> {
  const { _id: id, namespace_id: parentId, path, owner_id: ownerId } = project;
  const claim: PathClaimRequest = { parentId, path, kind: 'project', targetId: id };
  if (await deps.paths.isConfirmed(claim)) return (await deps.projects.find(id)) ?? project;
  if (ownerId !== undefined) {
    await addMembership(deps, {
      source_kind: 'project',
      source_id: id,
      user_id: ownerId,
      access_level: MAINTAINER,
      expires_at: null,
      created_by: project.creator_id,
    });
  }
  const finalized = await finalizeFork(deps, project);
  await deps.paths.confirm(claim);
  return finalized;
}

/**
 * The document of a new project, without the fields that `originOf` adds. The id is assigned and
 * the path is claimed.
 */
export function documentOf(
  deps: ProjectCreationDeps,
  { namespace, creator, avatar, operationId }: NewProject,
  { id, name, path, settings }: { id: number; name: string; path: string; settings: ProjectSettings },
) {
  const location = {
    namespace_id: namespace._id,
    ancestor_ids: namespace.kind === 'group' ? pathIds(namespace) : [],
    ...(namespace.owner_id !== undefined && { owner_id: namespace.owner_id }),
  };
  const now = new Date();
  return {
    ...settings,
    ...location,
    _id: id,
    ...(operationId !== undefined && { operation_id: operationId }),
    name,
    path,
    name_lower: name.toLowerCase(),
    path_lower: path.toLowerCase(),
    ...searchFields(path, name, settings.description),
    ...(avatar && { avatar }),
    shared_groups: [],
    access_keys: projectKeys({ _id: id, ...location, visibility: settings.visibility, shared_groups: [] }),
    creator_id: creator.id,
    archived: false,
    default_branch: null,
    star_count: 0,
    forks_count: 0,
    open_issues_count: 0,
    import_error: null,
    runners_token: deps.box.seal(randomBytes(15).toString('base64url')),
    last_activity_at: now,
    created_at: now,
    updated_at: now,
  };
}

/**
 * A fork uses the storage of its source, with which it shares objects, unless that storage is not
 * used for new projects.
 */
function originOf(
  deps: ProjectCreationDeps,
  { fork, storage }: NewProject,
): Pick<ProjectDocument, 'storage' | 'import_status' | 'forked_from_project_id' | 'fork_network_id'> {
  if (!fork) return { storage: storage ?? pickStorage(deps), import_status: 'none' };
  return {
    storage: isForNewProjects(deps, fork.source.storage) ? fork.source.storage : pickStorage(deps),
    import_status: 'started',
    forked_from_project_id: fork.source._id,
    fork_network_id: fork.network_id,
  };
}

/** Removes the project and throws if its namespace was removed while the project was created. */
async function assertNamespaceExists(
  deps: ProjectCreationDeps,
  project: ProjectDocument,
  actor: number,
): Promise<void> {
  const ids = pathIds(project);
  if (!isBeingRemoved(ids, await deps.namespaceTree.readTree(ids))) return;
  await deps.removeProject(project, actor);
  throw new ValidationError({ namespace: ['is not valid'] });
}

/**
 * Creates the first commit. If that fails, the project is removed, so that a retry does not find an
 * incomplete one.
 */
async function addReadme(
  deps: ProjectCreationDeps,
  project: ProjectDocument,
  { readme, creator }: NewProject,
): Promise<ProjectDocument> {
  try {
    const { default_branch: branch } = await deps.clients.storage.initializeRepository({
      project_id: project._id,
      storage: project.storage,
      branch: readme?.branch || DEFAULT_BRANCH,
      readme: `# ${project.name}\n\n${project.description ?? ''}`,
      message: 'Initial commit',
    });
    const changed = await deps.projects.mutate(project._id, ({ default_branch: current }) =>
      current === null ? { set: { default_branch: branch } } : null,
    );
    if (!changed) throw new UnavailableError();
    return changed;
  } catch (error) {
    if (!isForgeError(error)) throw error;
    // A concurrent attempt of the same write may have succeeded, and its client has received the
    // project.
    const current = await deps.projects.find(project._id);
    if (current && current.default_branch !== null) return current;
    await deps.removeProject(project, creator.id);
    throw error;
  }
}

/**
 * Errors for the visibility of a project: restricted to administrators, or wider than that of its
 * group.
 */
export function visibilityErrors(
  deps: ProjectCreationDeps,
  visibility: ProjectSettings['visibility'],
  { namespace, isAdmin }: { namespace: Pick<NamespaceDocument, 'kind' | 'visibility'>; isAdmin: boolean },
): string[] {
  const { restricted_visibility_levels: restricted } = deps.settings.current();
  const errors = restrictionErrors(visibility, { restricted, isAdmin });
  const isTooWide = namespace.kind === 'group' && isWider(visibility, namespace.visibility);
  return isTooWide
    ? [...errors, `${visibilityWord(visibility)} is not allowed in a ${namespace.visibility} group.`]
    : errors;
}

/** Whether another project in the namespace has the name. */
export async function nameIsTaken(
  deps: ProjectCreationDeps,
  namespaceId: number,
  name: string,
  except = 0,
): Promise<boolean> {
  return (await deps.projects.model.exists({ namespace_id: namespaceId, name, _id: { $ne: except } })) !== null;
}

/** The API adds the key of the project limit, with an empty list, to other errors. */
export function withLimitKey(errors: FieldErrors): FieldErrors {
  const found = Object.entries(errors).filter(([, texts]) => texts.length > 0);
  return Object.fromEntries([...found, ['limit_reached', []]]);
}

/** Default settings of a project in a namespace. */
export function visibilityDefaults(deps: ProjectCreationDeps, namespace: NamespaceDocument): ProjectSettings {
  const defaults = defaultSettings(deps.settings.current());
  return namespace.kind === 'group'
    ? { ...defaults, visibility: narrower(defaults.visibility, namespace.visibility) }
    : defaults;
}

function isForNewProjects(deps: ProjectCreationDeps, storage: string): boolean {
  return deps.settings.current().repository_storages.includes(storage);
}

/** A random storage of those for new projects. */
export function pickStorage(deps: ProjectCreationDeps): string {
  const { repository_storages: storages } = deps.settings.current();
  return storages[randomInt(Math.max(storages.length, 1))] ?? 'default';
}
