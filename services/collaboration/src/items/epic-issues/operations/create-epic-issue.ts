import { type Call, operation } from '@forgemesh/rpc';
import { ConflictError, ForbiddenError } from '@forgemesh/errors';
import { EpicIssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_issue';
import { findEpic } from '#items/epics';
import { assignEpic, findAssignable } from '../assign-epic';
import type { EpicIssuesDeps } from '../deps';

/** Adds an issue to an epic. A repeated write succeeds without a change. */
export const createEpicIssue = operation(
  EpicIssueServiceDefinition.createEpicIssue,
  async (request, call: Call<EpicIssuesDeps>) => {
    const epic = await findEpic(call, request.epic_iid);
    const { issue, project } = await findAssignable(call, request.issue_id);
    if (!project.ancestor_ids.includes(epic.group_id)) throw new ForbiddenError();
    return assignEpic(call, issue, epic, (current) => {
      if (current.epic_id !== epic._id) return { epic_id: epic._id, epic_operation_id: call.operationId ?? null };
      if (current.epic_operation_id === call.operationId) return null;
      throw new ConflictError('Issue(s) already assigned');
    });
  },
);
