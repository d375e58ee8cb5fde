import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Badge } from '@forgemesh/proto/projects/v1/badge';
import { loadPlaceholderValues, type BadgeOwner } from './badge-owner';
import { renderUrls } from './badge-urls';
import type { BadgeDocument } from './badge.model';
import type { BadgesDeps } from './deps';

/** Presents badges of an owner. */
export async function presentBadges(
  call: Call<BadgesDeps>,
  owner: BadgeOwner,
  badges: BadgeDocument[],
): Promise<ResponseOf<Badge>[]> {
  const values = await loadPlaceholderValues(call, owner, badges);
  return badges.map((badge) => ({
    name: badge.name,
    ...renderUrls(badge, values, call.deps.markdown.pictureAddress),
    id: badge._id,
    kind: badge.owner.startsWith('group/') ? 'group' : 'project',
  }));
}

/** Presents one badge. */
export async function presentBadge(
  call: Call<BadgesDeps>,
  owner: BadgeOwner,
  badge: BadgeDocument,
): Promise<ResponseOf<Badge>> {
  const [entity] = await presentBadges(call, owner, [badge]);
  return entity as ResponseOf<Badge>;
}

/** A badge in events. */
export function presentBadgeEvent(badge: BadgeDocument): EventEntity<'projects.badge.updated'> {
  const { _id: id, owner, name, link_url, image_url } = badge;
  return { id, owner, name, link_url, image_url };
}
