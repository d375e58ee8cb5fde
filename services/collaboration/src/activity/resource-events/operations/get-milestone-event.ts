import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  ResourceMilestoneEventServiceDefinition,
  type ResourceMilestoneEvent,
} from '@forgemesh/proto/collaboration/v1/resource_milestone_event';
import { issueOf, mergeRequestOf } from '#discussion/notes';
import { findResourceEvent } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentMilestoneEvents } from '../resource-event.entity';
import type { ResourceEventsDeps } from '../deps';

/** Returns one milestone event of an issue. */
export const getIssueMilestoneEvent = operation(
  ResourceMilestoneEventServiceDefinition.getIssueMilestoneEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await issueOf(call, request.issue_iid);
    return getMilestoneEvent(call, { type: 'Issue', id }, request.resource_milestone_event_id);
  },
);

/** Returns one milestone event of a merge request. */
export const getMergeRequestMilestoneEvent = operation(
  ResourceMilestoneEventServiceDefinition.getMergeRequestMilestoneEvent,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return getMilestoneEvent(call, { type: 'MergeRequest', id }, request.resource_milestone_event_id);
  },
);

async function getMilestoneEvent(
  call: Call<ResourceEventsDeps>,
  target: ResourceTarget,
  id: number,
): Promise<ResponseOf<ResourceMilestoneEvent>> {
  const event = await findResourceEvent(call, target, 'milestone', id);
  return (await presentMilestoneEvents(call.deps, [event]))[0] as ResponseOf<ResourceMilestoneEvent>;
}
