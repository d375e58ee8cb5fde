import { internalOperation, type Call } from '@forgemesh/rpc';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import type { UserDocument } from '#users/accounts';
import { issuedReset } from '#sign-in/email-links';
import type { InternalPasswordResetsDeps } from './deps';

const noLink = { email: '', name: '', username: '', token: '' };

/** Creates a requested password link. */
export const issuePasswordReset = internalOperation(
  PasswordResetServiceDefinition.issuePasswordReset,
  async ({ user_id: userId }, { deps }: Call<InternalPasswordResetsDeps>) => {
    const { token, digest } = deps.linkSecrets.create();
    const canGet = ({ state, password_reset: reset }: UserDocument): boolean => state === 'active' && Boolean(reset);
    const user = await deps.users.mutate(userId, (current) =>
      current.password_reset && canGet(current)
        ? { set: { password_reset: issuedReset(current.password_reset, current, digest) } }
        : null,
    );
    if (!user || user.password_reset?.digest !== digest) return noLink;
    return { email: user.email, name: user.name, username: user.username, token };
  },
);
