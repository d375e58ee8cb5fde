/**
 * Stores a new SSH key of a user. A retry (same operation id) returns the key of the first attempt.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ValidationError } from '@forgemesh/errors';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { SshKey } from '@forgemesh/proto/identity/v1/ssh_key';
import { checkSshKey } from './ssh-key-checks';
import { presentSshKey } from './ssh-key.entity';
import { isExpired } from './ssh-key.model';
import type { SshKeysDeps } from './deps';

const taken = ['has already been taken'];

/**
 * Adds a key. Throws ValidationError if the key is invalid, not allowed on the instance, or exists
 * already.
 */
export async function addSshKey(
  { deps, operationId, principal }: Call<SshKeysDeps>,
  userId: number,
  request: { title: string; key: string; expires_at?: string | null | undefined },
): Promise<ResponseOf<SshKey>> {
  const { sshKeys, settings } = deps;
  const earlier = operationId === undefined ? null : await sshKeys.findByOperation(operationId);
  if (earlier) return presentSshKey(earlier);
  const { parsed, problems } = checkSshKey(request, settings.current());
  const isTaken = parsed && (await sshKeys.model.exists({ fingerprint_sha256: parsed.fingerprint_sha256 }));
  if (isTaken) problems.fingerprint = taken;
  const expiresAt = request.expires_at ? new Date(request.expires_at) : null;
  if (isExpired({ expires_at: expiresAt })) problems.key = [...(problems.key ?? []), 'has expired'];
  if (!parsed || Object.keys(problems).length > 0) throw new ValidationError(problems as Record<string, string[]>);
  const document = {
    _id: await sshKeys.nextId(),
    operation_id: operationId,
    user_id: userId,
    title: request.title,
    key: parsed.text,
    fingerprint: parsed.fingerprint,
    fingerprint_sha256: parsed.fingerprint_sha256,
    created_at: new Date(),
    expires_at: expiresAt,
  };
  try {
    return presentSshKey(await sshKeys.insert(document, [{ type: 'identity.ssh_key.created', actor: principal.id }]));
  } catch (error) {
    if (isDuplicateKey(error)) throw new ValidationError({ fingerprint: taken });
    throw error;
  }
}
