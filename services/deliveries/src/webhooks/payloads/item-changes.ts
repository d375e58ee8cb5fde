/** Labels and changes of issues and merge requests in payloads. */
import { EventResource } from '@forgemesh/proto/collaboration/v1/event_entity';
import { userBlocks } from './common-blocks';
import type { EntityChanges, LabelEntity } from './entities';
import type { PayloadsDeps } from './deps';

/**
 * Changed fields that are copied as they are. Labels, assignees, reviewers and state are
 * handled separately.
 */
const copiedFields = [
  ...['title', 'description', 'milestone_id', 'due_date', 'confidential', 'discussion_locked', 'time_estimate'],
  ...['total_time_spent', 'target_branch', 'merge_when_pipeline_succeeds'],
] as const;
const stateIds: Record<string, number> = { opened: 1, closed: 2, merged: 3, locked: 4 };

/** Number of a state. */
export function stateIdOf(state: string): number {
  return stateIds[state] ?? 1;
}

type Labels = ReadonlyMap<number, object>;

/** Reads the current and previous labels of an item. */
export async function readLabels(deps: PayloadsDeps, ids: readonly number[], changes: EntityChanges): Promise<Labels> {
  const all = [...new Set([...ids, ...(changes.label_ids?.from ?? [])])];
  if (all.length === 0) return new Map();
  const { entities } = await deps.clients.eventEntities.listEventEntities({
    resource: EventResource.EVENT_RESOURCE_LABEL,
    ids: all,
  });
  const labels = entities.map((entity) => JSON.parse(entity) as LabelEntity);
  return new Map(labels.map((label) => [label.id, labelBlock(label)]));
}

/** The labels with the given ids, ordered by id. */
export function pickLabels(labels: Labels, ids: readonly number[]): object[] {
  return [...ids].sort((one, other) => one - other).flatMap((id) => labels.get(id) ?? []);
}

function labelBlock(label: LabelEntity): object {
  const { id, name: title, color, project_id, created_at, updated_at, description, group_id } = label;
  const type = project_id === null ? 'GroupLabel' : 'ProjectLabel';
  return { id, title, color, project_id, created_at, updated_at, template: false, description, type, group_id };
}

/** The changed fields with their previous and current values. */
export async function changesBlock(deps: PayloadsDeps, changes: EntityChanges, labels: Labels): Promise<object> {
  const { state, label_ids: labelIds, assignee_ids: assigneeIds, reviewer_ids: reviewerIds } = changes;
  const changed = copiedFields.flatMap((name) => {
    const change = changes[name];
    return change && 'from' in change ? [[name, { previous: change.from ?? null, current: change.to ?? null }]] : [];
  });
  return {
    ...(state && { state_id: { previous: stateIdOf(state.from), current: stateIdOf(state.to) } }),
    ...(Object.fromEntries(changed) as object),
    ...(labelIds && {
      labels: { previous: pickLabels(labels, labelIds.from), current: pickLabels(labels, labelIds.to) },
    }),
    ...(assigneeIds && { assignees: await usersBlock(deps, assigneeIds.from, assigneeIds.to) }),
    ...(reviewerIds && { reviewers: await usersBlock(deps, reviewerIds.from, reviewerIds.to) }),
  };
}

async function usersBlock(deps: PayloadsDeps, from: number[], to: number[]): Promise<object> {
  const users = await userBlocks(deps, [...from, ...to]);
  const named = (ids: number[]): object[] => ids.flatMap((id) => users.get(id) ?? []);
  return { previous: named(from), current: named(to) };
}

/** The last editor, as far as the current change shows. */
export function editsOf(changes: EntityChanges, actor: number | null, updatedAt: string): object {
  const isEdited = Boolean(changes.title ?? changes.description);
  const isChanged = Object.keys(changes).length > 0;
  return {
    last_edited_at: isEdited ? updatedAt : null,
    last_edited_by_id: isEdited ? actor : null,
    updated_by_id: isChanged ? actor : null,
  };
}
