import { BadRequestError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { claimPath, transferPath, releasePath, type PathClaimRequest } from '#namespaces/paths/claim-path';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import { isBeingRemoved, pathIds, readTree } from '#namespaces/namespace-tree';
import {
  groupNameErrors,
  groupPathErrors,
  hasErrors,
  withoutEmpty,
  type FieldErrors,
} from '#namespaces/paths/path-rules';
import { operation, type ProjectsCall } from '#operation';
import { fetchProfile } from '#clients/users/directory';
import { restrictionErrors } from '#access/visibility';
import { storeAvatar } from '#namespaces/avatar';
import type { Avatar } from '@forgemesh/data';
import { presentGroup } from '../present-group';
import { defaultSettings, parentErrors, settingsOf, type GroupSettings } from '../group-settings';
import { groupDocument } from '../new-group';
import { rubyHash } from '#projects/projects/ruby-hash';
import { finalizeGroup } from '../finalize-group';

const minLevelForSubgroups: Record<NamespaceDocument['subgroup_creation_level'], number> = {
  maintainer: 40,
  owner: 50,
};

/** Creates a group. Its creator becomes owner. */
export const createGroup = operation(GroupServiceDefinition.createGroup, async (request, call) => {
  const { deps, operationId } = call;
  const parent = await parentOf(call);
  const earlier = await deps.namespaces.findByOperation(operationId ?? '');
  if (!earlier) await assertMayCreateGroup(call, parent, call.optionalResource('parent_id')?.level ?? 0);
  const settings = { ...defaultSettings(deps.settings.current(), parent), ...settingsOf(request) };
  const avatar = await storeAvatar(deps, request.avatar);
  const { name, path } = request;
  const group = earlier ?? (await insertGroup(call, { name, path, parent, settings, avatar }));
  await finalizeGroup(deps, group);
  return presentGroup(call, group, { details: true });
});

async function parentOf(call: ProjectsCall): Promise<NamespaceDocument | null> {
  const resource = call.optionalResource('parent_id');
  if (!resource) return null;
  const parent = await call.deps.namespaces.find(resource.id);
  if (!parent) throw new NotFoundError('Group');
  return parent;
}

/**
 * Throws ForbiddenError unless the caller may create groups in the parent, where `level` is the
 * caller's level, or at the top level if `parent` is null.
 */
export async function assertMayCreateGroup(
  { deps, principal }: ProjectsCall,
  parent: NamespaceDocument | null,
  level: number,
): Promise<void> {
  if (parent) {
    if (level < minLevelForSubgroups[parent.subgroup_creation_level]) throw new ForbiddenError();
    return;
  }
  if (principal.admin) return;
  const profile = await fetchProfile(deps, principal.id);
  if (!profile?.can_create_group) throw new ForbiddenError();
}

interface NewGroup {
  name: string;
  path: string;
  parent: NamespaceDocument | null;
  settings: GroupSettings;
  avatar: Avatar | null | undefined;
}

async function insertGroup(
  call: ProjectsCall,
  { name, path, parent, settings, avatar }: NewGroup,
): Promise<NamespaceDocument> {
  const { deps, principal, operationId } = call;
  const parentId = parent?._id ?? 0;
  assertValidGroup(call, { name, path, parent, visibility: settings.visibility });
  const id = await deps.namespaces.nextId();
  const claim: PathClaimRequest = { parentId, path, kind: 'group', targetId: id, operationId };
  if (!(await claimPath(deps, claim))) {
    // A concurrent attempt of the same write may have created the group.
    const first = await deps.namespaces.findByOperation(operationId ?? '');
    if (first) return first;
    assertNoErrors({ path: ['has already been taken'] });
  }
  const ancestorIds = parent ? pathIds(parent) : [];
  try {
    if (isBeingRemoved(ancestorIds, await readTree(deps, ancestorIds))) throw new NotFoundError('Group');
    const group = await deps.namespaces.insert(
      {
        ...groupDocument(deps, { id, name, path, parent, settings, creatorId: principal.id }),
        ...(avatar && { avatar }),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'projects.group.created', actor: principal.id }],
    );
    // The insert returned the group of an earlier attempt, so the path belongs to that group.
    if (group._id !== id) await transferPath(deps, claim, group._id);
    return group;
  } catch (error) {
    await releasePath(deps, claim);
    throw error;
  }
}

/** Throws BadRequestError if the name, path or visibility is not allowed. */
export function assertValidGroup(
  { deps, principal }: ProjectsCall,
  {
    name,
    path,
    parent,
    visibility,
  }: Pick<NewGroup, 'name' | 'path' | 'parent'> & Pick<NamespaceDocument, 'visibility'>,
): void {
  const { restricted_visibility_levels: restricted } = deps.settings.current();
  assertNoErrors({
    name: groupNameErrors(name),
    path: groupPathErrors(path, parent?._id ?? 0),
    visibility_level: [
      ...restrictionErrors(visibility, { restricted, isAdmin: principal.admin }),
      ...parentErrors(visibility, parent),
    ],
  });
}

/** The API returns the errors of a new group as one string with a printed hash. */
export function assertNoErrors(errors: FieldErrors): void {
  if (hasErrors(errors)) throw new BadRequestError(`Failed to save group ${rubyHash(withoutEmpty(errors))}`);
}
