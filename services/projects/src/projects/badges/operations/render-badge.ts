import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupBadgeServiceDefinition,
  ProjectBadgeServiceDefinition,
  type RenderedBadge,
} from '@forgemesh/proto/projects/v1/badge';
import type { SourceKind } from '#access/memberships';
import { badgeOwnerOf, loadPlaceholderValues } from '../badge-owner';
import { assertValidUrls, renderUrls, type BadgeUrls } from '../badge-urls';
import type { BadgesDeps } from '../deps';

/** Shows how a badge of a project would be rendered. */
export const renderProjectBadge = operation(
  ProjectBadgeServiceDefinition.renderProjectBadge,
  (request, call: Call<BadgesDeps>) => renderBadge('project', request, call),
);

/** Shows how a badge of a group would be rendered. */
export const renderGroupBadge = operation(
  GroupBadgeServiceDefinition.renderGroupBadge,
  (request, call: Call<BadgesDeps>) => renderBadge('group', request, call),
);

async function renderBadge(
  kind: SourceKind,
  request: BadgeUrls,
  call: Call<BadgesDeps>,
): Promise<ResponseOf<RenderedBadge>> {
  const { link_url, image_url } = request;
  assertValidUrls({ link_url, image_url });
  const owner = await badgeOwnerOf(call, kind);
  const values = await loadPlaceholderValues(call, owner, [request]);
  return renderUrls(request, values, call.deps.markdown.pictureAddress);
}
