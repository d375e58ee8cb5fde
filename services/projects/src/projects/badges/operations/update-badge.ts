import { changesOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupBadgeServiceDefinition,
  ProjectBadgeServiceDefinition,
  type Badge,
  type UpdateProjectBadgeRequest,
} from '@forgemesh/proto/projects/v1/badge';
import type { SourceKind } from '#access/memberships';
import { badgeOwnerOf } from '../badge-owner';
import { assertValidUrls } from '../badge-urls';
import { presentBadge } from '../badge.entity';
import type { BadgeDocument } from '../badge.model';
import { findOwnBadge } from '../find-badge';
import type { BadgesDeps } from '../deps';

/** Changes a badge of a project. */
export const updateProjectBadge = operation(
  ProjectBadgeServiceDefinition.updateProjectBadge,
  (request, call: Call<BadgesDeps>) => updateBadge('project', request, call),
);

/** Changes a badge of a group. */
export const updateGroupBadge = operation(
  GroupBadgeServiceDefinition.updateGroupBadge,
  (request, call: Call<BadgesDeps>) => updateBadge('group', request, call),
);

type Request = Omit<UpdateProjectBadgeRequest, 'id'>;

async function updateBadge(kind: SourceKind, request: Request, call: Call<BadgesDeps>): Promise<ResponseOf<Badge>> {
  const { deps, principal } = call;
  const { link_url, image_url, name } = request;
  const set: Partial<BadgeDocument> = {
    ...(link_url !== undefined && { link_url }),
    ...(image_url !== undefined && { image_url }),
  };
  assertValidUrls(set);
  if (name !== undefined) set.name = name;
  const owner = await badgeOwnerOf(call, kind);
  const badge = await findOwnBadge(call, owner, request.badge_id, 'update');
  const changed = await deps.badges.mutate(badge._id, (current) => {
    const changes = changesOf(current, set);
    if (Object.keys(changes).length === 0) return null;
    return {
      set: { ...set, updated_at: new Date() },
      events: [{ type: 'projects.badge.updated', actor: principal.id, changes }],
    };
  });
  if (!changed) throw new NotFoundError('Badge');
  return presentBadge(call, owner, changed);
}
