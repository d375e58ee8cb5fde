/** Finds the epic named by a call. */
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Epic } from '@forgemesh/proto/collaboration/v1/epic';
import { isSubscribed } from '#items/shared';
import { presentEpic } from './epic.entity';
import type { EpicDocument, ModelDeps } from '#items/model';
import type { EpicViewDeps } from './deps';

/** The epic of a group by its number. Throws NotFoundError if there is none. */
export async function findEpic(call: Call<ModelDeps>, iid: number): Promise<EpicDocument> {
  const epic = await call.deps.items.epics.model
    .findOne({ group_id: call.resource('id').id, iid })
    .lean<EpicDocument>();
  if (!epic) throw new NotFoundError();
  return epic;
}

/** Presents an epic to the caller. */
export async function presentEpicFor(call: Call<EpicViewDeps>, epic: EpicDocument): Promise<ResponseOf<Epic>> {
  const { deps, user } = call;
  const { id, level } = call.resource('id');
  const subscribed = user !== null && (await isSubscribed(call, 'Epic', epic, user.id));
  return presentEpic(deps, epic, { group_id: id, levels: new Map([[id, level]]), subscribed });
}
