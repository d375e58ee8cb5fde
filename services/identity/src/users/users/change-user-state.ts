/** Which states a user may leave, and for which. */
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { UserStateChange } from '@forgemesh/proto/identity/v1/user_state';
import type { IdentityCall } from '../../operation';
import { nextSignInEpoch } from '../../sign-in/sign-ins/sign-in-epoch';
import type { UserDocument, UserState } from './user.model';

/** A step from some states to another one. */
export interface UserStateStep {
  from: readonly UserState[];
  to: UserState;
  /** Throws ForbiddenError where the user may not take the step. */
  assertAllowed(user: UserDocument): void;
}

/**
 * Takes the step; `changed` is false where the user's state is not one that it leaves. Throws
 * NotFoundError without user.
 */
export async function changeUserState(
  call: IdentityCall,
  id: number,
  { from, to, assertAllowed }: UserStateStep,
): Promise<UserStateChange> {
  let changed = false;
  const user = await call.deps.users.mutate(id, (current) => {
    if (current.is_internal) throw new ForbiddenError('An internal user cannot be changed');
    assertAllowed(current);
    changed = from.includes(current.state);
    if (!changed) return null;
    const changes = { state: { from: current.state, to } };
    return {
      set: { state: to, ...(to === 'blocked' && nextSignInEpoch(current)), updated_at: new Date() },
      events: [{ type: 'identity.user.updated', actor: call.principal.id, changes }],
    };
  });
  if (!user) throw new NotFoundError('User');
  return { changed };
}
