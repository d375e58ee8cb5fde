/** Gets any SSH key with its user. */
import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { presentFullUser } from '#users/accounts';
import { presentSshKey } from '../ssh-key.entity';
import type { SshKeysDeps } from '../deps';

export const getSshKeyWithUser = operation(
  SshKeyServiceDefinition.getSshKeyWithUser,
  async (request, { context, deps }: Call<SshKeysDeps>) => {
    const key = await deps.sshKeys.find(request.id);
    const user = key?.user_id && (await deps.users.find(key.user_id));
    if (!key || !user) throw new NotFoundError('Key');
    return { ...presentSshKey(key), user: presentFullUser(deps.urls, user, { tier: context.tier, admin: true }) };
  },
);
