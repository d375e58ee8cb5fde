import { TwoFactorServiceService } from '@forgemesh/proto/identity/v1/two_factor';
import { operation } from '../operation';
import { requireUser } from '../users/find-user';

/** Gets whether the caller has two-factor authentication. */
export const getTwoFactor = operation(TwoFactorServiceService.getTwoFactor, async (_request, { deps, principal }) => {
  const { two_factor_enabled: enabled } = await requireUser(deps, principal.id);
  const found = enabled ? await deps.twoFactors.findById(principal.id).lean() : null;
  return {
    enabled,
    enabled_at: found?.enabled_at?.toISOString() ?? null,
    recovery_codes_left: found?.recovery_digests.length ?? 0,
  };
});
