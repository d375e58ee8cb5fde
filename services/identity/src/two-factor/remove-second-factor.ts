import type { IdentityCall } from '../operation';

/** Takes the second factor from a user. Sign-ins go on. */
export async function removeSecondFactor({ deps, principal }: IdentityCall, userId: number): Promise<void> {
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
