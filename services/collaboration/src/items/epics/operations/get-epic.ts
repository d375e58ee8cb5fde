import { EpicServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic';
import { operation } from '../../../operation';
import { answerEpic, findEpic } from '../find-epic';

/** Gets one epic of a group. */
export const getEpic = operation(EpicServiceDefinition.getEpic, async ({ epic_iid: iid }, call) =>
  answerEpic(call, await findEpic(call, iid)),
);
