import { getEpicLabelEvent, getIssueLabelEvent, getMergeRequestLabelEvent } from './operations/get-label-event';
import { getIssueMilestoneEvent, getMergeRequestMilestoneEvent } from './operations/get-milestone-event';
import { getIssueStateEvent, getMergeRequestStateEvent } from './operations/get-state-event';
import { listEpicLabelEvents, listIssueLabelEvents, listMergeRequestLabelEvents } from './operations/list-label-events';
import { listIssueMilestoneEvents, listMergeRequestMilestoneEvents } from './operations/list-milestone-events';
import { listIssueStateEvents, listMergeRequestStateEvents } from './operations/list-state-events';

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
