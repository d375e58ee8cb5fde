import type fs from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DurableFolders } from './durable-folders';

const base = mkdtempSync(path.join(tmpdir(), 'forgemesh-folders-'));
afterAll(() => rmSync(base, { recursive: true }));

/** Folders that were synced, as paths below the base. */
let synced: string[] = [];
beforeEach(() => {
  synced = [];
});

jest.mock('node:fs', () => {
  const actual = jest.requireActual<typeof fs>('node:fs');
  const opened = new Map<number, string>();
  return {
    ...actual,
    openSync(folder: string, flags: string) {
      const descriptor = actual.openSync(folder, flags);
      opened.set(descriptor, folder);
      return descriptor;
    },
    fsync(descriptor: number, done: (error: Error | null) => void) {
      synced.push(path.relative(base, opened.get(descriptor) ?? 'unknown'));
      actual.fsync(descriptor, done);
    },
  };
});

describe('DurableFolders', () => {
  const root = path.join(base, 'root');
  const folder = path.join(root, 'lfs/12/34');

  it('syncs the names of new folders together with those inside of them, each once', async () => {
    const folders = new DurableFolders(root);
    await folders.create(folder);
    expect(synced).toEqual([]);
    await folders.sync(folder);
    expect(synced.sort()).toEqual(['', 'root', 'root/lfs', 'root/lfs/12', 'root/lfs/12/34']);
    synced = [];
    await folders.sync(folder);
    await folders.create(path.join(root, 'lfs/12/56'));
    await folders.sync(path.join(root, 'lfs/12/56'));
    expect(synced).toEqual(['root/lfs/12/34', 'root/lfs/12/56', 'root/lfs/12']);
  });

  it('syncs the names of folders of an earlier process, which may have ended too early', async () => {
    const folders = new DurableFolders(root);
    await folders.create(folder);
    await folders.sync(folder);
    expect(synced).toEqual(['root/lfs/12/34', 'root/lfs/12', 'root/lfs', 'root']);
  });

  it('creates and syncs folders again that were deleted', async () => {
    const folders = new DurableFolders(root);
    await folders.create(folder);
    await folders.sync(folder);
    rmSync(path.join(root, 'lfs'), { recursive: true });
    synced = [];
    await folders.within(folder, async () => mkdirSync(path.join(folder, 'inside')));
    await folders.sync(folder);
    expect(synced).toEqual(['root/lfs/12/34', 'root/lfs/12', 'root/lfs', 'root']);
  });
});
