import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { findGpgKey } from './find-gpg-key';
import type { GpgKeysDeps } from './deps';

/** How a key is removed: `deleted` keeps its signatures verified, `revoked` does not. */
export type GpgKeyRemoval = 'deleted' | 'revoked';

/**
 * Removes a key of a user. Throws NotFoundError if it does not exist or belongs to another user.
 */
export async function removeGpgKey(
  call: Call<GpgKeysDeps>,
  userId: number,
  keyId: number,
  how: GpgKeyRemoval,
): Promise<void> {
  const { deps, principal } = call;
  const key = await findGpgKey(deps, userId, keyId);
  call.assertUnmodified(key.created_at);
  const event = { type: `identity.gpg_key.${how}` as const, actor: principal.id };
  if (!(await deps.gpgKeys.remove(key, event))) throw new NotFoundError('GPG Key');
}
