import { IssueTimeServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_time';
import { presentTimeStats } from '#items/shared/present-item';
import { operation } from '#operation';
import { findIssue } from '../find-issue';

/** Gets the estimated and spent time of an issue. */
export const getIssueTimeStats = operation(
  IssueTimeServiceDefinition.getIssueTimeStats,
  async ({ issue_iid: iid }, call) => presentTimeStats(call.deps, await findIssue(call, iid)),
);
