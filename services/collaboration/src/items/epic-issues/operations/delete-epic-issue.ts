import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { EpicIssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_issue';
import { findEpic } from '#items/epics';
import { assignEpic, findAssignable } from '../assign-epic';
import type { EpicIssuesDeps } from '../deps';

/** Removes an issue from its epic. */
export const deleteEpicIssue = operation(
  EpicIssueServiceDefinition.deleteEpicIssue,
  async (request, call: Call<EpicIssuesDeps>) => {
    const epic = await findEpic(call, request.epic_iid);
    const { issue } = await findAssignable(call, request.epic_issue_id);
    return assignEpic(call, issue, epic, (current) => {
      if (current.epic_id !== epic._id) throw new NotFoundError('Epic Issue');
      return { epic_id: null };
    });
  },
);
