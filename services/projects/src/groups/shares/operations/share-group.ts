import { BadRequestError, ConflictError, NotFoundError } from '@forgemesh/errors';
import { GroupShareServiceDefinition } from '@forgemesh/proto/projects/v1/group_share';
import { operation, type Call } from '@forgemesh/rpc';
import { isActive } from '#access';
import { groupOf } from '#groups/presentation';
import { type GroupLink, type NamespaceDocument, pathIds } from '#namespaces';
import { changeGroupShares } from '../change-group-shares';
import type { SharesDeps } from '../deps';

/**
 * Shares a group with another group. A retry of the same write finds the share of the first
 * attempt.
 */
export const shareGroup = operation(GroupShareServiceDefinition.shareGroup, async (request, call: Call<SharesDeps>) => {
  const { deps, principal, operationId } = call;
  const [group, other] = await Promise.all([groupOf(call), deps.namespaces.find(call.resource('group_id').id)]);
  if (!other) throw new NotFoundError('Group');
  const isSameWrite = ({ operation_id: created }: GroupLink): boolean =>
    operationId !== undefined && created === operationId;
  if (group.shared_groups?.some(isSameWrite)) return deps.groupPresenter.presentGroup(call, group, { details: true });
  await assertSharable(deps, group, other);
  const share: GroupLink = {
    group_id: other._id,
    ancestor_ids: other.ancestor_ids,
    group_access: request.group_access,
    expires_at: request.expires_at ?? null,
    ...(operationId !== undefined && { operation_id: operationId }),
  };
  const changed = await deps.namespaces.mutate(group._id, (current) => {
    const shares = current.shared_groups ?? [];
    if (shares.some(isSameWrite)) return null;
    // An expired share with the group is replaced.
    const others = shares.filter((one) => one.group_id !== other._id || isActive(one));
    if (others.some(({ group_id: id }) => id === other._id))
      throw new ConflictError('Shared group The group has already been shared with this group');
    return changeGroupShares(current, [...others, share], principal.id);
  });
  if (!changed) throw new NotFoundError('Group');
  return deps.groupPresenter.presentGroup(call, changed, { details: true });
});

async function assertSharable(deps: SharesDeps, group: NamespaceDocument, other: NamespaceDocument): Promise<void> {
  const locked = { _id: { $in: pathIds(group) }, share_with_group_lock: true };
  if (await deps.namespaces.model.exists(locked)) throw new BadRequestError('The group sharing with group is disabled');
  // Members of ancestors have at least this level already. Sharing with a subgroup is allowed, as
  // its members gain rights.
  if (pathIds(group).includes(other._id))
    throw new ConflictError('Group cannot be shared with itself or one of its ancestors.');
}
