import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { GitClient } from '@forgemesh/git-engine';
import { silentLog } from '@forgemesh/testing/runtime';
import { Maintenance } from './maintenance';

const names = ['graph', 'other'];

describe('Maintenance', () => {
  let folder: string;
  let maintenance: Maintenance;
  let mayPack: boolean;
  /** Repositories whose commit graphs were updated. */
  const written: string[] = [];
  /** What was packed, in order. */
  const packed: string[] = [];
  const note = (list: string[], what: string) => Promise.resolve(void list.push(what));
  const git = {
    packRefs: () => note(packed, 'refs'),
    repack: () => note(packed, 'objects'),
    writeCommitGraph: ({ repo }: { repo: string }) => note(written, repo),
  } as unknown as GitClient;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgemesh-maintenance-'));
    for (const name of names) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'HEAD'), '');
    }
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    mayPack = false;
    packed.length = 0;
    maintenance = new Maintenance(git, () => mayPack, silentLog);
  });
  afterEach(async () => {
    await maintenance.close();
    jest.useRealTimers();
    await rm(folder, { recursive: true });
  });

  /** Lets maintenance run for some seconds, and resolves when the repositories were written. */
  const writtenAfter = async (seconds: number, count: number): Promise<string[]> => {
    jest.advanceTimersByTime(seconds * 1_000);
    for (let turns = 0; written.length < count || turns < 100; turns++) await turn();
    return written.splice(0).map((repo) => repo.slice(folder.length + 1));
  };

  it('updates the commit graph of a repository after a change, at most once a minute', async () => {
    const [one, other] = names.map((name) => join(folder, name)) as [string, string];
    maintenance.schedule(one);
    maintenance.schedule(one);
    expect(await writtenAfter(15, 1)).toEqual(['graph']);
    maintenance.schedule(one);
    maintenance.schedule(other);
    expect(await writtenAfter(30, 1)).toEqual(['other']);
    expect(await writtenAfter(30, 1)).toEqual(['graph']);
    expect(await writtenAfter(60, 0)).toEqual([]);
  });

  it.each([
    { what: 'nothing of a small repository', files: { 'refs/heads': 60, 'refs/heads/nested': 40, 'objects/17': 23 } },
    { what: 'many refs, in whatever folders', files: { 'refs/heads/nested': 100, 'refs/tags': 1 }, expected: ['refs'] },
    { what: 'everything if there are many loose objects', files: { 'objects/17': 24 }, expected: ['refs', 'objects'] },
    { what: 'nothing that the settings exclude', files: { 'refs/heads': 101, 'objects/17': 24 }, isAllowed: false },
  ])('packs $what', async ({ files, expected = [], isAllowed = true }) => {
    const repo = join(folder, 'graph');
    for (const [name, count] of Object.entries(files)) {
      await mkdir(join(repo, name), { recursive: true });
      for (let n = 0; n < count; n++) await writeFile(join(repo, name, String(n)), '');
    }
    mayPack = isAllowed;
    maintenance.schedule(repo);
    await writtenAfter(15, 1);
    expect(packed).toEqual(expected);
  });
});
