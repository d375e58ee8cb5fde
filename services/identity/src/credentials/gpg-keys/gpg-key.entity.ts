/** GPG key document -> GPG key as the API shows it, and as those who verify signatures know it. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { GpgKey } from '@forgemesh/proto/identity/v1/gpg_key';
import type { GpgKeyInfo } from '@forgemesh/proto/identity/v1/key_directory';
import type { UserDocument } from '../../users/users/user.model';
import { verifiedEmails } from '../../users/users/user-emails';
import type { GpgKeyDocument } from './gpg-key.model';

/** The key. */
export function presentGpgKey(key: GpgKeyDocument): ResponseOf<GpgKey> {
  return { id: key._id, key: key.key, created_at: key.created_at.toISOString() };
}

/** The key as events show it: what can be told without its user. */
export function presentGpgKeyForEvent(key: GpgKeyDocument): Required<EventEntity<'identity.gpg_key.created'>> {
  const { user_id, fingerprint, primary_keyid, subkey_ids, user_ids } = key;
  return { id: key._id, user_id, key: key.key, fingerprint, primary_keyid, subkey_ids, user_ids };
}

/** The key and what its user is. */
export function presentGpgKeyFacts(key: GpgKeyDocument, user: UserDocument): GpgKeyInfo {
  return { ...presentGpgKeyForEvent(key), verified_emails: verifiedEmails(user), user_state: user.state };
}
