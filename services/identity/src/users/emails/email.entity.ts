/** Presents secondary emails in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Email } from '@forgemesh/proto/identity/v1/email';
import type { UserEmailDocument } from '#users/accounts';

/** Presents an email. */
export function presentEmail({ id, email, confirmed_at: confirmedAt }: UserEmailDocument): ResponseOf<Email> {
  return { id, email, confirmed_at: confirmedAt?.toISOString() ?? null };
}
