import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { isSignIn, revocation } from '#credentials/tokens';
import { nextSignInEpoch } from '#users/accounts';
import type { SignInsDeps } from './deps';

/** Ends a sign-in of a user; idempotent. Throws NotFoundError if the user has no such sign-in. */
export async function endSignIn({ deps, principal }: Call<SignInsDeps>, userId: number, id: number): Promise<void> {
  const token = await deps.tokens.find(id);
  if (!token || !isSignIn(token) || token.user_id !== userId) throw new NotFoundError('Sign-In');
  await deps.tokens.mutate(id, ({ revoked }) => (revoked ? null : revocation(principal.id)));
}

/** Ends all sign-ins of a user. Throws NotFoundError if the user does not exist. */
export async function endSignIns({ deps }: Call<SignInsDeps>, userId: number): Promise<void> {
  const user = await deps.users.mutate(userId, (current) => ({ set: nextSignInEpoch(current) }));
  if (!user) throw new NotFoundError('User');
}
