/**
 * Packs are collected while three processes write, fork, compact, delete and rebuild the same
 * repositories. A day passes with each audit, so that packs are removed within seconds.
 * `FORGE_SOAK_MINUTES` is the duration of a long run.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryExists, zeroId } from '@forgemesh/git-engine';
import { objectKey } from '@forgemesh/objects';
import { DAY_MS, MINUTE_MS } from '@forgemesh/service/durations';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { removeOldEntries } from '#refs/ref-log/sweep-entries';
import { startFastClock } from '#testing/fast-clock';
import { branchesOf, change, commit, type PacksProcess, PacksTestbed } from '#testing/packs-testbed';
import { maintainDue } from '../maintain-repositories';
import { PACKS } from '../pack-store';
import { renewCheckpoint } from '../write-checkpoint';
import { sumAudits } from './audit-schedule';

const SOAK_MINUTES = Number(process.env.FORGE_SOAK_MINUTES ?? 0);
/** Days that pass at least: packs are removed two weeks after the first audit that found no use. */
const MIN_DAYS = 17;
/** Days that a slow writer takes: less than packs stay. */
const SLOW_DAYS = 10;
const WRITERS = 2;
/** Repositories of a writer at most. */
const MAX_REPOSITORIES = 4;
const BRANCHES = ['main', 'next', 'other'];
/** Bytes of a file: smaller packs are part of the entries of the log. */
const SMALL = 1_000;
const LARGE = 100_000;
/** Pause of a writer between two changes (ms). */
const PAUSE_MS = 50;

let testbed: PacksTestbed;
let processes: PacksProcess[];
let passedDays = 0;
const clock = startFastClock();
beforeAll(async () => {
  testbed = await PacksTestbed.open(await openTestOutbox());
  processes = Array.from({ length: 3 }, () => testbed.start());
});
afterAll(async () => {
  clock.restore();
  await testbed.close();
});

/** The acknowledged commits by branch. */
type Branches = Map<string, string>;

/** What one writer has written, and did. */
interface Written {
  repositories: Map<number, Branches>;
  /** Changes by kind. */
  counts: Record<string, number>;
}

function pick<T>(items: readonly T[]): T {
  return items[randomInt(items.length)] as T;
}

const actions = {
  async commit(process: PacksProcess, project: number, { repositories }: Written): Promise<void> {
    const branch = pick(BRANCHES);
    const content = randomBytes(pick([SMALL, LARGE]));
    repositories.get(project)?.set(branch, await commit(process, project, { branch, content }));
  },
  async 'delete a branch'(process: PacksProcess, project: number, { repositories }: Written): Promise<void> {
    const branches = repositories.get(project);
    const branch = pick(BRANCHES);
    const old = branches?.get(branch);
    if (old === undefined || branch === 'main') return;
    await change(process, project, { ref: `refs/heads/${branch}`, old, new: zeroId });
    branches?.delete(branch);
  },
  async fork(process: PacksProcess, project: number, { repositories }: Written): Promise<void> {
    if (repositories.size === MAX_REPOSITORIES) return;
    const [source, fork] = [process.locate(project), process.locate(testbed.newProject())];
    const write = await process.packs.beginFork(source);
    await process.git.forkRepository({ source: source.repo, target: fork.repo });
    await write(fork);
    repositories.set(fork.project_id, new Map(repositories.get(project)));
  },
  async 'delete a repository'(process: PacksProcess, project: number, { repositories }: Written): Promise<void> {
    if (repositories.size === 1) return;
    const root = process.packsDeps.storages.root('default');
    await process.git.removeRepository({ root, repo: process.locate(project).repo });
    await testbed.refLog.model.deleteMany({ project_id: project });
    await testbed.checkpoints.deleteMany({ project_id: project });
    await process.packs.announceRemoval(project);
    repositories.delete(project);
  },
  async 'write a checkpoint'(process: PacksProcess, project: number): Promise<void> {
    await renewCheckpoint(process.packsDeps, process.locate(project));
  },
  async 'lose a folder'(process: PacksProcess, project: number): Promise<void> {
    const { repo } = process.locate(project);
    if (await repositoryExists(repo)) rmSync(repo, { recursive: true });
  },
};

