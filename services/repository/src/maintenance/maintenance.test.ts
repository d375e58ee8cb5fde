import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import { Maintenance } from './maintenance';

const INTERVAL_MS = 15_000;

let repo: string;
let tasks: string[];
let mayPack: boolean;
let maintenance: Maintenance;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  repo = mkdtempSync(join(tmpdir(), 'forgemesh-maintenance-'));
  writeFileSync(join(repo, 'HEAD'), 'ref: refs/heads/main\n');
  tasks = [];
  mayPack = true;
  const task = (name: string) => () => Promise.resolve(void tasks.push(name));
  const git = { packRefs: task('refs'), repack: task('objects'), writeCommitGraph: task('graph') };
  const log = { warn: (fields: { err: Error }) => void tasks.push(fields.err.message) };
  maintenance = new Maintenance(git as unknown as GitClient, () => mayPack, log as unknown as Logger);
});

afterEach(async () => {
  jest.useRealTimers();
  await maintenance.close();
  rmSync(repo, { recursive: true });
});

/** Creates files in a folder of the repository. */
function fill(folder: string, files: number) {
  mkdirSync(join(repo, folder), { recursive: true });
  for (let n = 0; n < files; n++) writeFileSync(join(repo, folder, String(n)), '');
}

/** The tasks after a push, in order. */
async function tasksOfPush(): Promise<string[]> {
  maintenance.schedule(repo);
  jest.advanceTimersByTime(INTERVAL_MS);
  while (tasks.at(-1) !== 'graph') await setImmediate();
  return tasks;
}

describe('the maintenance of a changed repository', () => {
  it('updates the commit graph of a small one', async () => {
    fill('refs/heads', 60);
    fill('refs/heads/nested', 40);
    fill('objects/17', 23);
    expect(await tasksOfPush()).toEqual(['graph']);
  });

  it('packs many refs, in whatever folders', async () => {
    fill('refs/heads', 60);
    fill('refs/heads/nested', 40);
    fill('refs/tags', 1);
    expect(await tasksOfPush()).toEqual(['refs', 'graph']);
  });

  it('packs everything if there are many loose objects', async () => {
    fill('objects/17', 24);
    expect(await tasksOfPush()).toEqual(['refs', 'objects', 'graph']);
  });

  it('packs nothing if the settings do not allow it', async () => {
    fill('refs/heads', 101);
    fill('objects/17', 24);
    mayPack = false;
    expect(await tasksOfPush()).toEqual(['graph']);
  });
});
