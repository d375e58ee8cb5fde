import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { LicenseServiceDefinition } from '@forgemesh/proto/settings/v1/license';
import { findSettings } from '#application-settings';
import type { LicenseDeps } from '../deps';

/** Names of the tiers, starting with tier 1. */
const plans = ['starter', 'premium', 'ultimate'];

/** Gets the license: the configured tier. */
export const getLicense = operation(
  LicenseServiceDefinition.getLicense,
  async (_request, { context, deps }: Call<LicenseDeps>) => {
    const plan = plans[context.tier - 1];
    if (plan === undefined) throw new NotFoundError('License');
    const since = (await findSettings(deps.store)).created_at.toISOString();
    return {
      id: 1,
      plan,
      created_at: since,
      starts_at: since.slice(0, 10),
      expires_at: null,
      expired: false,
      user_limit: 0,
    };
  },
);
