import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  ResourceStateEventServiceDefinition,
  type ResourceStateEvent,
} from '@forgemesh/proto/collaboration/v1/resource_state_event';
import { issueOf, mergeRequestOf } from '#discussion/notes';
import { findResourceEvent } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentStateEvents } from '../resource-event.entity';
import type { ResourceEventsDeps } from '../deps';

/** Returns one state event of an issue. */
export const getIssueStateEvent = operation(
  ResourceStateEventServiceDefinition.getIssueStateEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await issueOf(call, request.issue_iid);
    return getStateEvent(call, { type: 'Issue', id }, request.resource_state_event_id);
  },
);

/** Returns one state event of a merge request. */
export const getMergeRequestStateEvent = operation(
  ResourceStateEventServiceDefinition.getMergeRequestStateEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return getStateEvent(call, { type: 'MergeRequest', id }, request.resource_state_event_id);
  },
);

async function getStateEvent(
  call: Call<ResourceEventsDeps>,
  target: ResourceTarget,
  id: number,
): Promise<ResponseOf<ResourceStateEvent>> {
  const event = await findResourceEvent(call, target, 'state', id);
  return (await presentStateEvents(call.deps, [event]))[0] as ResponseOf<ResourceStateEvent>;
}
