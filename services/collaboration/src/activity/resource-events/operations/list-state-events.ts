import type { PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  ResourceStateEventServiceDefinition,
  type ListResourceStateEventsResponse,
} from '@forgemesh/proto/collaboration/v1/resource_state_event';
import { issueOf, mergeRequestOf } from '#discussion/notes';
import { listResourceEvents } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentStateEvents } from '../resource-event.entity';
import type { ResourceEventsDeps } from '../deps';

/** Lists the state events of an issue. */
export const listIssueStateEvents = operation(
  ResourceStateEventServiceDefinition.listIssueStateEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await issueOf(call, request.issue_iid);
    return listStateEvents(call, { type: 'Issue', id }, request);
  },
);

/** Lists the state events of a merge request. */
export const listMergeRequestStateEvents = operation(
  ResourceStateEventServiceDefinition.listMergeRequestStateEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return listStateEvents(call, { type: 'MergeRequest', id }, request);
  },
);

async function listStateEvents(
  call: Call<ResourceEventsDeps>,
  target: ResourceTarget,
  request: PageRequest,
): Promise<ResponseOf<ListResourceStateEventsResponse>> {
  const events = await listResourceEvents(call, target, 'state', request);
  return { events: await presentStateEvents(call.deps, events) };
}
