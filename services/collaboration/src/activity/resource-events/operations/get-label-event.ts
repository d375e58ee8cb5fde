import type { Answer } from '@forgemesh/rpc';
import {
  ResourceLabelEventServiceService,
  type ResourceLabelEvent,
} from '@forgemesh/proto/collaboration/v1/resource_label_event';
import { epicOf, issueOf, mergeRequestOf } from '../../../discussion/notes/noteable';
import { operation, type CollaborationCall } from '../../../operation';
import { findResourceEvent } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentLabelEvents } from '../resource-event.entity';

/** Returns one label event of an issue. */
export const getIssueLabelEvent = operation(
  ResourceLabelEventServiceService.getIssueLabelEvent,
  async (request, call) => {
    const { id } = await issueOf(call, request.issue_iid);
    return getLabelEvent(call, { type: 'Issue', id }, request.resource_label_event_id);
  },
);

/** Returns one label event of a merge request. */
export const getMergeRequestLabelEvent = operation(
  ResourceLabelEventServiceService.getMergeRequestLabelEvent,
  async (request, call) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return getLabelEvent(call, { type: 'MergeRequest', id }, request.resource_label_event_id);
  },
);

/** Returns one label event of an epic. */
export const getEpicLabelEvent = operation(
  ResourceLabelEventServiceService.getEpicLabelEvent,
  async (request, call) => {
    const { id } = await epicOf(call, request.epic_id);
    return getLabelEvent(call, { type: 'Epic', id }, request.resource_label_event_id);
  },
);

async function getLabelEvent(
  call: CollaborationCall,
  target: ResourceTarget,
  id: number,
): Promise<Answer<ResourceLabelEvent>> {
  const event = await findResourceEvent(call, target, 'label', id);
  return (await presentLabelEvents(call.deps, [event]))[0] as Answer<ResourceLabelEvent>;
}
