import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { nextSignInEpoch, requireUser } from '#users/accounts';
import { countAttempt } from '#sign-in/passwords';
import { issueSecrets } from '#credentials/tokens';
import { newRecoveryCodes, normalizeCode, stepOf } from '../codes';
import type { TwoFactorDeps } from '../deps';

/**
 * Enables two-factor authentication of the caller. A retry returns the recovery codes of the first
 * attempt.
 */
export const enableTwoFactor = operation(
  TwoFactorServiceDefinition.enableTwoFactor,
  async (request, call: Call<TwoFactorDeps>) => {
    const { deps, principal, operationId, context } = call;
    const user = await requireUser(deps, principal.id);
    const codes = await issueSecrets(deps, operationId, newRecoveryCodes);
    const recovery_digests = codes.map((code) => deps.recoveryDigests(code)[0] as string);
    const response = { recovery_codes: codes };
    if (user.two_factor_enabled) {
      if (await deps.twoFactors.exists({ _id: user._id, recovery_digests: recovery_digests[0] as string }))
        return response;
      throw new BadRequestError('Two-factor authentication is enabled already');
    }
    const counted = await countAttempt(deps, { account: String(user._id), address: context.address, kind: 'code' });
    const pending = await confirmed(deps, user._id, normalizeCode(request.otp_attempt));
    await counted.succeed();
    const { matchedCount } = await deps.twoFactors.updateOne(
      { _id: user._id, pending_sealed: pending.sealed },
      {
        $set: { sealed: pending.sealed, last_step: pending.step, recovery_digests, enabled_at: new Date() },
        $unset: { pending_sealed: 1 },
      },
    );
    // A concurrent request has enabled it, with other recovery codes.
    if (matchedCount === 0) throw new BadRequestError('Two-factor authentication is enabled already');
    // Requires the second factor, and ends the sign-ins without it.
    const changed = await deps.users.mutate(user._id, (current) => ({
      set: { two_factor_enabled: true, ...nextSignInEpoch(current) },
      events: [
        {
          type: 'identity.user.updated',
          actor: principal.id,
          changes: { two_factor_enabled: { from: false, to: true } },
        },
      ],
    }));
    if (!changed) throw new BadRequestError('Two-factor authentication was not enabled');
    return response;
  },
);

/**
 * Verifies a code against the unconfirmed secret; returns the secret and the code's time step.
 * Throws BadRequestError.
 */
async function confirmed(
  { twoFactors, twoFactorBox }: TwoFactorDeps,
  userId: number,
  code: string,
): Promise<{ sealed: string; step: number }> {
  const sealed = (await twoFactors.findById(userId).lean())?.pending_sealed;
  if (sealed === undefined) throw new BadRequestError('Two-factor authentication was not started');
  const step = stepOf(twoFactorBox.open(sealed), code);
  if (step === undefined) throw new BadRequestError('The code is not valid');
  return { sealed, step };
}
