/** Events of changed items. */
import { randomUUID } from 'node:crypto';
import { changesOf, type NewEvent } from '@forgemesh/kit';
import type { ItemDocument } from './item.model';
import { newMentions } from './mentions';
import { toggledTasks } from './tasks';

/** An event whose id is known beforehand: the effects that are written at once are keyed by it. */
export type ItemEvent = NewEvent & { id: string };

/** Who changes an item, and what brought it about. */
export interface ItemChange {
  actor: number;
  /** What closes it, where that is not a request of the actor: `merge request !5`, `commit <sha>`. */
  via?: string;
}

/** Fields that are no news: they follow from others. */
const silent = new Set([
  ...['updated_at', 'closed_at', 'closed_by_id', 'search_text', 'search_trigrams'],
  ...['spent_operation_ids', 'closing_event_ids', 'epic_operation_id'],
]);

/** The events of a change of an item, `issue` or `epic`: one for the state, and one for all else. None where nothing is news. */
export function itemEvents<T extends ItemDocument & { state: string }>(
  kind: 'issue' | 'epic',
  item: T,
  set: Partial<T>,
  { actor, via }: ItemChange,
): ItemEvent[] {
  const changes = Object.entries(changesOf<T>(item, set)).filter(([name]) => !silent.has(name));
  const { state, ...others } = Object.fromEntries(changes);
  const events: ItemEvent[] = [];
  if (state) {
    const type = `collaboration.${kind}.${state.to === 'closed' ? 'closed' : 'reopened'}`;
    events.push({ id: randomUUID(), type, actor, changes: { state, ...(via !== undefined && { via }) } });
  }
  if (Object.keys(others).length > 0) {
    const type = `collaboration.${kind}.updated`;
    events.push({ id: randomUUID(), type, actor, changes: shortened(item, set, others) });
  }
  return events;
}

/** Descriptions are too long for events: what the effects of a change need of them is told instead. */
function shortened(
  item: ItemDocument,
  set: Partial<ItemDocument>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  if (!changes['description']) return changes;
  const { description: from } = item;
  const { description: to = null } = set;
  return { ...changes, description: { toggled: toggledTasks(from, to), mentioned: newMentions(from, to) } };
}
