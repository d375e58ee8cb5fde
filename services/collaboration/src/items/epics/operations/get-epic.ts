import { EpicServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic';
import { operation } from '#operation';
import { presentEpicFor, findEpic } from '../find-epic';

/** Gets one epic of a group. */
export const getEpic = operation(EpicServiceDefinition.getEpic, async ({ epic_iid: iid }, call) =>
  presentEpicFor(call, await findEpic(call, iid)),
);
