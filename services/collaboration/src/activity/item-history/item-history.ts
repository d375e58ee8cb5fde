/** Records the history of items: system notes and resource events. */
import { recountVotes } from '#discussion/award-emoji';
import { addSystemNote, addSystemNotes, recountNotes } from '#discussion/notes';
import { copyResourceEvents, recordResourceEvents } from '#activity/resource-events';
import type { ItemHistory } from '#items/shared';
import { copyNotes } from './copy-notes';
import { LRUCache } from 'lru-cache';
import type { ItemHistoryDeps } from './deps';

/** The events of a change follow it within seconds. */
const MAX_RECORDED_CHANGES = 10_000;

/** Creates the history of a process. */
export function createItemHistory(deps: () => ItemHistoryDeps): ItemHistory {
  return {
    recorded: new LRUCache({ max: MAX_RECORDED_CHANGES }),
    recordResourceEvents: (item, event) => recordResourceEvents(deps(), item, event),
    addNotes: (target, change) => addSystemNotes(deps(), target, change),
    addNote: (target, { mentioner, ...note }) =>
      addSystemNote(deps(), target, { ...note, ...(mentioner && { mentioner }) }),
    async copy(source, { updated_at: at, ...destination }) {
      await copyNotes(deps(), source, destination);
      await copyResourceEvents(deps(), source, destination);
      await recountNotes(deps(), destination, at);
      await recountVotes(deps(), destination);
    },
  };
}
