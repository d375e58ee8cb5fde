import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { EpicIssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_issue';
import { findEpic } from '#items/epics';
import { reorderIssue, orderIssues } from '../epic-issue-order';
import { listEpicIssuePage } from '../list-epic-issue-page';
import type { EpicIssuesDeps } from '../deps';

/** Reorders an issue among those of its epic. No event is published. */
export const updateEpicIssue = operation(
  EpicIssueServiceDefinition.updateEpicIssue,
  async (request, call: Call<EpicIssuesDeps>) => {
    const {
      items: { epics, issues },
    } = call.deps;
    const { epic_issue_id: id, move_before_id: after, move_after_id: before } = request;
    const { _id: epicId } = await findEpic(call, request.epic_iid);
    const changed = await epics.mutate(epicId, async (epic) => {
      const ids = await issues.model.find({ epic_id: epicId }).distinct('_id');
      const order = reorderIssue(orderIssues(epic, ids), id, { after, before });
      if (!order) throw new NotFoundError('Epic Issue');
      return { set: { issue_order: order } };
    });
    if (!changed) throw new NotFoundError();
    return listEpicIssuePage(call, changed, request);
  },
);
