import { type Call, operation } from '@forgemesh/rpc';
import { EpicServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic';
import { presentEpicFor, findEpic } from '../find-epic';
import { updateEpic as applyUpdate } from '../update-epic';
import type { EpicsDeps } from '../deps';

/** Changes an epic. Added and removed labels are applied to the labels at the time of the write. */
export const updateEpic = operation(EpicServiceDefinition.updateEpic, async (request, call: Call<EpicsDeps>) => {
  const epic = await findEpic(call, request.epic_iid);
  return presentEpicFor(call, await applyUpdate(call, epic, request));
});
