/** Changes epics: the document, its events, and the system notes that record the change. */
import { changesOf, searchFields } from '@forgemesh/data';
import { changeTexts, type ItemEvent, itemEvents, type RecordableEvent } from '#items/shared';
import type { EpicDocument } from '#items/model';
import type { EpicsDeps } from './deps';

type Settable = Omit<EpicDocument, '_id' | 'version' | 'search_text' | 'promoted_from_id'>;

/** New values of some fields. */
export type EpicSet = Partial<Settable>;

/**
 * Computes a change from the current epic and applies it. Returns the changed epic, or null if it
 * does not exist. The system notes are written before this resolves.
 */
export async function changeEpic(
  deps: EpicsDeps,
  id: number,
  actor: number,
  compute: (epic: EpicDocument) => EpicSet,
): Promise<EpicDocument | null> {
  let events: ItemEvent[] = [];
  const changed = await deps.items.epics.mutate(id, (epic) => {
    const set = compute(epic);
    events = itemEvents('epic', changesOf<Settable>(epic, set), { actor });
    if (events.length === 0) return null;
    const { title, description } = { ...epic, ...set };
    return { set: { updated_at: new Date(), ...set, ...searchFields(title, description) }, events };
  });
  if (changed) for (const event of events) await recordEpicChange(deps, changed, event);
  return changed;
}

/** Writes the notes and resource events of one event of an epic. Idempotent. */
export async function recordEpicChange(
  deps: EpicsDeps,
  epic: Pick<EpicDocument, '_id' | 'group_id'>,
  event: RecordableEvent,
): Promise<void> {
  const target = { type: 'Epic', id: epic._id, project_id: null, group_id: epic.group_id } as const;
  await deps.history.recordResourceEvents(target, event);
  await deps.history.addNotes(target, {
    event_id: event.id,
    actor: event.actor ?? 0,
    at: event.at ?? new Date(),
    texts: await changeTexts(deps, 'epic', event.changes ?? {}),
  });
}
