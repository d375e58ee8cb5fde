/** Further email of a user -> email as the API shows it. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Email } from '@forgemesh/proto/identity/v1/email';
import type { UserEmailDocument } from '../users/user.model';

/** The email. */
export function presentEmail({ id, email, confirmed_at: confirmedAt }: UserEmailDocument): ResponseOf<Email> {
  return { id, email, confirmed_at: confirmedAt?.toISOString() ?? null };
}
