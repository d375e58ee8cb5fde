import { getEpicLabelEvent, getIssueLabelEvent, getMergeRequestLabelEvent } from './get-label-event';
import { getIssueMilestoneEvent, getMergeRequestMilestoneEvent } from './get-milestone-event';
import { getIssueStateEvent, getMergeRequestStateEvent } from './get-state-event';
import { listEpicLabelEvents, listIssueLabelEvents, listMergeRequestLabelEvents } from './list-label-events';
import { listIssueMilestoneEvents, listMergeRequestMilestoneEvents } from './list-milestone-events';
import { listIssueStateEvents, listMergeRequestStateEvents } from './list-state-events';

export const resourceEventOperations = [
  getEpicLabelEvent,
  getIssueLabelEvent,
  getIssueMilestoneEvent,
  getIssueStateEvent,
  getMergeRequestLabelEvent,
  getMergeRequestMilestoneEvent,
  getMergeRequestStateEvent,
  listEpicLabelEvents,
  listIssueLabelEvents,
  listIssueMilestoneEvents,
  listIssueStateEvents,
  listMergeRequestLabelEvents,
  listMergeRequestMilestoneEvents,
  listMergeRequestStateEvents,
];
