import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createRemoteMirrorModel } from '#mirrors/remote-mirrors/remote-mirror.model';
import { renameOldJobs } from './rename-old-jobs';

describe('mirror jobs with their old field names', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('are renamed if there are any, also after a crash', async () => {
    const model = createRemoteMirrorModel(database.connection);
    const collection = database.connection.collection<{ _id: number; [field: string]: unknown }>('remote_mirrors');
    const stores = { projects: { model }, remoteMirrors: { model } };
    await database.ensureIndexes();
    await renameOldJobs(stores);
    await collection.createIndex({ mirror_due_at: 1 }, { sparse: true });
    const due = new Date();
    const newer = new Date(due.getTime() + 1_000);
    const many = Array.from({ length: 150 }, (_, index) => ({ _id: index + 10, mirror_due_at: due }));
    await collection.insertMany([
      { _id: 1, mirror_due_at: due, mirror_run: 'x', mirror_again: true, mirror_failures: 2 },
      { _id: 2, mirror_due_at: due, job_due_at: newer },
      { _id: 3, mirror_failures: 1 },
      { _id: 4, job_due_at: newer },
      ...many,
    ]);
    await renameOldJobs(stores);
    await renameOldJobs(stores);
    const rows = await collection
      .find({ _id: { $lt: 10 } })
      .sort({ _id: 1 })
      .toArray();
    expect(rows).toEqual([
      { _id: 1, job_due_at: due, job_run: 'x', job_again: true, job_failures: 2 },
      { _id: 2, job_due_at: newer },
      { _id: 3, job_failures: 1 },
      { _id: 4, job_due_at: newer },
    ]);
    expect(await collection.countDocuments({ job_due_at: due })).toBe(151);
    expect(await collection.countDocuments({ mirror_due_at: { $exists: true } })).toBe(0);
    expect(await collection.indexExists('mirror_due_at_1')).toBe(false);
  });
});
