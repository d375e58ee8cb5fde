import { NotFoundError } from '@forgemesh/errors';
import { GroupBadgeServiceDefinition, ProjectBadgeServiceDefinition } from '@forgemesh/proto/projects/v1/badge';
import { operation, type Call } from '@forgemesh/rpc';
import type { SourceKind } from '#access/memberships';
import { badgeOwnerOf } from '../badge-owner';
import { findOwnBadge } from '../find-badge';
import type { BadgesDeps } from '../deps';

/** Removes a badge of a project. */
export const deleteProjectBadge = operation(
  ProjectBadgeServiceDefinition.deleteProjectBadge,
  (request, call: Call<BadgesDeps>) => deleteBadge('project', request, call),
);

/** Removes a badge of a group. */
export const deleteGroupBadge = operation(
  GroupBadgeServiceDefinition.deleteGroupBadge,
  (request, call: Call<BadgesDeps>) => deleteBadge('group', request, call),
);

async function deleteBadge(kind: SourceKind, request: { badge_id: number }, call: Call<BadgesDeps>): Promise<object> {
  const { deps, principal } = call;
  const badge = await findOwnBadge(call, await badgeOwnerOf(call, kind), request.badge_id, 'delete');
  call.assertUnmodified(badge.updated_at);
  const isRemoved = await deps.badges.remove(badge, { type: 'projects.badge.deleted', actor: principal.id });
  if (!isRemoved) throw new NotFoundError('Badge');
  return {};
}
