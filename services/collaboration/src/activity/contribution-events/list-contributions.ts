/** One page of contribution events. */
import { listRange, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type {
  ContributionEventFilter,
  ListContributionEventsResponse,
} from '@forgemesh/proto/collaboration/v1/contribution_event';
import type { QueryFilter } from 'mongoose';
import { allOf, type Condition } from '#queries';
import { presentContributions } from './contribution-event.entity';
import type { ContributionEventDocument } from './contribution-event.model';
import { NOTE_TARGETS } from './store-contributions';
import type { VisibleContributions } from './visible-contributions';
import type { ContributionEventsDeps } from './deps';

/** A list to read. */
export interface ContributionList {
  /** The author or project whose events are listed; empty for many projects. */
  scope: Condition;
  visible: VisibleContributions;
  request: PageRequest & { filter?: Partial<ContributionEventFilter> | undefined };
}

type Row = ContributionEventDocument;

const NOTHING: Condition = { _id: { $in: [] } };
const targets: Record<string, Condition> = {
  issue: { target_type: 'Issue' },
  merge_request: { target_type: 'MergeRequest' },
  milestone: { target_type: 'Milestone' },
  note: { target_type: { $in: NOTE_TARGETS } },
  project: { area: 'project' },
  wiki: { target_type: 'WikiPage::Meta' },
};

/** Reads and presents one page. */
export async function listContributions(
  call: Call<ContributionEventsDeps>,
  { scope, visible, request }: ContributionList,
): Promise<ResponseOf<ListContributionEventsResponse>> {
  const { action, target_type: type, before, after, sort } = request.filter ?? {};
  const conditions = [
    scope,
    action === undefined ? {} : { action },
    type === undefined ? {} : (targets[type] ?? NOTHING),
    range(after, before),
    visible.filter,
  ];
  const direction = sort === 'asc' ? 1 : -1;
  const rows = await listRange(call, call.deps.lists.contributionEvents, {
    filter: allOf(conditions) as QueryFilter<Row>,
    scope: scope as QueryFilter<Row>,
    check: visible.check,
    sort: { created_at: direction, _id: direction },
    request,
    projection: { effect_key: 0 },
  });
  return { events: await presentContributions(call, rows, visible) };
}

/** Both days are excluded. */
function range(after: string | undefined, before: string | undefined): Condition {
  if (after === undefined && before === undefined) return {};
  const limits = {
    ...(after !== undefined && { $gt: new Date(`${after}T23:59:59.999Z`) }),
    ...(before !== undefined && { $lt: new Date(`${before}T00:00:00.000Z`) }),
  };
  return { created_at: limits };
}
