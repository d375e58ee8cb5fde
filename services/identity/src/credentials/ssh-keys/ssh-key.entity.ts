/** Presents SSH keys in the API and in events. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { SshKey } from '@forgemesh/proto/identity/v1/ssh_key';
import type { SshKeyDocument } from './ssh-key.model';

/** Presents a key. */
export function presentSshKey(key: SshKeyDocument): ResponseOf<SshKey> {
  return {
    id: key._id,
    title: key.title,
    key: key.key,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
}

/** Presents a key to callers who may not see when its user was active. */
export function presentPublicSshKey(key: SshKeyDocument): ResponseOf<SshKey> {
  return { ...presentSshKey(key), last_used_at: null };
}

/** Presents a key in events, with its user or projects and its fingerprints. */
export function presentSshKeyForEvent(key: SshKeyDocument): EventEntity<'identity.ssh_key.created'> {
  const { user_id, projects, fingerprint, fingerprint_sha256 } = key;
  return { ...presentSshKey(key), user_id, ...(projects && { projects }), fingerprint, fingerprint_sha256 };
}
