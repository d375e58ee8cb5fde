import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createFileStore, type FileStore } from './file-store';
import { openTestDatabase } from '@forgemesh/testing/runtime';

describe('a file store', () => {
  let base: Awaited<ReturnType<typeof openTestDatabase>>;
  let files: FileStore;
  beforeAll(async () => {
    base = await openTestDatabase();
    files = createFileStore(base.connection, 'things');
  });
  afterAll(() => base.close());

  async function read(id: string): Promise<string | null> {
    const file = await files.open(id);
    return file && (await file.content.toArray()).join('');
  }
  const parts = () => base.connection.collection('things.chunks').countDocuments({});
  const inAMinute = () => new Date(Date.now() + 60_000);

  it('keeps a file until its replacement is complete, and removes it', async () => {
    expect(await files.write('a', Readable.from([Buffer.from('one')]))).toBe(3);
    expect(await files.write('a', Readable.from([Buffer.from('second')]))).toBe(6);
    expect(await read('a')).toBe('second');
    await files.remove('a');
    expect(await read('a')).toBeNull();
    expect(await parts()).toBe(0);
  });

  it('keeps a file of several writers at the same time, and replaces all of them later', async () => {
    await files.write('d', Readable.from([Buffer.from('first')]));
    const write = () => files.write('d', Readable.from([Buffer.from('same')]));
    await Promise.all(Array.from({ length: 20 }, write));
    expect(await read('d')).toBe('same');
    await files.write('d', Readable.from([Buffer.from('last')]));
    expect(await read('d')).toBe('last');
    expect(await parts()).toBe(1);
    await files.remove('d');
  });

  it('computes checksums of complete files', async () => {
    await files.write('c', Readable.from([Buffer.alloc(300_000, 'x')]));
    const checksum = createHash('sha256').update(Buffer.alloc(300_000, 'x')).digest('hex');
    expect(await files.checksum('c')).toBe(checksum);
    expect(await files.checksum('nothing')).toBeNull();
    await base.connection.collection('things.chunks').deleteOne({ n: 1 });
    expect(await files.checksum('c')).toBeNull();
    await files.remove('c');
  });

  it('leaves nothing of an aborted file', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(600_000);
      throw new Error('gone');
    }
    await expect(files.write('b', broken())).rejects.toThrow('gone');
    expect(await read('b')).toBeNull();
    expect(await parts()).toBe(0);
  });

  it('sweeps old unreferenced files', async () => {
    for (const id of ['kept', 'lost']) await files.write(id, Readable.from([Buffer.from(id)]));
    const { insertedId } = await base.connection
      .collection('things.chunks')
      .insertOne({ files_id: new base.connection.base.mongo.ObjectId(), n: 0, data: Buffer.from('half') });
    const findReferenced = (ids: string[]) => Promise.resolve(ids.filter((id) => id === 'kept'));
    await files.sweep(new Date(Date.now() - 60_000), findReferenced);
    expect(await read('lost')).toBe('lost');
    await files.sweep(inAMinute(), findReferenced);
    expect([await read('kept'), await read('lost')]).toEqual(['kept', null]);
    expect(await base.connection.collection('things.chunks').findOne({ _id: insertedId })).toBeNull();
    expect(await parts()).toBe(1);
  });
});
