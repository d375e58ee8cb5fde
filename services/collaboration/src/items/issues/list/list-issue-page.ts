/** One page of issues: shared by all lists of issues. */
import type { PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { IssueListing, ListIssuesResponse } from '@forgemesh/proto/collaboration/v1/issue';
import { type ReferenceBase } from '#items/shared';
import { type ItemList, listItems } from '#items/lists';
import { presentIssues } from '../issue.entity';
import type { IssueDocument } from '#items/model';
import type { IssueListsDeps } from '../deps';

/** Reads and presents a page. References are relative to `base`. */
export async function listIssuePage(
  call: Call<IssueListsDeps>,
  request: PageRequest & { listing?: Partial<IssueListing> | undefined },
  { list, base }: { list: ItemList<IssueDocument>; base: ReferenceBase },
): Promise<ResponseOf<ListIssuesResponse>> {
  const { deps, context } = call;
  const listing = request.listing ?? {};
  const issues = await listItems(call, deps.lists.issues, { list, order: listing, request });
  const view = { base, reader: call, tier: context.tier, labelDetails: listing.with_labels_details === true };
  return { issues: await presentIssues(deps, issues, view) };
}
