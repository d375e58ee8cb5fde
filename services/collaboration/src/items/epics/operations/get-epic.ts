import { type Call, operation } from '@forgemesh/rpc';
import { EpicServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic';
import { presentEpicFor, findEpic } from '../find-epic';
import type { EpicsDeps } from '../deps';

/** Gets one epic of a group. */
export const getEpic = operation(EpicServiceDefinition.getEpic, async ({ epic_iid: iid }, call: Call<EpicsDeps>) =>
  presentEpicFor(call, await findEpic(call, iid)),
);
