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
  /** Repositories for which bundles were written. */
  const bundled: string[] = [];
  const note = (list: string[], what: string) => Promise.resolve(void list.push(what));
  const git = {
    packRefs: () => note(packed, 'refs'),
    repack: () => note(packed, 'objects'),
    writeCloneBundle: ({ repo }: { repo: string }) => note(bundled, repo),
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
    packed.length = bundled.length = 0;
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

  describe('of a repository with large packs', () => {
    const MIB = 1024 * 1024;
    const writePack = async (files: Record<string, number>): Promise<string> => {
      const repo = join(folder, 'graph');
      for (const sub of ['objects/pack', 'objects/info']) await mkdir(join(repo, sub), { recursive: true });
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(repo, name), Buffer.alloc(bytes));
      mayPack = true;
      return repo;
    };

    it('packs it once if it has no bitmap', async () => {
      const repo = await writePack({ 'objects/pack/a.pack': MIB / 2, 'objects/pack/b.pack': MIB / 2 });
      maintenance.schedule(repo);
      await writtenAfter(15, 1);
      expect(packed).toEqual(['refs', 'objects']);
      // Git has written no bitmap, and would not do so the next time.
      maintenance.schedule(repo);
      await writtenAfter(60, 1);
      expect(packed).toEqual(['refs', 'objects']);
    });

    it.each<{ what: string; files: Record<string, number> }>([
      { what: 'has a bitmap', files: { 'objects/pack/a.pack': MIB, 'objects/pack/a.bitmap': 1 } },
      { what: 'is small', files: { 'objects/pack/a.pack': MIB - 1, 'objects/pack/a.idx': MIB } },
      { what: 'is a fork', files: { 'objects/pack/a.pack': MIB, 'objects/info/alternates': 1 } },
    ])('does not pack it if it $what', async ({ files }) => {
      maintenance.schedule(await writePack(files));
      await writtenAfter(15, 1);
      expect(packed).toEqual([]);
    });
  });

  describe('of a repository that is cloned', () => {
    let repo: string;
    beforeEach(() => {
      repo = join(folder, 'graph');
      mayPack = true;
    });
    const clone = (times: number): void => {
      for (let n = 0; n < times; n++) maintenance.noteClone(repo);
    };

    it('writes a bundle after every ten clones, without a push', async () => {
      clone(9);
      await writtenAfter(15, 0);
      expect(bundled).toEqual([]);
      clone(2);
      await writtenAfter(15, 1);
      expect(bundled).toEqual([repo]);
      clone(9);
      maintenance.schedule(repo);
      await writtenAfter(60, 1);
      expect(bundled).toEqual([repo]);
      clone(1);
      await writtenAfter(60, 1);
      expect(bundled).toEqual([repo, repo]);
    });

    it('does not count clones of the day before', async () => {
      clone(9);
      await writtenAfter(25 * 60 * 60, 0);
      clone(9);
      maintenance.schedule(repo);
      await writtenAfter(15, 1);
      expect(bundled).toEqual([]);
    });

    it('writes no bundle if the settings exclude it', async () => {
      mayPack = false;
      clone(10);
      await writtenAfter(15, 1);
      expect(bundled).toEqual([]);
    });
  });
});
