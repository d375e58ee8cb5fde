/** Who a user is at external identity providers: an identity belongs to one user at most. */
import { ValidationError } from '@forgemesh/errors';
import type { Identity } from '../../deps';
import { identityKey } from './user.model';

/** An identity that a request names; both or none. */
export interface UserIdentityRequest {
  provider?: string | undefined;
  extern_uid?: string | undefined;
}

/** Throws ValidationError where another user has the identity. */
export async function assertIdentityFree(
  { users }: Identity,
  { provider, extern_uid: externUid }: UserIdentityRequest,
  userId?: number,
): Promise<void> {
  if (externUid === undefined || provider === undefined) return;
  const held = { identity_keys: identityKey(provider, externUid) };
  const isTaken = await users.model.exists(userId === undefined ? held : { ...held, _id: { $ne: userId } });
  if (isTaken) throw new ValidationError({ 'identities.extern_uid': ['has already been taken'] });
}
