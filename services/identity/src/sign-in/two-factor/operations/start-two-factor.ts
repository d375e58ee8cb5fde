import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError } from '@forgemesh/errors';
import { TwoFactorServiceDefinition } from '@forgemesh/proto/identity/v1/two_factor';
import { issueSecrets } from '#credentials/tokens';
import { requirePassword } from '../check-second-factor';
import { newSecret, otpauthUrl } from '../codes';
import type { TwoFactorDeps } from '../deps';

/** Creates an unconfirmed secret for the caller's authenticator app; replaces an earlier one. */
export const startTwoFactor = operation(
  TwoFactorServiceDefinition.startTwoFactor,
  async ({ password }, call: Call<TwoFactorDeps>) => {
    const { deps, operationId } = call;
    const user = await requirePassword(call, password);
    if (user.two_factor_enabled) throw new BadRequestError('Two-factor authentication is enabled already');
    const [secret = ''] = await issueSecrets(deps, operationId, () => [newSecret()]);
    await deps.twoFactors.updateOne(
      { _id: user._id },
      {
        $set: { pending_sealed: deps.twoFactorBox.seal(secret) },
        $setOnInsert: { last_step: 0, recovery_digests: [] },
      },
      { upsert: true },
    );
    return { secret, otpauth_url: otpauthUrl(secret, { issuer: deps.urls.host, username: user.username }) };
  },
);
