import { changesOf, searchFields, type Avatar } from '@forgemesh/data';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { GroupServiceDefinition, type UpdateGroupRequest } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { groupKeys, type Visibility, isWider, restrictionErrors, widerThan } from '#access';
import { type NamespaceDocument, deleteAvatar, storeAvatar } from '#namespaces';
import { groupNameErrors, groupPathErrors, hasErrors, withoutEmpty } from '#namespaces/paths';
import { groupOf } from '#groups/presentation';
import { finalizeGroupRename, groupPathClaim } from '../finalize-group-rename';
import { parentErrors, settingsOf } from '../group-settings';
import type { GroupLifecycleDeps } from '../deps';

/**
 * Changes a group. A new path is claimed before the change and the old one released after it. Full
 * paths of subgroups and projects follow automatically.
 */
export const updateGroup = operation(
  GroupServiceDefinition.updateGroup,
  async (request, call: Call<GroupLifecycleDeps>) => {
    const { deps } = call;
    const group = await groupOf(call);
    await assertValid(call, group, request);
    const claim = groupPathClaim(group, request.path ?? group.path);
    const isMoved = claim.path.toLowerCase() !== group.path_lower;
    if (isMoved && !(await deps.paths.claim(claim))) throw new ValidationError({ path: ['has already been taken'] });
    const avatar = await storeAvatar(deps, request.avatar);
    const changed = await change(call, group._id, request, avatar);
    await deleteAvatar(deps, group.avatar, changed.avatar);
    if (isMoved) await finalizeGroupRename(deps, changed, group.path);
    return deps.groupPresenter.presentGroup(call, changed, { details: true });
  },
);

type Request = Partial<Omit<UpdateGroupRequest, 'id'>>;

async function assertValid(call: Call<GroupLifecycleDeps>, group: NamespaceDocument, request: Request): Promise<void> {
  const { name, path } = request;
  const { visibility } = settingsOf(request);
  const errors = {
    name: name === undefined || name === group.name ? [] : groupNameErrors(name),
    path: path === undefined || path === group.path ? [] : groupPathErrors(path, group.parent_id),
    visibility_level: await visibilityProblems(call, group, visibility),
  };
  if (hasErrors(errors)) throw new ValidationError(withoutEmpty(errors));
}

async function visibilityProblems(
  call: Call<GroupLifecycleDeps>,
  group: NamespaceDocument,
  visibility: Visibility | undefined,
): Promise<string[]> {
  if (visibility === undefined || visibility === group.visibility) return [];
  const { deps, principal } = call;
  const { restricted_visibility_levels: restricted } = deps.settings.current();
  const parent = group.parent_id === 0 ? null : await deps.namespaces.find(group.parent_id);
  return [
    ...restrictionErrors(visibility, { restricted, isAdmin: principal.admin }),
    ...parentErrors(visibility, parent),
    ...(isWider(group.visibility, visibility) ? await contentErrors(call, group, visibility) : []),
  ];
}

/** Errors if a subgroup or project inside would be more visible than the group. */
async function contentErrors(
  { deps }: Call<GroupLifecycleDeps>,
  group: NamespaceDocument,
  visibility: Visibility,
): Promise<string[]> {
  const inside = { ancestor_ids: group._id, visibility: { $in: widerThan(visibility) } };
  const [project, subgroup] = await Promise.all([
    deps.projects.model.exists(inside),
    deps.namespaces.model.exists(inside),
  ]);
  return [
    ...(project ? [`${visibility} is not allowed since this group contains projects with higher visibility.`] : []),
    ...(subgroup ? [`${visibility} is not allowed since there are sub-groups with higher visibility.`] : []),
  ];
}

async function change(
  call: Call<GroupLifecycleDeps>,
  id: number,
  request: Request,
  avatar: Avatar | null | undefined,
): Promise<NamespaceDocument> {
  const { name, path } = request;
  const set: Partial<NamespaceDocument> = {
    ...settingsOf(request),
    ...(avatar !== undefined && { avatar }),
    ...(name !== undefined && { name, name_lower: name.toLowerCase() }),
    ...(path !== undefined && { path, path_lower: path.toLowerCase() }),
  };
  const changed = await call.deps.namespaces.mutate(id, (group) => {
    const changes = changesOf(group, set);
    if (Object.keys(changes).length === 0) return null;
    const after = { ...group, ...set };
    return {
      set: {
        ...set,
        ...('require_two_factor_authentication' in changes && {
          two_factor_required_since: after.require_two_factor_authentication ? new Date() : null,
        }),
        ...searchFields(after.path, after.name),
        access_keys: groupKeys(after),
        updated_at: new Date(),
      },
      events: [{ type: 'projects.group.updated', actor: call.principal.id, changes }],
    };
  });
  if (!changed) throw new NotFoundError('Group');
  return changed;
}
