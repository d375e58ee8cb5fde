import { changesOf, searchFields, type Avatar } from '@forgemesh/data';
import { isForgeError, NotFoundError, ValidationError } from '@forgemesh/errors';
import { ProjectServiceDefinition, type UpdateProjectRequest } from '@forgemesh/proto/projects/v1/project';
import { operation, type Call } from '@forgemesh/rpc';
import { projectKeys, viewerOf, assertMayUpdate, forkVisibilityErrors } from '#access';
import { labelErrors } from '#access/external-authorization';
import { pullMirrorChange, pullMirrorEvent, type PullMirrorRequest } from '#projects/mirroring';
import { findSource } from '#projects/forks';
import {
  type PathClaimRequest,
  hasErrors,
  projectNameErrors,
  projectPathErrors,
  withoutEmpty,
} from '#namespaces/paths';
import { deleteAvatar, storeAvatar } from '#namespaces';
import { storageErrors, requestedStorage, withLimitKey } from '#projects/creation';
import {
  type ProjectDocument,
  type ProjectSettings,
  settingsErrors,
  settingsOf,
  squashOptionOf,
  type SettingsRequest,
} from '#projects/model';
import { writeView } from '#projects/presentation';
import { setRequiredApprovals } from '../required-approvals';
import type { ProjectLifecycleDeps } from '../deps';

const TAKEN = 'has already been taken';

/** Changes a project. A new path is claimed before the change and the old one released after it. */
export const updateProject = operation(
  ProjectServiceDefinition.updateProject,
  async (request, call: Call<ProjectLifecycleDeps>) => {
    assertMayUpdate(call, request);
    const { deps } = call;
    const project = await deps.projects.find(call.resource('id').id);
    if (!project) throw new NotFoundError('Project');
    await assertValid(call, project, request);
    const claim = pathClaimOf(project, request.path ?? project.path);
    const isMoved = claim.path.toLowerCase() !== project.path_lower;
    if (isMoved && !(await deps.paths.claim(claim))) throw new ValidationError(withLimitKey({ path: [TAKEN] }));
    const avatar = await storeAvatar(deps, request.avatar);
    // Approvals owns the number. It is set first, so that nothing has changed if that service is
    // unavailable.
    await setRequiredApprovals(call, project._id, request);
    const changed = await change(call, project._id, request, avatar);
    await deleteAvatar(deps, project.avatar, changed.avatar);
    const storage = requestedStorage(call, request);
    if (storage !== undefined) {
      await deps.requestStorageMove(changed, {
        destination_storage: storage,
        userId: call.principal.id,
        operationId: call.operationId,
      });
    }
    if (isMoved)
      await deps.projectCreation.finalizeMove(changed, { parentId: project.namespace_id, path: project.path });
    return deps.projectPresenter.presentProject(changed, writeView(call));
  },
);

/** The fields of a request that this operation changes. */
type Request = Partial<
  Pick<
    UpdateProjectRequest,
    'name' | 'path' | 'default_branch' | 'avatar' | 'repository_storage' | 'approvals_before_merge'
  >
> &
  SettingsRequest &
  PullMirrorRequest;

async function assertValid(
  call: Call<ProjectLifecycleDeps>,
  project: ProjectDocument,
  request: Request,
): Promise<void> {
  const { deps } = call;
  const settings = settingsOf(request);
  const isRenamed = request.name !== undefined && request.name !== project.name;
  const errors = {
    name: isRenamed ? projectNameErrors(request.name ?? '') : [],
    path: request.path === undefined || request.path === project.path ? [] : projectPathErrors(request.path),
    ...settingsErrors(settings),
    visibility_level: await visibilityProblems(call, project, settings.visibility),
    repository_storage: await storageErrors(deps, requestedStorage(call, request)),
    external_authorization_classification_label: await labelProblems(call, project, settings),
  };
  if (hasErrors(errors)) throw new ValidationError(withoutEmpty(errors));
  if (isRenamed && (await deps.projectCreation.isNameTaken(project.namespace_id, request.name ?? '', project._id)))
    throw new ValidationError(withLimitKey({ name: [TAKEN] }));
  const branch = request.default_branch;
  if (branch !== undefined && branch !== project.default_branch) await changeBranch(deps, project, branch);
}

