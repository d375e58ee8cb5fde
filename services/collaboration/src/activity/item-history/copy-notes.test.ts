import { openTestOutbox } from '@forgemesh/testing/runtime';
import { createAwardEmojiModel } from '#discussion/award-emoji/award-emoji.model';
import { copyNotes } from './copy-notes';
import { createNoteModel } from '#discussion/notes/note.model';
import type { ItemHistoryDeps } from './deps';

describe('copyNotes', () => {
  let database: Awaited<ReturnType<typeof openTestOutbox>>;
  beforeAll(async () => {
    database = await openTestOutbox();
  });
  afterAll(() => database.close());

  it('copies notes of earlier releases, which have trigrams, so that the copies are found', async () => {
    const { connection, outbox } = database;
    const [notes, awardEmoji] = [createNoteModel(connection), createAwardEmojiModel(connection)].map((model) =>
      outbox.store(model as never, () => ({})),
    );
    await database.ensureIndexes();
    const deps = { notes, awardEmoji } as unknown as ItemHistoryDeps;
    const at = new Date();
    await deps.notes.model.collection.insertOne({
      _id: 1,
      version: 1,
      noteable_type: 'Issue',
      noteable_id: 1,
      project_id: 1,
      discussion_id: 'a',
      author_id: 1,
      body: 'Remarkable',
      system: false,
      resolvable: true,
      created_at: at,
      updated_at: at,
      search_text: 'remarkable',
      search_trigrams: ['rem'],
    } as never);
    const to = { type: 'Issue' as const, id: 2, project_id: 2, group_id: null };
    await copyNotes(deps, { type: 'Issue', id: 1, except: '', project_path: 'a/b' }, to);
    const copy = await deps.notes.model.collection.findOne({ noteable_id: 2 });
    expect(copy).toMatchObject({ body: 'Remarkable', search_text: 'remarkable' });
    expect(copy).not.toHaveProperty('search_trigrams');
    const entry = await connection.collection<{ _id: number }>('notes_search').findOne({ _id: Number(copy?._id) });
    expect(entry).toMatchObject({ trigrams: expect.arrayContaining(['rem', 'ble']) });
  });
});
