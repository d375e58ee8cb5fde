import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupBadgeServiceDefinition,
  ProjectBadgeServiceDefinition,
  type Badge,
} from '@forgemesh/proto/projects/v1/badge';
import type { SourceKind } from '#access/memberships';
import { badgeOwnerOf } from '../badge-owner';
import { presentBadge } from '../badge.entity';
import { findBadge } from '../find-badge';
import type { BadgesDeps } from '../deps';

/** Gets a badge that a project shows. */
export const getProjectBadge = operation(
  ProjectBadgeServiceDefinition.getProjectBadge,
  (request, call: Call<BadgesDeps>) => getBadge('project', request, call),
);

/** Gets a badge of a group. */
export const getGroupBadge = operation(GroupBadgeServiceDefinition.getGroupBadge, (request, call: Call<BadgesDeps>) =>
  getBadge('group', request, call),
);

async function getBadge(
  kind: SourceKind,
  request: { badge_id: number },
  call: Call<BadgesDeps>,
): Promise<ResponseOf<Badge>> {
  const owner = await badgeOwnerOf(call, kind);
  return presentBadge(call, owner, await findBadge(call, owner, request.badge_id));
}
