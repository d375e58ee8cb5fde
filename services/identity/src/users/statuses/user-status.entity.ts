/** Presents the status of a user in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import { renderEmoji } from '@forgemesh/markdown';
import type { UserStatus } from '@forgemesh/proto/identity/v1/user_status';
import type { UserDocument } from '#users/accounts';

/** Presents a status; all fields are null if none is set. */
export function presentUserStatus({ status }: Pick<UserDocument, 'status'>): ResponseOf<UserStatus> {
  const message = status?.message ?? null;
  return { emoji: status?.emoji ?? null, message, message_html: message === null ? null : renderEmoji(message) };
}
