/** Events of changed items. */
import { randomUUID } from 'node:crypto';
import { changesOf, type NewEvent } from '@forgemesh/data';
import type { Mentioner } from '../../discussion/notes/note.model';
import type { ItemDocument } from './item.model';
import { newMentions } from './mentions';
import { toggledTasks } from './tasks';
import type { SpentNews } from './time-tracking';

/** An event whose id is known beforehand: the effects that are written at once are keyed by it. */
export type ItemEvent = NewEvent & { id: string };

/** Who changes an item, and what brought it about. */
export interface ItemChange extends SpentNews {
  actor: number;
  /** What closes it, where that is not a request of the actor: `merge request !5`, `commit <sha>`. */
  via?: string;
  /** The same as what may be hidden: who may not read it is not told. */
  cause?: Mentioner;
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
  { actor, via, cause, ...spent }: ItemChange,
): ItemEvent[] {
  const changes = Object.entries(changesOf<T>(item, set)).filter(([name]) => !silent.has(name));
  const { state, ...others } = Object.fromEntries(changes);
  const events: ItemEvent[] = [];
  if (state) {
    const type = `collaboration.${kind}.${state.to === 'closed' ? 'closed' : 'reopened'}` as const;
    const why = { ...(via !== undefined && { via }), ...(cause && { cause }) };
    events.push({ id: randomUUID(), type, actor, changes: { state, ...why } });
  }
  if (Object.keys(others).length > 0) {
    const type = `collaboration.${kind}.updated` as const;
    const description = 'description' in others && descriptionChange(item.description, set.description ?? null);
    const told = { ...others, ...(description && { description }), ...('total_time_spent' in others && spent) };
    events.push({ id: randomUUID(), type, actor, changes: told });
  }
  return events;
}

/** Longest description that events carry as it was and as it is, in characters. */
const MOST_TEXT = 20_000;

/** What events tell of a changed description: what the effects of the change need, and the texts unless they are too long for an event. */
export function descriptionChange(from: string | null, to: string | null): object {
  const isShort = Math.max(from?.length ?? 0, to?.length ?? 0) <= MOST_TEXT;
  return { toggled: toggledTasks(from, to), mentioned: newMentions(from, to), ...(isShort && { from, to }) };
}
