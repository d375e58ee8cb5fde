/** Builds the conditions of merge request lists. */
import type { Parameters, Call } from '@forgemesh/rpc';
import type { MergeRequestFilter } from '@forgemesh/proto/collaboration/v1/merge_request';
import { itemConditions, type ItemList, itemsOfMany, type TitleScope } from '#items/lists';
import { allOf, type ItemCondition } from '#queries';
import { projectScope } from '#planning/labels';
import { approverConditions } from './approver-filter';
import type { MergeRequestDocument } from '#items/model';
import { DRAFT_PREFIX } from '../drafts';
import type { MergeRequestListsDeps } from '../deps';

/** Filter of a list of merge requests in a request. */
export type MergeRequestFilterRequest = Partial<Parameters<MergeRequestFilter>>;

/** Merge requests into the project named by the call. */
export async function projectMergeRequests(
  call: Call<MergeRequestListsDeps>,
  filter: MergeRequestFilterRequest = {},
): Promise<ItemList<MergeRequestDocument>> {
  const scope = { project_id: call.resource('id').id };
  return { scope, filter: allOf([scope, ...(await conditions(call, filter, projectScope(call)))]) };
}

/** Merge requests into the projects of the group named by the call and of its descendants. */
export async function groupMergeRequests(
  call: Call<MergeRequestListsDeps>,
  filter: MergeRequestFilterRequest = {},
): Promise<ItemList<MergeRequestDocument>> {
  const { id } = call.resource('id');
  return requestsOfMany(call, await conditions(call, filter, { feature: 'merge_requests', group_id: id }), id);
}

/** Merge requests of all projects; only the caller's own if no scope is given. */
export async function allMergeRequests(
  call: Call<MergeRequestListsDeps>,
  filter: MergeRequestFilterRequest = {},
): Promise<ItemList<MergeRequestDocument>> {
  const scoped = { ...filter, scope: filter.scope ?? 'created_by_me' };
  return requestsOfMany(call, await conditions(call, scoped, { feature: 'merge_requests', group_id: undefined }));
}

async function conditions(
  call: Call<MergeRequestListsDeps>,
  filter: MergeRequestFilterRequest,
  titles: TitleScope,
): Promise<ItemCondition[]> {
  const { state, source_branch, target_branch, source_project_id, wip } = filter;
  const marked = { title: { $regex: DRAFT_PREFIX, $options: 'i' } };
  return [
    ...(await itemConditions(call, filter, { type: 'MergeRequest', titles })),
    ...(state === undefined || state === 'all' ? [] : [{ state }]),
    ...(source_branch === undefined ? [] : [{ source_branch }]),
    ...(target_branch === undefined ? [] : [{ target_branch }]),
    ...(source_project_id === undefined ? [] : [{ source_project_id }]),
    ...(await approverConditions(call, filter.approver_ids)),
    ...(wip === undefined ? [] : [wip === 'yes' ? marked : { $nor: [marked] }]),
  ];
}

/** Merge requests of many projects that the caller may read. */
function requestsOfMany(
  call: Call<MergeRequestListsDeps>,
  filters: readonly ItemCondition[],
  groupId?: number,
): Promise<ItemList<MergeRequestDocument>> {
  const populated = call.deps.queries.populated.merge_requests;
  const visible = { feature: 'merge_requests' as const, populated, open: () => ({}), fields: {}, isOpen: () => true };
  return itemsOfMany<MergeRequestDocument>(call, groupId, visible, filters);
}
