import { openTestDatabase, reopenTestDatabase } from '@forgemesh/testing/runtime';
import { chooseFilePlace } from './file-place';

describe('the place of the files of a service', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.close());

  /** Chooses as a process with variables does. */
  const choose = (files: 'gridfs' | 'objects' | undefined, initialFiles: 'gridfs' | 'objects' = 'objects') =>
    chooseFilePlace(reopenTestDatabase(database).connection, { files, initialFiles });

  it('is that for new databases, and stays', async () => {
    const chosen = { place: 'objects', hasFormer: false };
    expect(await choose(undefined)).toEqual(chosen);
    await database.connection.collection('projects').insertOne({ name: 'x' });
    expect([await choose(undefined), await choose(undefined, 'gridfs')]).toEqual([chosen, chosen]);
  });

  it('is the database itself for that of an earlier release, and stays', async () => {
    await database.connection.collection('projects').insertOne({ name: 'x' });
    const chosen = { place: 'gridfs', hasFormer: false };
    expect([await choose(undefined), await choose(undefined)]).toEqual([chosen, chosen]);
  });

  it('is the same for processes that start together', async () => {
    const chosen = await Promise.all([choose(undefined), choose(undefined, 'gridfs'), choose(undefined)]);
    expect(new Set(chosen.map(({ place }) => place)).size).toBe(1);
  });

  it('changes with the variable, and keeps the change without it', async () => {
    expect(await choose('gridfs')).toEqual({ place: 'gridfs', hasFormer: false });
    const moved = { place: 'objects', hasFormer: true };
    expect([await choose('objects'), await choose('objects'), await choose(undefined)]).toEqual([moved, moved, moved]);
    expect(await choose('gridfs')).toEqual({ place: 'gridfs', hasFormer: true });
  });

  it('may have files in the database if an earlier release has used the variable', async () => {
    await database.connection.collection('projects').insertOne({ name: 'x' });
    expect(await choose('objects')).toEqual({ place: 'objects', hasFormer: true });
  });
});
