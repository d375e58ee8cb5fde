import { listPage } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ListUserGpgKeysResponse } from '@forgemesh/proto/identity/v1/gpg_key';
import type { IdentityCall } from '#operation';
import { presentGpgKey } from './gpg-key.entity';

/** Returns a page of a user's keys, oldest first. */
export async function pageOfGpgKeys(
  call: IdentityCall,
  userId: number,
  request: { page?: number | undefined; per_page?: number | undefined },
): Promise<ResponseOf<ListUserGpgKeysResponse>> {
  const { model } = call.deps.gpgKeys;
  const keys = await listPage(call, { model, filter: { user_id: userId }, sort: { _id: 1 }, request });
  return { gpg_keys: keys.map(presentGpgKey) };
}
