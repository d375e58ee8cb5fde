import { EpicIssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_issue';
import { findEpic } from '#items/epics/find-epic';
import { operation } from '#operation';
import { listEpicIssuePage } from '../list-epic-issue-page';

/** Lists the issues of an epic. */
export const listEpicIssues = operation(EpicIssueServiceDefinition.listEpicIssues, async (request, call) =>
  listEpicIssuePage(call, await findEpic(call, request.epic_iid), request),
);
