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
  const written: string[] = [];
  const git = {
    writeCommitGraph: ({ repo }: { repo: string }) => {
      written.push(repo);
      return Promise.resolve();
    },
  } as unknown as GitClient;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgemesh-maintenance-'));
    for (const name of names) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'HEAD'), '');
    }
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    maintenance = new Maintenance(git, () => false, silentLog);
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
});
