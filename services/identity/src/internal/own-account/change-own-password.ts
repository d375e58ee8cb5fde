import { internalOperation, type Call } from '@forgemesh/rpc';
import { ValidationError } from '@forgemesh/errors';
import { OwnAccountServiceDefinition } from '@forgemesh/proto/identity/v1/own_account';
import { changeUser, requireUser, signInEpochOf, type UserDocument } from '#users/accounts';
import { isSignIn } from '#credentials/tokens';
import type { OwnAccountDeps } from './deps';

/** Changes the password of the caller; the sign-in that calls goes on, all others end. */
export const changeOwnPassword = internalOperation(
  OwnAccountServiceDefinition.changeOwnPassword,
  async ({ current_password: current, password, password_confirmation: repeated }, call: Call<OwnAccountDeps>) => {
    const { deps, context, principal } = call;
    const user = await requireUser(deps, principal.id);
    // The first administrator has no password; with their token they could set one without it.
    if (user.password_hash !== null || !user.admin)
      await deps.ownerCheck.requirePassword(user, { password: current, address: context.address }, 'current_password');
    if (password !== repeated) throw new ValidationError({ password_confirmation: ["doesn't match Password"] });
    const changed = await changeUser(call, user, { id: user._id, password });
    await keepSignIn(call, changed);
    return { username: changed.username };
  },
);

/** Lets the sign-in of the call continue, whose page has just proved the password. */
async function keepSignIn({ deps, context }: Call<OwnAccountDeps>, user: UserDocument): Promise<void> {
  if (context.token_id === undefined) return;
  const epoch = signInEpochOf(user);
  await deps.tokens.mutate(context.token_id, (token) =>
    isSignIn(token) && signInEpochOf(token) === epoch - 1 ? { set: { sign_in_epoch: epoch } } : null,
  );
}
