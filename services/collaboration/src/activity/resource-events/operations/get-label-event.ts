import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  ResourceLabelEventServiceDefinition,
  type ResourceLabelEvent,
} from '@forgemesh/proto/collaboration/v1/resource_label_event';
import { epicOf, issueOf, mergeRequestOf } from '#discussion/notes';
import { findResourceEvent } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentLabelEvents } from '../resource-event.entity';
import type { ResourceEventsDeps } from '../deps';

/** Returns one label event of an issue. */
export const getIssueLabelEvent = operation(
  ResourceLabelEventServiceDefinition.getIssueLabelEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await issueOf(call, request.issue_iid);
    return getLabelEvent(call, { type: 'Issue', id }, request.resource_label_event_id);
  },
);

/** Returns one label event of a merge request. */
export const getMergeRequestLabelEvent = operation(
  ResourceLabelEventServiceDefinition.getMergeRequestLabelEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return getLabelEvent(call, { type: 'MergeRequest', id }, request.resource_label_event_id);
  },
);

/** Returns one label event of an epic. */
export const getEpicLabelEvent = operation(
  ResourceLabelEventServiceDefinition.getEpicLabelEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await epicOf(call, request.epic_id);
    return getLabelEvent(call, { type: 'Epic', id }, request.resource_label_event_id);
  },
);

async function getLabelEvent(
  call: Call<ResourceEventsDeps>,
  target: ResourceTarget,
  id: number,
): Promise<ResponseOf<ResourceLabelEvent>> {
  const event = await findResourceEvent(call, target, 'label', id);
  return (await presentLabelEvents(call.deps, [event]))[0] as ResponseOf<ResourceLabelEvent>;
}
