/** Resource events in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Milestone } from '@forgemesh/proto/collaboration/v1/milestone';
import type { ResourceLabelEvent } from '@forgemesh/proto/collaboration/v1/resource_label_event';
import type { ResourceMilestoneEvent } from '@forgemesh/proto/collaboration/v1/resource_milestone_event';
import type { ResourceStateEvent } from '@forgemesh/proto/collaboration/v1/resource_state_event';
import { presentUser } from '#clients';
import { type LabelDocument, loadCachedLabels, presentLabelDetails } from '#planning/labels';
import type { ResourceEventDocument } from './resource-event.model';
import { readMilestones } from '#planning/milestones';
import type { ResourceEventsDeps } from './deps';

type Rows = readonly ResourceEventDocument[];

/** Presents label events. The label is null once it is deleted. */
export async function presentLabelEvents(
  deps: ResourceEventsDeps,
  rows: Rows,
): Promise<ResponseOf<ResourceLabelEvent>[]> {
  const labelIds = rows.flatMap(({ label_id: id }) => id ?? []);
  const [shared, labels] = await Promise.all([sharedFields(deps, rows), loadCachedLabels(deps, labelIds)]);
  return rows.map((row) => ({
    ...shared(row),
    label: presentLabelOf(labels.get(row.label_id ?? 0)),
    action: row.action ?? 'add',
  }));
}

/** Presents milestone events. The milestone is null once it is deleted. */
export async function presentMilestoneEvents(
  deps: ResourceEventsDeps,
  rows: Rows,
): Promise<ResponseOf<ResourceMilestoneEvent>[]> {
  const milestoneIds = rows.flatMap(({ milestone_id: id }) => id ?? []);
  const [shared, milestones] = await Promise.all([sharedFields(deps, rows), readMilestones(deps, milestoneIds)]);
  return rows.map((row) => ({
    ...shared(row),
    milestone: (milestones.get(row.milestone_id ?? 0) ?? null) as ResponseOf<Milestone> | null,
    action: row.action ?? 'add',
  }));
}

/** Presents state events. */
export async function presentStateEvents(
  deps: ResourceEventsDeps,
  rows: Rows,
): Promise<ResponseOf<ResourceStateEvent>[]> {
  const shared = await sharedFields(deps, rows);
  return rows.map((row) => ({ ...shared(row), state: row.state ?? 'closed' }));
}

function presentLabelOf(label: LabelDocument | undefined): ReturnType<typeof presentLabelDetails> | null {
  return label ? presentLabelDetails(label) : null;
}

/** The fields that all kinds have in common, with one lookup of the users. */
async function sharedFields({ display }: ResourceEventsDeps, rows: Rows) {
  const users = await display.users.find(rows.flatMap(({ user_id: id }) => id ?? []));
  return ({ _id: id, user_id, created_at, resource_type, resource_id }: ResourceEventDocument) => ({
    id,
    user: presentUser(users.get(user_id ?? 0)),
    created_at: created_at.toISOString(),
    resource_type,
    resource_id,
  });
}
