import { listPage } from '@forgemesh/data';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupBadgeServiceDefinition,
  ProjectBadgeServiceDefinition,
  type ListProjectBadgesRequest,
  type ListProjectBadgesResponse,
} from '@forgemesh/proto/projects/v1/badge';
import type { SourceKind } from '#access/memberships';
import { badgeOwnerOf } from '../badge-owner';
import { presentBadges } from '../badge.entity';
import type { BadgesDeps } from '../deps';

/** Lists the badges that a project shows. */
export const listProjectBadges = operation(
  ProjectBadgeServiceDefinition.listProjectBadges,
  (request, call: Call<BadgesDeps>) => listBadges('project', request, call),
);

/** Lists the badges of a group. */
export const listGroupBadges = operation(
  GroupBadgeServiceDefinition.listGroupBadges,
  (request, call: Call<BadgesDeps>) => listBadges('group', request, call),
);

async function listBadges(
  kind: SourceKind,
  request: Pick<ListProjectBadgesRequest, 'page' | 'per_page'>,
  call: Call<BadgesDeps>,
): Promise<ResponseOf<ListProjectBadgesResponse>> {
  const { model } = call.deps.badges;
  const owner = await badgeOwnerOf(call, kind);
  const badges = await listPage(call, {
    model,
    filter: { owner: { $in: owner.visibleKeys } },
    sort: { _id: 1 },
    request,
  });
  return { badges: await presentBadges(call, owner, badges) };
}
