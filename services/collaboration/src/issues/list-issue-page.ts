/** One page of issues: what all lists of issues share. */
import type { Answer, PageRequest } from '@forgemesh/kit';
import type { IssueListing, ListIssuesResponse } from '@forgemesh/proto/collaboration/v1/issue';
import type { Condition } from '../items/item-filter';
import { listItems } from '../items/list-items';
import type { ReferenceBase } from '../items/present-item';
import type { CollaborationCall } from '../operation';
import { presentIssues } from './issue.entity';

/** Reads and presents a page. `base` is from where the list was asked for. */
export async function listIssuePage(
  call: CollaborationCall,
  request: PageRequest & { listing?: Partial<IssueListing> | undefined },
  { filter, base }: { filter: Condition; base: ReferenceBase },
): Promise<Answer<ListIssuesResponse>> {
  const { deps, context } = call;
  const listing = request.listing ?? {};
  const issues = await listItems(call, deps.issues.model, { filter, order: listing, request });
  const view = { base, tier: context.tier, labelDetails: listing.with_labels_details === true };
  return { issues: await presentIssues(deps, issues, view) };
}
