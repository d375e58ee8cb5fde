import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isCache, readApplied, writeApplied } from './applied-file';

describe('the number of the last entry that a folder followed', () => {
  let repo: string;
  beforeEach(() => {
    repo = mkdtempSync(path.join(tmpdir(), 'forgemesh-applied-'));
  });
  afterEach(() => rmSync(repo, { recursive: true }));

  it('is written by several writers at the same time', async () => {
    expect(await readApplied(repo)).toBeNull();
    await Promise.all(Array.from({ length: 20 }, () => writeApplied(repo, 7)));
    expect(await readApplied(repo)).toBe(7);
    expect(readdirSync(repo)).toEqual(['applied']);
  });

  it('is unknown for another incarnation of the repository', async () => {
    await writeApplied(repo, 7, 'one');
    expect([await readApplied(repo, 'one'), await readApplied(repo, 'two'), await readApplied(repo)]).toEqual([
      ...[7, null, null],
    ]);
    expect(await isCache(repo)).toBe(true);
  });

  it('is unknown if the file is damaged, or the folder is absent', async () => {
    writeFileSync(path.join(repo, 'applied'), '1');
    expect(await readApplied(repo)).toBeNull();
    expect(await readApplied(path.join(repo, 'absent'))).toBeNull();
  });
});
