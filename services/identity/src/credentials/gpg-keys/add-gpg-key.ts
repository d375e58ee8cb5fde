/**
 * Stores a new GPG key of a user. A retry (same operation id) returns the key of the first attempt.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ValidationError } from '@forgemesh/errors';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { GpgKey } from '@forgemesh/proto/identity/v1/gpg_key';
import { presentGpgKey } from './gpg-key.entity';
import { parseGpgKey, type ParsedGpgKey } from './parse-gpg-key';
import type { GpgKeysDeps } from './deps';

const MAX_KEY = 100_000;
const invalid =
  "is invalid. A valid public GPG key begins with '-----BEGIN PGP PUBLIC KEY BLOCK-----' and ends with '-----END PGP PUBLIC KEY BLOCK-----'";
const taken = ['has already been taken'];

/** Adds a key. Throws ValidationError for an invalid or existing public key. */
export async function addGpgKey(
  { deps, operationId, principal }: Call<GpgKeysDeps>,
  userId: number,
  text: string,
): Promise<ResponseOf<GpgKey>> {
  const { gpgKeys } = deps;
  const earlier = operationId === undefined ? null : await gpgKeys.findByOperation(operationId);
  if (earlier) return presentGpgKey(earlier);
  if (text.length > MAX_KEY) throw new ValidationError({ key: [`is too long (maximum is ${MAX_KEY} characters)`] });
  const parsed = await parseGpgKey(text);
  if (!parsed) throw new ValidationError({ key: [invalid] });
  await assertUnknown(deps, parsed);
  const { text: key, ...facts } = parsed;
  const document = {
    _id: await gpgKeys.nextId(),
    operation_id: operationId,
    user_id: userId,
    key,
    ...facts,
    created_at: new Date(),
  };
  try {
    return presentGpgKey(await gpgKeys.insert(document, [{ type: 'identity.gpg_key.created', actor: principal.id }]));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await assertUnknown(deps, parsed);
    // The conflicting key has been removed since.
    throw new ValidationError({ fingerprint: taken });
  }
}

async function assertUnknown(
  { gpgKeys }: GpgKeysDeps,
  { text, fingerprint, primary_keyid }: ParsedGpgKey,
): Promise<void> {
  const existing = await gpgKeys.model.findOne({ $or: [{ fingerprint }, { primary_keyid }] }).lean();
  if (!existing) return;
  throw new ValidationError({
    ...(existing.key === text && { key: taken }),
    ...(existing.fingerprint === fingerprint && { fingerprint: taken }),
    primary_keyid: taken,
  });
}
