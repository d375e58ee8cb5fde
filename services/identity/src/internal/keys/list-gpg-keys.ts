/** Lists the GPG keys that may have created a signature, for other services. */
import { internalOperation, type Call } from '@forgemesh/rpc';
import { KeyDirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/key_directory';
import type { UserDocument } from '#users/accounts';
import { type GpgKeyDocument, type GpgKeysDeps, presentGpgKeyFacts } from '#credentials/gpg-keys';

const KEY_ID_DIGITS = 16;

export const listGpgKeys = internalOperation(
  KeyDirectoryServiceDefinition.listGpgKeys,
  async (request, { deps }: Call<GpgKeysDeps>) => {
    // A key id is the last part of its fingerprint.
    const ids = request.key_ids.map((id) => id.slice(-KEY_ID_DIGITS).toUpperCase());
    if (ids.length === 0) return { gpg_keys: [] };
    const filter = { $or: [{ primary_keyid: { $in: ids } }, { subkey_ids: { $in: ids } }] };
    const keys = (await deps.gpgKeys.model.find(filter).lean()) as GpgKeyDocument[];
    const userIds = [...new Set(keys.map((key) => key.user_id))];
    const users = (await deps.users.model.find({ _id: { $in: userIds } }).lean()) as UserDocument[];
    const owners = new Map(users.map((user) => [user._id, user]));
    return {
      gpg_keys: keys.flatMap((key) => {
        const owner = owners.get(key.user_id);
        return owner ? [presentGpgKeyFacts(key, owner)] : [];
      }),
    };
  },
);