/** A label that the caller may not access themselves would lock them out. */
async function labelProblems(
  { deps, principal }: Call<ProjectLifecycleDeps>,
  project: ProjectDocument,
  { external_authorization_classification_label: label }: Partial<ProjectSettings>,
): Promise<string[]> {
  const isChanged = label !== undefined && label !== project.external_authorization_classification_label;
  return isChanged ? labelErrors(deps, principal.id, label) : [];
}

async function visibilityProblems(
  call: Call<ProjectLifecycleDeps>,
  project: ProjectDocument,
  visibility: ProjectDocument['visibility'] | undefined,
): Promise<string[]> {
  // The current visibility is always allowed, even if the instance restricts it for new projects.
  if (visibility === undefined || visibility === project.visibility) return [];
  const namespace = await call.deps.namespaces.find(project.namespace_id);
  if (!namespace) return [];
  const source = await findSource(call.deps, project);
  return [
    ...call.deps.projectCreation.visibilityErrors(visibility, { namespace, isAdmin: viewerOf(call).admin }),
    ...(source ? forkVisibilityErrors(visibility, source.visibility) : []),
  ];
}

/** Points HEAD to another branch. The repository service checks that the branch exists. */
async function changeBranch(deps: ProjectLifecycleDeps, project: ProjectDocument, branch: string): Promise<void> {
  try {
    await deps.clients.storage.changeDefaultBranch({ project_id: project._id, storage: project.storage, branch });
  } catch (error) {
    if (!isForgeError(error) || !['not_found', 'bad_request'].includes(error.reason)) throw error;
    throw new ValidationError({ base: [`Could not change HEAD: branch '${branch}' does not exist`] });
  }
}

/** A project whose changes are published: without its URL, and with the default of the option. */
type ComparedProject = Omit<ProjectDocument, 'import_url' | 'squash_option'> &
  Required<Pick<ProjectDocument, 'squash_option'>>;

async function change(
  call: Call<ProjectLifecycleDeps>,
  id: number,
  request: Request,
  avatar: Avatar | null | undefined,
): Promise<ProjectDocument> {
  const changed = await call.deps.projects.mutate(id, (project) => {
    const mirror = pullMirrorChange(call, request, project);
    const set = { ...settingsOf(request), ...namesOf(request), ...(avatar !== undefined && { avatar }) };
    const changes = {
      ...changesOf<ComparedProject>({ ...project, squash_option: squashOptionOf(project) }, set),
      ...pullMirrorEvent(project, mirror.set),
    };
    if (Object.keys(changes).length === 0) return null;
    const after = { ...project, ...set };
    return {
      set: {
        ...set,
        ...mirror.set,
        ...searchFields(after.path, after.name, after.description),
        access_keys: projectKeys(after),
        updated_at: new Date(),
      },
      ...(mirror.unset.length > 0 && { update: unsetting(mirror.unset) }),
      events: [{ type: 'projects.project.updated', actor: call.principal.id, changes }],
    };
  });
  if (!changed) throw new NotFoundError('Project');
  return changed;
}

function namesOf({ name, path, default_branch: branch }: Request): Partial<ProjectDocument> {
  return {
    ...(name !== undefined && { name, name_lower: name.toLowerCase() }),
    ...(path !== undefined && { path, path_lower: path.toLowerCase() }),
    ...(branch !== undefined && { default_branch: branch }),
  };
}

function pathClaimOf(project: ProjectDocument, path: string): PathClaimRequest {
  return { parentId: project.namespace_id, path, kind: 'project', targetId: project._id };
}

function unsetting(names: readonly string[]): object {
  return { $unset: Object.fromEntries(names.map((name) => [name, 1])) };
}
