import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { type DisableUserTwoFactorRequest, TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { requireUser } from '#users/accounts';
import { removeSecondFactor } from '../remove-second-factor';
import type { TwoFactorDeps } from '../deps';

/** Disables two-factor authentication of a user. */
export const disableUserTwoFactor = operation(TwoFactorServiceDefinition.disableUserTwoFactor, disable);

/** The same at the address that other servers of this API have. */
export const patchUserTwoFactor = operation(TwoFactorServiceDefinition.patchUserTwoFactor, disable);

async function disable(request: DisableUserTwoFactorRequest, call: Call<TwoFactorDeps>): Promise<object> {
  const user = await requireUser(call.deps, request.user_id);
  if (!user.two_factor_enabled) throw new BadRequestError('Two-factor authentication is not enabled for this user');
  await removeSecondFactor(call, user._id);
  return {};
}
