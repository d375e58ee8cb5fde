import { internalOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { assertTermsAccepted } from '#users';
import { limitAddresses } from '#credentials/tokens';
import { assertCanAct } from '#authentication';
import { isExpired, type SshKeyDocument } from '#credentials/ssh-keys';
import type { InternalKeysDeps } from './deps';

/** Gets the holder of a key with two indexed reads. */
export const getSshKeyHolder = internalOperation(
  SshKeyHolderServiceDefinition.getSshKeyHolder,
  async ({ fingerprint_sha256, address, is_used: isUsed }, { deps }: Call<InternalKeysDeps>) => {
    const key = await deps.sshKeys.model.findOne({ fingerprint_sha256 }).lean<SshKeyDocument>();
    if (!key || isExpired(key)) throw new NotFoundError('Key');
    if (key.user_id === null) {
      if (isUsed) deps.activity.seenKey(key);
      return { key_id: key._id, user: undefined, projects: key.projects ?? [] };
    }
    const holder = await deps.users.find(key.user_id);
    if (!holder) throw new NotFoundError('Key');
    assertCanAct(holder);
    assertTermsAccepted(deps, holder);
    await limitAddresses(deps, holder._id, address);
    if (isUsed) deps.activity.seenKey(key, holder);
    const { _id: id, username, name, admin, external } = holder;
    return { key_id: key._id, user: { id, username, name, admin, external }, projects: [] };
  },
);
