import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { spoolFile } from './spool';

describe('spoolFile', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spool-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const spool = (minFreeBytes: number) =>
    spoolFile(Readable.from([Buffer.from('content')]), { field: 'file', name: 'a' }, { folder, minFreeBytes });

  it('receives a file', async () => {
    const file = await spool(0);
    expect(file).toMatchObject({ field: 'file', name: 'a', size: 7 });
    await file.close();
  });

  it('refuses a file if the disk is too full, and writes nothing', async () => {
    await expect(spool(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'There is not enough free disk space, try again later',
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
