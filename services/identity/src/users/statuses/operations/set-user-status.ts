import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { emojiName } from '@forgemesh/markdown';
import { UserStatusServiceDefinition } from '@forgemesh/proto/identity/v1/user_status';
import type { UserStatusDocument } from '#users/accounts';
import { presentUserStatus } from '../user-status.entity';
import type { StatusesDeps } from '../deps';

const DEFAULT_EMOJI = 'speech_balloon';
const MAX_MESSAGE = 100;

/** Replaces the caller's status; an empty request clears it. */
export const setUserStatus = operation(
  UserStatusServiceDefinition.setUserStatus,
  async ({ emoji, message }, { deps, principal }: Call<StatusesDeps>) => {
    const status = statusOf(emoji || null, message || null);
    const user = await deps.users.mutate(principal.id, () => ({ set: { status } }));
    if (!user) throw new NotFoundError('User');
    return presentUserStatus(user);
  },
);

function statusOf(emoji: string | null, message: string | null): UserStatusDocument | null {
  if (emoji === null && message === null) return null;
  const name = emojiName(emoji ?? DEFAULT_EMOJI);
  const isTooLong = [...(message ?? '')].length > MAX_MESSAGE;
  if (name === null || isTooLong) {
    throw new ValidationError({
      ...(name === null && { emoji: ['is not included in the list'] }),
      ...(isTooLong && { message: [`is too long (maximum is ${MAX_MESSAGE} characters)`] }),
    });
  }
  return { emoji: name, message };
}
