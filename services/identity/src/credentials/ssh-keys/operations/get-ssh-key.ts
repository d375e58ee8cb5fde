/** Gets one of the caller's SSH keys. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { findSshKey } from '../find-ssh-key';
import { presentSshKey } from '../ssh-key.entity';

export const getSshKey = operation(SshKeyServiceDefinition.getSshKey, async (request, { deps, principal }) =>
  presentSshKey(await findSshKey(deps, principal.id, request.key_id)),
);
