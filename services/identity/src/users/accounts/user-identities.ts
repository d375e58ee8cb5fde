/** Identities of users at external providers; an identity belongs to at most one user. */
import { ValidationError } from '@forgemesh/errors';
import { identityKey } from './user.model';
import type { UsersDeps } from './deps';

/** An identity in a request: both fields or none. */
export interface UserIdentityRequest {
  provider?: string | undefined;
  extern_uid?: string | undefined;
}

/** Throws ValidationError if another user has the identity. */
export async function assertIdentityFree(
  { users }: UsersDeps,
  { provider, extern_uid: externUid }: UserIdentityRequest,
  userId?: number,
): Promise<void> {
  if (externUid === undefined || provider === undefined) return;
  const condition = { identity_keys: identityKey(provider, externUid) };
  const isTaken = await users.model.exists(userId === undefined ? condition : { ...condition, _id: { $ne: userId } });
  if (isTaken) throw new ValidationError({ 'identities.extern_uid': ['has already been taken'] });
}
