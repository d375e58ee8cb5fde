import { operation, type Call } from '@forgemesh/rpc';
import { TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { requireUser } from '#users/accounts';
import { twoFactorRequiredFrom } from '../required-two-factor';
import type { TwoFactorDeps } from '../deps';

/** Gets whether the caller has two-factor authentication, and whether it is required. */
export const getTwoFactor = operation(
  TwoFactorServiceDefinition.getTwoFactor,
  async (_request, { deps, principal }: Call<TwoFactorDeps>) => {
    const user = await requireUser(deps, principal.id);
    const { two_factor_enabled: enabled } = user;
    const requiredFrom = await twoFactorRequiredFrom(deps, user);
    const found = enabled ? await deps.twoFactors.findById(principal.id).lean() : null;
    return {
      enabled,
      enabled_at: found?.enabled_at?.toISOString() ?? null,
      recovery_codes_left: found?.recovery_digests.length ?? 0,
      required: requiredFrom !== null,
      required_from: requiredFrom?.toISOString() ?? null,
    };
  },
);
