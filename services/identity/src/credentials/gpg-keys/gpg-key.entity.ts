/** Presents GPG keys in the API, in events, and for signature verification. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { GpgKey } from '@forgemesh/proto/identity/v1/gpg_key';
import type { GpgKeyInfo } from '@forgemesh/proto/identity/v1/key_directory';
import { type UserDocument, verifiedEmails } from '#users/accounts';
import type { GpgKeyDocument } from './gpg-key.model';

/** Presents a key. */
export function presentGpgKey(key: GpgKeyDocument): ResponseOf<GpgKey> {
  return { id: key._id, key: key.key, created_at: key.created_at.toISOString() };
}

/** Presents a key in events, without data of its user. */
export function presentGpgKeyForEvent(key: GpgKeyDocument): Required<EventEntity<'identity.gpg_key.created'>> {
  const { user_id, fingerprint, primary_keyid, subkey_ids, user_ids } = key;
  return { id: key._id, user_id, key: key.key, fingerprint, primary_keyid, subkey_ids, user_ids };
}

/** Presents a key with data of its user. */
export function presentGpgKeyFacts(key: GpgKeyDocument, user: UserDocument): GpgKeyInfo {
  return { ...presentGpgKeyForEvent(key), verified_emails: verifiedEmails(user), user_state: user.state };
}
