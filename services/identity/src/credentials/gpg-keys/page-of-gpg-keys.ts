import { listPage } from '@forgemesh/data';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { ListUserGpgKeysResponse } from '@forgemesh/proto/identity/v1/gpg_key';
import { presentGpgKey } from './gpg-key.entity';
import type { GpgKeysDeps } from './deps';

/** Returns a page of a user's keys, oldest first. */
export async function pageOfGpgKeys(
  call: Call<GpgKeysDeps>,
  userId: number,
  request: { page?: number | undefined; per_page?: number | undefined },
): Promise<ResponseOf<ListUserGpgKeysResponse>> {
  const { model } = call.deps.gpgKeys;
  const keys = await listPage(call, { model, filter: { user_id: userId }, sort: { _id: 1 }, request });
  return { gpg_keys: keys.map(presentGpgKey) };
}
