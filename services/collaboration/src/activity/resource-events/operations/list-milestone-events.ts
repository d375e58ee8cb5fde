import type { PageRequest } from '@forgemesh/data';
import { type ResponseOf, type Call, operation } from '@forgemesh/rpc';
import {
  ResourceMilestoneEventServiceDefinition,
  type ListResourceMilestoneEventsResponse,
} from '@forgemesh/proto/collaboration/v1/resource_milestone_event';
import { issueOf, mergeRequestOf } from '#discussion/notes';
import { listResourceEvents } from '../find-resource-events';
import type { ResourceTarget } from '../record-resource-events';
import { presentMilestoneEvents } from '../resource-event.entity';
import type { ResourceEventsDeps } from '../deps';

/** Lists the milestone events of an issue. */
export const listIssueMilestoneEvents = operation(
  ResourceMilestoneEventServiceDefinition.listIssueMilestoneEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await issueOf(call, request.issue_iid);
    return listMilestoneEvents(call, { type: 'Issue', id }, request);
  },
);

/** Lists the milestone events of a merge request. */
export const listMergeRequestMilestoneEvents = operation(
  ResourceMilestoneEventServiceDefinition.listMergeRequestMilestoneEvents,
  async (request, call: Call<ResourceEventsDeps>) => {
    const { id } = await mergeRequestOf(call, request.merge_request_iid);
    return listMilestoneEvents(call, { type: 'MergeRequest', id }, request);
  },
);

async function listMilestoneEvents(
  call: Call<ResourceEventsDeps>,
  target: ResourceTarget,
  request: PageRequest,
): Promise<ResponseOf<ListResourceMilestoneEventsResponse>> {
  const events = await listResourceEvents(call, target, 'milestone', request);
  return { events: await presentMilestoneEvents(call.deps, events) };
}
