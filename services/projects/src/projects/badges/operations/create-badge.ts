import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupBadgeServiceDefinition,
  ProjectBadgeServiceDefinition,
  type Badge,
  type CreateProjectBadgeRequest,
} from '@forgemesh/proto/projects/v1/badge';
import type { SourceKind } from '#access/memberships';
import { badgeOwnerOf } from '../badge-owner';
import { assertValidUrls } from '../badge-urls';
import { presentBadge } from '../badge.entity';
import type { BadgesDeps } from '../deps';

/** Adds a badge to a project. */
export const createProjectBadge = operation(
  ProjectBadgeServiceDefinition.createProjectBadge,
  (request, call: Call<BadgesDeps>) => createBadge('project', request, call),
);

/** Adds a badge to a group. */
export const createGroupBadge = operation(
  GroupBadgeServiceDefinition.createGroupBadge,
  (request, call: Call<BadgesDeps>) => createBadge('group', request, call),
);

type Request = Omit<CreateProjectBadgeRequest, 'id'>;

async function createBadge(kind: SourceKind, request: Request, call: Call<BadgesDeps>): Promise<ResponseOf<Badge>> {
  const { deps, principal, operationId } = call;
  const { link_url, image_url, name = null } = request;
  assertValidUrls({ link_url, image_url });
  const owner = await badgeOwnerOf(call, kind);
  const now = new Date();
  const badge = await deps.badges.insert(
    {
      _id: await deps.badges.nextId(),
      owner: owner.key,
      name,
      link_url,
      image_url,
      created_at: now,
      updated_at: now,
      operation_id: operationId,
    },
    [{ type: 'projects.badge.created', actor: principal.id }],
  );
  return presentBadge(call, owner, badge);
}
