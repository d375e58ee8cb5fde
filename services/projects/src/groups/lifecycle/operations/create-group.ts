import { NotFoundError } from '@forgemesh/errors';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import type { Avatar } from '@forgemesh/data';
import { operation, type Call } from '@forgemesh/rpc';
import type { PathClaimRequest } from '#namespaces/paths';
import { type NamespaceDocument, isBeingRemoved, pathIds, storeAvatar } from '#namespaces';
import { assertMayCreateGroup, assertNoErrors, assertValidGroup } from '../creation-rules';
import { defaultSettings, settingsOf, type GroupSettings } from '../group-settings';
import { groupDocument } from '../new-group';
import { finalizeGroup } from '../finalize-group';
import type { GroupLifecycleDeps } from '../deps';

/** Creates a group. Its creator becomes owner. */
export const createGroup = operation(
  GroupServiceDefinition.createGroup,
  async (request, call: Call<GroupLifecycleDeps>) => {
    const { deps, operationId } = call;
    const parent = await parentOf(call);
    const earlier = await deps.namespaces.findByOperation(operationId ?? '');
    if (!earlier)
      await assertMayCreateGroup(deps, call.principal, {
        parent,
        level: call.optionalResource('parent_id')?.level ?? 0,
      });
    const settings = { ...defaultSettings(deps.settings.current(), parent), ...settingsOf(request) };
    const avatar = await storeAvatar(deps, request.avatar);
    const { name, path } = request;
    const group = earlier ?? (await insertGroup(call, { name, path, parent, settings, avatar }));
    await finalizeGroup(deps, group);
    return deps.groupPresenter.presentGroup(call, group, { details: true });
  },
);

async function parentOf(call: Call<GroupLifecycleDeps>): Promise<NamespaceDocument | null> {
  const resource = call.optionalResource('parent_id');
  if (!resource) return null;
  const parent = await call.deps.namespaces.find(resource.id);
  if (!parent) throw new NotFoundError('Group');
  return parent;
}

interface NewGroup {
  name: string;
  path: string;
  parent: NamespaceDocument | null;
  settings: GroupSettings;
  avatar: Avatar | null | undefined;
}

async function insertGroup(
  call: Call<GroupLifecycleDeps>,
  { name, path, parent, settings, avatar }: NewGroup,
): Promise<NamespaceDocument> {
  const { deps, principal, operationId } = call;
  const parentId = parent?._id ?? 0;
  assertValidGroup(deps, principal, { name, path, parent, visibility: settings.visibility });
  const id = await deps.namespaces.nextId();
  const claim: PathClaimRequest = { parentId, path, kind: 'group', targetId: id, operationId };
  if (!(await deps.paths.claim(claim))) {
    // A concurrent attempt of the same write may have created the group.
    const first = await deps.namespaces.findByOperation(operationId ?? '');
    if (first) return first;
    assertNoErrors({ path: ['has already been taken'] });
  }
  const ancestorIds = parent ? pathIds(parent) : [];
  try {
    if (isBeingRemoved(ancestorIds, await deps.namespaceTree.readTree(ancestorIds))) throw new NotFoundError('Group');
    const group = await deps.namespaces.insert(
      {
        ...groupDocument(deps, { id, name, path, parent, settings, creatorId: principal.id }),
        ...(avatar && { avatar }),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'projects.group.created', actor: principal.id }],
    );
    // The insert returned the group of an earlier attempt, so the path belongs to that group.
    if (group._id !== id) await deps.paths.transfer(claim, group._id);
    return group;
  } catch (error) {
    await deps.paths.release(claim);
    throw error;
  }
}
