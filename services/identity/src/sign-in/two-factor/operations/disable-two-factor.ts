import { TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { operation } from '#operation';
import { requireBoth } from '../check-second-factor';
import { removeSecondFactor } from '../remove-second-factor';

/** Disables two-factor authentication of the caller. */
export const disableTwoFactor = operation(TwoFactorServiceDefinition.disableTwoFactor, async (request, call) => {
  const user = await requireBoth(call, request);
  await removeSecondFactor(call, user._id);
  return {};
});
