/** Gets any SSH key with its user. */
import { NotFoundError } from '@forgemesh/errors';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { presentFullUser } from '#users/users/user.entity';
import { presentSshKey } from '../ssh-key.entity';

export const getSshKeyWithUser = operation(
  SshKeyServiceDefinition.getSshKeyWithUser,
  async (request, { context, deps }) => {
    const key = await deps.sshKeys.find(request.id);
    const user = key?.user_id && (await deps.users.find(key.user_id));
    if (!key || !user) throw new NotFoundError('Key');
    return { ...presentSshKey(key), user: presentFullUser(deps.urls, user, { tier: context.tier, admin: true }) };
  },
);