/** Changes and their weights. */
const weights: Record<keyof typeof actions, number> = {
  commit: 12,
  'delete a branch': 3,
  fork: 2,
  'delete a repository': 2,
  'write a checkpoint': 1,
  'lose a folder': 2,
};
const choices = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));

/** Creates the first repository of a writer, and a deleted one whose pack is removed in any run. */
async function begin(): Promise<Written> {
  const written: Written = { repositories: new Map(), counts: {} };
  const first = testbed.newProject();
  written.repositories.set(first, new Map([['main', await commit(pick(processes), first)]]));
  const unused = testbed.newProject();
  await commit(pick(processes), unused, { content: randomBytes(LARGE) });
  written.repositories.set(unused, new Map());
  await actions['delete a repository'](pick(processes), unused, written);
  return written;
}

/** Changes the repositories of a writer through all processes. */
async function write(written: Written, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const name = pick(choices) as keyof typeof actions;
    await actions[name](pick(processes), pick([...written.repositories.keys()]), written);
    written.counts[name] = (written.counts[name] ?? 0) + 1;
    await pause(PAUSE_MS);
  }
}

/** A repository that nobody writes to any more: only its checkpoint names what it needs. */
async function createIdle(): Promise<Pick<Written, 'repositories'>> {
  const process = pick(processes);
  const project = testbed.newProject();
  const main = await commit(process, project, { content: randomBytes(LARGE) });
  await process.packs.writeCheckpoint(process.locate(project));
  return { repositories: new Map([[project, new Map([['main', main]])]]) };
}

/** Stores a pack, and names it after many days, as a very slow push does. Returns its digest. */
async function storeSlowly(): Promise<string> {
  const { packStore } = pick(processes).packsDeps;
  const file = await packStore.newFile();
  writeFileSync(file, randomBytes(LARGE));
  const pack = await packStore.store(file);
  while (passedDays < SLOW_DAYS) await pause(PAUSE_MS);
  const project = testbed.newProject();
  await testbed.createCheckpoint(project, [pack]);
  // There is no repository to examine.
  const examined_at = new Date(Date.now() + 1_000_000 * DAY_MS);
  await testbed.checkpoints.updateOne({ project_id: project }, { $set: { examined_at } });
  return pack.sha256;
}

/** Lets days pass, with all that happens once a day. */
async function passDays(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    clock.pass(DAY_MS);
    passedDays += 1;
    const process = pick(processes);
    await removeOldEntries(process.refLogDeps);
    const counts = { compacted: 0, renewed: 0, none: 0, overtaken: 0, failed: 0 };
    await maintainDue({ packsDeps: process.packsDeps, maintainedRepositories: counts });
    await testbed.audit();
    expect((await sumAudits(testbed.auditDeps())).damaged).toBe(0);
  }
}

it(
  'packs that a repository needs are never removed, and others are',
  async () => {
    const remove = jest.spyOn(testbed.objects, 'delete');
    const end = performance.now() + SOAK_MINUTES * MINUTE_MS;
    let isDone = false;
    const written = await Promise.all(Array.from({ length: WRITERS }, begin));
    const writers = Promise.all(written.map((own) => write(own, () => isDone)));
    const idle = await createIdle();
    const slow = storeSlowly();
    await passDays(() => passedDays >= MIN_DAYS && performance.now() >= end).finally(() => (isDone = true));
    await writers;
    const reader = testbed.start();
    for (const [project, branches] of [idle, ...written].flatMap(({ repositories }) => [...repositories]))
      expect([project, await branchesOf(reader, project)]).toEqual([project, Object.fromEntries(branches)]);
    expect(await testbed.objects.stat(objectKey(PACKS, await slow))).not.toBeNull();
    const removed = remove.mock.calls.length;
    expect(removed).toBeGreaterThanOrEqual(WRITERS);
    if (SOAK_MINUTES > 0) console.log({ passedDays, removed, changes: written.map(({ counts }) => counts) });
  },
  (SOAK_MINUTES + 2) * MINUTE_MS,
);
