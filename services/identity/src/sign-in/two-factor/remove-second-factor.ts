import type { Call } from '@forgemesh/rpc';
import type { TwoFactorDeps } from './deps';

/** Disables the second factor of a user. Existing sign-ins stay valid. */
export async function removeSecondFactor({ deps, principal }: Call<TwoFactorDeps>, userId: number): Promise<void> {
  await deps.users.mutate(userId, () => ({
    set: { two_factor_enabled: false },
    events: [
      {
        type: 'identity.user.updated',
        actor: principal.id,
        changes: { two_factor_enabled: { from: true, to: false } },
      },
    ],
  }));
  await deps.twoFactors.deleteOne({ _id: userId });
}
