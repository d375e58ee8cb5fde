import { type Call, operation } from '@forgemesh/rpc';
import { EpicIssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/epic_issue';
import { findEpic } from '#items/epics';
import { listEpicIssuePage } from '../list-epic-issue-page';
import type { EpicIssuesDeps } from '../deps';

/** Lists the issues of an epic. */
export const listEpicIssues = operation(
  EpicIssueServiceDefinition.listEpicIssues,
  async (request, call: Call<EpicIssuesDeps>) =>
    listEpicIssuePage(call, await findEpic(call, request.epic_iid), request),
);
