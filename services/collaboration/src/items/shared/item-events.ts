/** Events of changed items. */
import { randomUUID } from 'node:crypto';
import type { Changed, ItemChanges } from './change-texts';
import { newMentions, toggledTasks } from '#texts';
import type { Mentioner } from './noteable';

/** The labels and milestone that an item is created with, as in its `created` event. */
export type InitialAttributes = NonNullable<ItemChanges['initial']>;

/** An event of an item. */
export interface RecordableEvent<Changes = ItemChanges> {
  id: string;
  actor: number | null;
  changes?: Changes;
  at?: Date;
}

/** The changes that resource events are recorded from. */
export type ResourceChanges = Pick<
  ItemChanges,
  'label_ids' | 'milestone_id' | 'state' | 'initial' | 'moved_to' | 'promoted_to'
>;

/**
 * The part of the changes of a `created` event that resource events are recorded from. Empty if
 * there is nothing to record.
 */
export function initialChanges({
  label_ids,
  milestone_id = null,
}: {
  label_ids: number[];
  milestone_id?: number | null;
}): { initial?: InitialAttributes } {
  return label_ids.length > 0 || milestone_id !== null ? { initial: { label_ids, milestone_id } } : {};
}

/** An event with a predetermined id, which the keys of its immediate effects are derived from. */
export interface ItemEvent {
  id: string;
  type: `collaboration.${'issue' | 'epic'}.${'updated' | 'closed' | 'reopened'}`;
  actor: number;
  changes: ItemChanges;
}

/** Changed fields of an item, with the full texts of its description. */
type FieldChanges = Omit<ItemChanges, 'description'> & { description?: Changed<string | null> };

/** Details of a change of spent time, for its event. */
export interface SpentTimeChange {
  /** Day on which the time was spent, if given: `2019-01-02`. */
  spent_at?: string;
  /** Whether the spent time is reset. */
  spent_reset?: boolean;
}

/** The acting user and the cause of a change. */
export interface ItemChange extends SpentTimeChange {
  actor: number;
  /**
   * The cause of closing it, unless the actor closed it directly: `merge request !5`, `commit
   * <sha>`.
   */
  via?: string;
  /** The same cause, for hiding the note from users who may not read it. */
  cause?: Mentioner;
}

/** Fields whose changes are not published, because they follow from other fields. */
const unpublishedFields = new Set([
  ...['updated_at', 'closed_at', 'closed_by_id', 'search_text'],
  ...['spent_operation_ids', 'closing_event_ids', 'epic_operation_id'],
]);

/**
 * The events of a change of an issue or epic: one for the state, and one for all other changes.
 * Empty if nothing is to be published.
 */
export function itemEvents(
  kind: 'issue' | 'epic',
  changes: FieldChanges,
  { actor, via, cause, ...spent }: ItemChange,
): ItemEvent[] {
  const { state, description, ...others } = publishedChanges(changes);
  const events: ItemEvent[] = [];
  if (state) {
    const type = `collaboration.${kind}.${state.to === 'closed' ? 'closed' : 'reopened'}` as const;
    const closedBy = { ...(via !== undefined && { via }), ...(cause && { cause }) };
    events.push({ id: randomUUID(), type, actor, changes: { state, ...closedBy } });
  }
  const published: ItemChanges = {
    ...others,
    ...(description && { description: descriptionChange(description.from, description.to) }),
    ...('total_time_spent' in others && spent),
  };
  if (Object.keys(published).length > 0)
    events.push({ id: randomUUID(), type: `collaboration.${kind}.updated`, actor, changes: published });
  return events;
}

function publishedChanges<Changes extends object>(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !unpublishedFields.has(name))) as Changes;
}

/** Maximum length of a description that events carry in full, in characters. */
const MAX_TEXT = 20_000;

/**
 * A changed description in events: the data that its effects need, and the texts unless they are
 * too long for an event.
 */
export function descriptionChange(from: string | null, to: string | null): NonNullable<ItemChanges['description']> {
  const isShort = Math.max(from?.length ?? 0, to?.length ?? 0) <= MAX_TEXT;
  return { toggled: toggledTasks(from, to), mentioned: newMentions(from, to), ...(isShort && { from, to }) };
}
