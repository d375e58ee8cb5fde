/** The activity of an item in order of time: discussions, and changes of its labels. */
import type { Discussion, LabelEvent } from '#api/types';

/** Labels that a user added and removed at the same time. */
export interface LabelChange {
  /** Unique among the changes of an item. */
  id: number;
  user: LabelEvent['user'];
  created_at: string;
  added: NonNullable<LabelEvent['label']>[];
  removed: NonNullable<LabelEvent['label']>[];
}

/** A discussion or a change of labels. */
export type ActivityEntry = { discussion: Discussion } | { labels: LabelChange };

/** Events of one action have slightly different times. */
const SAME_ACTION_MS = 1_000;

/** Merges discussions and changes of labels, which both are in order of time. */
export function activityOf(discussions: readonly Discussion[], events: readonly LabelEvent[]): ActivityEntry[] {
  const entries = [
    ...discussions.map((discussion) => ({
      at: Date.parse(discussion.notes[0]?.created_at ?? ''),
      entry: { discussion },
    })),
    ...labelChanges(events).map((labels) => ({ at: Date.parse(labels.created_at), entry: { labels } })),
  ];
  return entries.sort((one, other) => one.at - other.at).map(({ entry }) => entry);
}

/** Groups the events of one action. Labels that were deleted since then are left out. */
export function labelChanges(events: readonly LabelEvent[]): LabelChange[] {
  const changes: LabelChange[] = [];
  for (const { id, user, created_at, label, action } of events) {
    if (!label) continue;
    const last = changes.at(-1);
    const isSame =
      last?.user?.id === user?.id &&
      Date.parse(created_at) - Date.parse(last?.created_at ?? '1970-01-01') < SAME_ACTION_MS;
    const change = last && isSame ? last : { id, user, created_at, added: [], removed: [] };
    if (change !== last) changes.push(change);
    change[action === 'add' ? 'added' : 'removed'].push(label);
  }
  return changes;
}
