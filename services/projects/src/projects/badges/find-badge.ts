import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { BadgeOwner } from './badge-owner';
import type { BadgeDocument } from './badge.model';
import type { BadgesDeps } from './deps';

/** A badge that an owner shows. Throws NotFoundError. */
export async function findBadge(
  { deps }: Call<BadgesDeps>,
  { visibleKeys }: BadgeOwner,
  badgeId: number,
): Promise<BadgeDocument> {
  const badge = await deps.badges.find(badgeId);
  if (!badge || !visibleKeys.includes(badge.owner)) throw new NotFoundError('Badge');
  return badge;
}

/**
 * An own badge of a project or group. Throws NotFoundError, and ForbiddenError for the badge of an
 * ancestor group.
 */
export async function findOwnBadge(
  call: Call<BadgesDeps>,
  owner: BadgeOwner,
  badgeId: number,
  verb: 'update' | 'delete',
): Promise<BadgeDocument> {
  const badge = await findBadge(call, owner, badgeId);
  if (badge.owner !== owner.key) throw new ForbiddenError(`To ${verb} a Group badge please use the Group endpoint`);
  return badge;
}
