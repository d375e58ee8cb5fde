/** Gets one of the caller's SSH keys. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { findSshKey } from '../find-ssh-key';
import { presentSshKey } from '../ssh-key.entity';
import type { SshKeysDeps } from '../deps';

export const getSshKey = operation(
  SshKeyServiceDefinition.getSshKey,
  async (request, { deps, principal }: Call<SshKeysDeps>) =>
    presentSshKey(await findSshKey(deps, principal.id, request.key_id)),
);
