/** State transitions of users. */
import type { Call } from '@forgemesh/rpc';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { UserStateChange } from '@forgemesh/proto/identity/v1/user_state';
import { nextSignInEpoch } from '../sign-in-epoch';
import type { UserDocument, UserState } from '../user.model';
import type { UsersDeps } from '../deps';

/** A transition from some states to another one. */
export interface StateTransition {
  from: readonly UserState[];
  to: UserState;
  /** Throws ForbiddenError if the transition is not allowed for the user. */
  assertAllowed(user: UserDocument): void;
}

/**
 * Changes the state; `changed` is false if the transition does not start from the user's state.
 * Throws NotFoundError if the user does not exist.
 */
export async function changeUserState(
  call: Call<UsersDeps>,
  id: number,
  { from, to, assertAllowed }: StateTransition,
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
