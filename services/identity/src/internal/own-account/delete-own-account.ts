import { internalOperation, type Call } from '@forgemesh/rpc';
import { ConflictError } from '@forgemesh/errors';
import { OwnAccountServiceDefinition } from '@forgemesh/proto/identity/v1/own_account';
import { removeUser, requireUser } from '#users/accounts';
import type { OwnAccountDeps } from './deps';

/** Deletes the account of the caller. */
export const deleteOwnAccount = internalOperation(
  OwnAccountServiceDefinition.deleteOwnAccount,
  async ({ password, otp_attempt: code }, call: Call<OwnAccountDeps>) => {
    const { deps, context, principal } = call;
    const user = await requireUser(deps, principal.id);
    await deps.ownerCheck.requireProof(user, { password, code, address: context.address });
    if (user.admin && !(await hasOtherAdministrator(deps, user._id)))
      throw new ConflictError('The only administrator cannot delete their account');
    await removeUser(call, user, { isHard: false });
    return { username: user.username };
  },
);

async function hasOtherAdministrator({ users }: OwnAccountDeps, id: number): Promise<boolean> {
  const others = { admin: true, state: 'active' as const, is_internal: false, _id: { $ne: id } };
  return (await users.model.exists(others)) !== null;
}
