import type { ForgeEvent } from '@forgemesh/events';
import { LRUCache } from 'lru-cache';
import { onNoteChanged } from './on-note-changed';
import type { AwardEmojiDeps } from '#discussion/award-emoji';
import type { NotesDeps } from '#discussion/notes';

type NoteEvent = ForgeEvent<'collaboration.note.created' | 'collaboration.note.deleted'>;

const eventOf = (verb: 'created' | 'deleted', id: number): NoteEvent =>
  ({
    type: `collaboration.note.${verb}`,
    subject: String(id),
    time: new Date().toISOString(),
    data: { entity: { system: false, noteable_type: 'Issue', noteable_id: 1 } },
  }) as unknown as NoteEvent;

async function handle(event: NoteEvent, deps: AwardEmojiDeps & NotesDeps): Promise<void> {
  if (!('handle' in onNoteChanged)) throw new Error('the consumer handles events one by one');
  await onNoteChanged.handle(event, deps);
}

describe('the consumer of new and deleted notes', () => {
  const mutate = jest.fn(() => Promise.resolve(null));
  const deleteMany = jest.fn(() => Promise.resolve());
  const countedNotes = new LRUCache<number, Promise<boolean>>({ max: 10 });
  const deps = {
    items: { issues: { mutate } },
    awardEmoji: { model: { deleteMany } },
    noteCounts: { counted: countedNotes },
  } as unknown as AwardEmojiDeps & NotesDeps;
  beforeEach(() => jest.clearAllMocks());

  it('counts a note whose request did not: it may have crashed, or run in another process', async () => {
    await handle(eventOf('created', 1), deps);
    expect(mutate).toHaveBeenCalledTimes(1);
  });

  it('does not count a note again that a request of this process has counted', async () => {
    countedNotes.set(2, Promise.resolve(true));
    await handle(eventOf('created', 2), deps);
    expect(mutate).not.toHaveBeenCalled();
  });

  it('counts a note if the request that wrote it could not', async () => {
    countedNotes.set(4, Promise.resolve(false));
    await handle(eventOf('created', 4), deps);
    expect(mutate).toHaveBeenCalledTimes(1);
  });

  it('counts after a deletion, even if the note was counted when it was new', async () => {
    countedNotes.set(3, Promise.resolve(true));
    await handle(eventOf('deleted', 3), deps);
    expect(mutate).toHaveBeenCalledTimes(1);
    expect(deleteMany).toHaveBeenCalledWith({ awardable_type: 'Note', awardable_id: 3 });
  });
});
