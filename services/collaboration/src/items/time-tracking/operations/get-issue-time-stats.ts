import { type Call, operation } from '@forgemesh/rpc';
import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { presentTimeStats } from '#items/shared';
import { findIssue, type IssueListsDeps } from '#items/issues';

/** Gets the estimated and spent time of an issue. */
export const getIssueTimeStats = operation(
  IssueTimeServiceDefinition.getIssueTimeStats,
  async ({ issue_iid: iid }, call: Call<IssueListsDeps>) => presentTimeStats(call.deps, await findIssue(call, iid)),
);
