import type { PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  ResourceLabelEventServiceDefinition,
  type ListResourceLabelEventsResponse,
} from '@forgemesh/proto/collaboration/v1/resource_label_event';
import { epicOf, issueOf, mergeRequestOf } from '#discussion/notes';
import { listResourceEvents } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentLabelEvents } from '../resource-event.entity';
import type { ResourceEventsDeps } from '../deps';

/** Lists the label events of an issue. */
export const listIssueLabelEvents = operation(
  ResourceLabelEventServiceDefinition.listIssueLabelEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await issueOf(call, request.issue_iid);
    return listLabelEvents(call, { type: 'Issue', id }, request);
  },
);

/** Lists the label events of a merge request. */
export const listMergeRequestLabelEvents = operation(
  ResourceLabelEventServiceDefinition.listMergeRequestLabelEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return listLabelEvents(call, { type: 'MergeRequest', id }, request);
  },
);

/** Lists the label events of an epic. */
export const listEpicLabelEvents = operation(
  ResourceLabelEventServiceDefinition.listEpicLabelEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await epicOf(call, request.epic_id);
    return listLabelEvents(call, { type: 'Epic', id }, request);
  },
);

async function listLabelEvents(
  call: Call<ResourceEventsDeps>,
  target: ResourceTarget,
  request: PageRequest,
): Promise<ResponseOf<ListResourceLabelEventsResponse>> {
  const events = await listResourceEvents(call, target, 'label', request);
  return { events: await presentLabelEvents(call.deps, events) };
}
