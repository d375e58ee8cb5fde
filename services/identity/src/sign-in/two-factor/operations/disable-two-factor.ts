import { operation, type Call } from '@forgemesh/rpc';
import { TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { requireBoth } from '../check-second-factor';
import { removeSecondFactor } from '../remove-second-factor';
import type { TwoFactorDeps } from '../deps';

/** Disables two-factor authentication of the caller. */
export const disableTwoFactor = operation(
  TwoFactorServiceDefinition.disableTwoFactor,
  async (request, call: Call<TwoFactorDeps>) => {
    const user = await requireBoth(call, request);
    await removeSecondFactor(call, user._id);
    return {};
  },
);
