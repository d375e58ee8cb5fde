import { operation, type Call } from '@forgemesh/rpc';
import { TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { issueSecrets } from '#credentials/tokens';
import { requireBoth } from '../check-second-factor';
import { newRecoveryCodes } from '../codes';
import type { TwoFactorDeps } from '../deps';

/** Replaces the recovery codes of the caller. */
export const createRecoveryCodes = operation(
  TwoFactorServiceDefinition.createRecoveryCodes,
  async (request, call: Call<TwoFactorDeps>) => {
    const { deps, operationId, principal } = call;
    const user = await requireBoth(call, request);
    const codes = await issueSecrets(deps, operationId, newRecoveryCodes);
    const recovery_digests = codes.map((code) => deps.recoveryDigests(code)[0] as string);
    await deps.twoFactors.updateOne({ _id: user._id }, { $set: { recovery_digests } });
    const entity = { user_id: user._id, username: user.username, name: user.name };
    await deps.record(
      { type: 'identity.two_factor.recovery_codes_created', actor: principal.id },
      { subject: user._id, entity },
    );
    return { recovery_codes: codes };
  },
);
