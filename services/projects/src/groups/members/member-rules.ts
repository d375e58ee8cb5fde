/** Validation and permission rules for memberships. */
import { OWNER } from '@forgemesh/access';
import { ForbiddenError, ValidationError } from '@forgemesh/errors';
import { today, type MembershipDocument, type SourceKind } from '#access/memberships';
import { highestAbove } from './read-members';
import type { MemberSource } from './member-source';
import type { MembersDeps } from './deps';

const roleNames: Record<number, string> = {
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

/** Minimum level that is required to manage members. */
export const managerLevel: Record<SourceKind, number> = { project: 40, group: OWNER };

/**
 * Throws ValidationError for an invalid level, a level below the one inherited from an ancestor
 * group, or an expiry date in the past.
 */
export async function assertValidMembership(
  deps: MembersDeps,
  source: MemberSource,
  request: Pick<MembershipDocument, 'user_id' | 'access_level'> & { expires_at: string | null | undefined },
): Promise<void> {
  const highest = source.kind === 'group' ? OWNER : 40;
  const isValidLevel = request.access_level in roleNames && request.access_level <= highest;
  const errors: Record<string, string[]> = {
    ...(!isValidLevel && { access_level: ['is not included in the list'] }),
    ...(request.expires_at && request.expires_at < today() && { expires_at: ['cannot be a date in the past'] }),
  };
  const inherited = isValidLevel ? await highestAbove(deps, source, request.user_id) : undefined;
  if (inherited && inherited.access_level > request.access_level) {
    const group = await deps.namespaces.find(inherited.source_id);
    const role = roleNames[inherited.access_level];
    errors['access_level'] = [
      `should be greater than or equal to ${role} inherited membership from group ${group?.name}`,
    ];
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/** Throws ForbiddenError for the membership of a personal namespace's owner. */
export function assertNotNamespaceOwner({ ownerId }: MemberSource, userId: number): void {
  if (ownerId === userId) throw new ForbiddenError();
}
