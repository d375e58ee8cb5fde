import { openTestOutbox } from '@forgemesh/testing/runtime';
import { completeDocuments } from './complete-documents';
import { createIssueModel } from '#items/model/issue.model';
import { createMergeRequestModel } from '#items/model/merge-request.model';
import { createNoteModel } from '#discussion/notes/note.model';
import { createNotificationSettingModel } from '#notifications/notification-settings/notification-setting.model';

describe('completeDocuments', () => {
  let database: Awaited<ReturnType<typeof openTestOutbox>>;
  beforeAll(async () => {
    database = await openTestOutbox();
  });
  afterAll(() => database.close());

  it('fills missing keys and texts, and leaves other documents unchanged', async () => {
    const { connection } = database;
    const models = {
      issues: createIssueModel(connection),
      mergeRequests: createMergeRequestModel(connection),
      notes: createNoteModel(connection),
      notificationSettings: createNotificationSettingModel(connection),
    };
    const [issues, requests, notes] = Object.values(models).map((model) => model.collection);
    const many = Array.from({ length: 450 }, (_, n) => ({
      _id: 1_000 + n,
      version: 1,
      due_date: '2030-01-01',
      upvotes: 0,
    }));
    await issues!.insertMany([
      { _id: 1, version: 4, due_date: '2030-01-02', weight: 7, upvotes: 2 },
      { _id: 2, version: 1, due_date: null, weight: null, upvotes: 0 },
      { _id: 3, version: 9, weight: 0, weight_key: '000000000000/000000000003', upvotes: 0 },
      ...many,
    ] as never[]);
    await requests!.insertMany([{ _id: 1, version: 2, upvotes: 1 }] as never[]);
    await notes!.insertMany([
      { _id: 1, version: 1, system: false, body: 'Some Words' },
      { _id: 2, version: 1, system: true, body: 'closed' },
    ] as never[]);
    const { outbox } = database;
    const stores = {
      items: {
        issues: outbox.store(models.issues, () => ({})),
        mergeRequests: outbox.store(models.mergeRequests, () => ({})),
      },
      notes: outbox.store(models.notes, () => ({})),
      notificationSettings: outbox.store(models.notificationSettings, () => ({})),
    };
    for (const _time of ['first', 'second']) {
      await completeDocuments.run(stores);
      expect(
        await issues!
          .find({ _id: { $lt: 10 } as never })
          .sort({ _id: 1 })
          .toArray(),
      ).toEqual([
        {
          _id: 1,
          version: 5,
          due_date: '2030-01-02',
          weight: 7,
          upvotes: 2,
          due_key: '2030-01-02/000000000001',
          weight_key: '000000000007/000000000001',
          popularity_key: '000000000002/000000000001',
        },
        { _id: 2, version: 1, due_date: null, weight: null, upvotes: 0 },
        { _id: 3, version: 9, weight: 0, weight_key: '000000000000/000000000003', upvotes: 0 },
      ]);
      expect(await issues!.countDocuments({ version: 2, due_key: { $gt: '2030-01-01/' } })).toBe(many.length);
      expect(await requests!.findOne({})).toMatchObject({ version: 3, popularity_key: '000000000001/000000000001' });
      expect(await notes!.find({}).sort({ _id: 1 }).toArray()).toMatchObject([
        { _id: 1, version: 2, search_text: 'some words' },
        { _id: 2, version: 1, body: 'closed' },
      ]);
      expect(await connection.collection('notes_search').countDocuments({ trigrams: 'wor' })).toBe(1);
    }
  });
});
