import type { IdentityCall } from '#operation';

/** Disables the second factor of a user. Existing sign-ins stay valid. */
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
