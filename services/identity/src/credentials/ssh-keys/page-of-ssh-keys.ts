import { listPage } from '@forgemesh/data';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { ListUserSshKeysResponse } from '@forgemesh/proto/identity/v1/ssh_key';
import { presentPublicSshKey, presentSshKey } from './ssh-key.entity';
import type { SshKeysDeps } from './deps';

/** Returns a page of a user's keys, oldest first. */
export async function pageOfSshKeys(
  call: Call<SshKeysDeps>,
  userId: number,
  request: { page?: number | undefined; per_page?: number | undefined },
): Promise<ResponseOf<ListUserSshKeysResponse>> {
  const { user } = call.context;
  const { model } = call.deps.sshKeys;
  const keys = await listPage(call, { model, filter: { user_id: userId }, sort: { _id: 1 }, request });
  const present = user && (user.admin || user.id === userId) ? presentSshKey : presentPublicSshKey;
  return { ssh_keys: keys.map((key) => present(key)) };
}
