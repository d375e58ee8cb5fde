/** One page of merge requests: shared by all lists of them. */
import type { PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ListMergeRequestsResponse, MergeRequestListing } from '@forgemesh/proto/collaboration/v1/merge_request';
import { type ReferenceBase } from '#items/shared';
import { type ItemList, listItems } from '#items/lists';
import { presentMergeRequests, presentSimpleMergeRequests } from '../merge-request.entity';
import type { MergeRequestDocument } from '#items/model';
import { refreshMergeRequest } from '../diffs/refresh-merge-request';
import type { MergeRequestListsDeps, MergeRequestChangesDeps } from '../deps';

/** Reads and presents a page. References are relative to `base`. */
export async function listMergeRequestPage(
  call: Call<MergeRequestListsDeps>,
  request: PageRequest & { listing?: Partial<MergeRequestListing> | undefined },
  { list, base }: { list: ItemList<MergeRequestDocument>; base: ReferenceBase },
): Promise<ResponseOf<ListMergeRequestsResponse>> {
  const { deps, context } = call;
  const listing = request.listing ?? {};
  const found = await listItems(call, deps.lists.mergeRequests, { list, order: listing, request });
  if (listing.view === 'simple') return { merge_requests: await presentSimpleMergeRequests(deps, found) };
  const checked: MergeRequestDocument[] = [];
  for (const one of found) checked.push(isUnchecked(one) ? await check(call, one) : one);
  const view = { base, tier: context.tier, labelDetails: listing.with_labels_details === true };
  return { merge_requests: await presentMergeRequests(deps, checked, view) };
}

/** The consumer of pushes refreshes requests, so lists seldom have to. */
function isUnchecked({ state, merge_status: status }: MergeRequestDocument): boolean {
  return state === 'opened' && (status === 'unchecked' || status === 'cannot_be_merged_recheck');
}

async function check(
  { deps }: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
): Promise<MergeRequestDocument> {
  return (await refreshMergeRequest(deps, request, { actor: null })).request;
}
