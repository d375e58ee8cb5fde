/**
 * Several processes that serve the same repositories at the same time, each with its own folders.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { zeroId } from '@forgemesh/git-engine';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { appendEntry, identifyPush } from '#refs/ref-log/append-entry';
import { closeEntries } from '#refs/ref-log/close-entries';
import { removeOldEntries } from '#refs/ref-log/sweep-entries';
import { waitUntil } from '#storage/storage-moves';
import { removeReleasedFolders } from '#storage/storage-moves/remove-released-folders';
import { branchesOf, commit, type PacksProcess, PacksTestbed, runGit } from '#testing/packs-testbed';
import { renewCheckpoint } from './write-checkpoint';

/** Longer than the suite takes: only announcements tell a process that it lacks an entry. */
const LONG_MS = 600_000;
const DAY_MS = 86_400_000;
const WAIT_MS = 10_000;
/** Of one writer, so that a failed test ends. */
const MAX_WRITES = 1_000;
const MAIN = 'refs/heads/main';

let testbed: PacksTestbed;
let processes: [PacksProcess, PacksProcess, PacksProcess];
beforeAll(async () => {
  testbed = await PacksTestbed.open(await openTestOutbox());
  processes = [start(), start(), start()];
  await waitUntilInformed(...processes);
});
afterAll(() => testbed.close());

function start(): PacksProcess {
  return testbed.start({ maxAgeMs: LONG_MS });
}

async function waitUntilInformed(...some: PacksProcess[]): Promise<void> {
  expect(await waitUntil(() => some.every((process) => process.isInformed()), WAIT_MS)).toBe(true);
}

/** A repository with two commits, which all processes have. */
async function createProject(): Promise<number> {
  const project = testbed.newProject();
  await commit(processes[0], project);
  await commit(processes[1], project);
  return project;
}

async function tipIn({ git, locate }: PacksProcess, project: number, ref = MAIN): Promise<string | undefined> {
  return (await git.findRef({ repo: locate(project).repo, name: ref }))?.id;
}

/** Tries to move a ref; returns whether it has moved. */
async function move(
  process: PacksProcess,
  project: number,
  [from, to]: [string, string],
  ref = MAIN,
  storage = 'default',
): Promise<boolean> {
  const changes = [{ ref, old: from, new: to }];
  const actor = { user_id: 1, username: 'ada', name: 'Ada' };
  // No process lacks the objects of the commits that this suite moves refs between.
  const location = process.packsDeps.storages.locate(project, storage);
  const intent = { location, changes, actor, may_be_default: false, packs: [] };
  return (await appendEntry(process.refLogDeps, intent, identifyPush(changes), false)).entry !== null;
}

/** Commits on the tip that the folder shows, once more if that was not the one of the log. */
async function commitAgain(process: PacksProcess, project: number): Promise<boolean> {
  const location = process.locate(project);
  const actor = { user_id: 1, username: 'ada', name: 'Ada' };
  for (let attempt = 0; attempt < 2; attempt++) {
    const tip = await tipIn(process, project);
    const parents = tip === undefined ? [] : ['-p', tip];
    const id = runGit(location.repo, ['commit-tree', '-m', 'again', ...parents, runGit(location.repo, ['mktree'])]);
    const changes = [{ ref: MAIN, old: tip ?? zeroId, new: id }];
    const intent = { location, changes, actor, may_be_default: false };
    if ((await appendEntry(process.refLogDeps, intent, identifyPush(changes), false)).entry) return true;
  }
  return false;
}

const logOf = (project: number) => testbed.refLog.model.find({ project_id: project }).sort({ seq: 1 }).lean();

/** All refs of a project in a process, after a check of all objects that they reach. */
async function stateIn(process: PacksProcess, project: number): Promise<string> {
  await branchesOf(process, project);
  const { repo } = process.locate(project);
  return [runGit(repo, ['for-each-ref']), runGit(repo, ['symbolic-ref', 'HEAD'])].join('\n');
}

async function expectEqualStates(project: number, ...some: PacksProcess[]): Promise<string> {
  const states = [];
  for (const process of some) states.push(await stateIn(process, project));
  expect(new Set(states).size).toBe(1);
  return states[0] ?? '';
}

describe('processes that serve the same repository', () => {
  it('each read every acknowledged write, and never go back', async () => {
    const project = testbed.newProject();
    for (const process of processes) expect(await tipIn(process, project)).toBeUndefined();
    for (let round = 0; round < 15; round++) {
      const tip = await commit(processes[round % 3]!, project);
      expect(await Promise.all(processes.map((process) => tipIn(process, project)))).toEqual([tip, tip, tip]);
    }
    await expectEqualStates(project, ...processes);
  });

  it('let one of several writers with the same old value win, each time', async () => {
    const project = await createProject();
    const [one, two, three] = processes;
    const commits = (await branchesOf(one, project))['main'] ?? '';
    const other = await commit(two, project, { branch: 'other' });
    let current = commits;
    for (let race = 0; race < 200; race++) {
      const next = current === commits ? other : commits;
      const racers =
        race % 4 === 0
          ? [one, two, three]
          : [
              [one, two],
              [two, three],
              [three, one],
            ][race % 3]!;
      const results = await Promise.all(racers.map((process) => move(process, project, [current, next])));
      expect(results.filter(Boolean).length).toBe(1);
      current = next;
    }
    await expectEqualStates(project, ...processes);
    const log = await logOf(project);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    const moves = log.flatMap(({ refs }) => refs).filter(({ ref }) => ref === MAIN);
    for (const [index, { before }] of moves.entries()) expect(before).toBe(moves[index - 1]?.after ?? zeroId);
  });

  it('let all writers of different refs succeed', async () => {
    const project = await createProject();
    const tip = (await tipIn(processes[0], project)) ?? '';
    const writes = processes.flatMap((process, index) =>
      Array.from({ length: 20 }, (_, at) => move(process, project, [zeroId, tip], `refs/heads/${index}-${at}`)),
    );
    expect(new Set(await Promise.all(writes))).toEqual(new Set([true]));
    expect((await logOf(project)).length).toBe(62);
    await expectEqualStates(project, ...processes);
  });

  it('ask the log if announcements do not reach them', async () => {
    const project = await createProject();
    // Writers do not wait for long for a process that they hear nothing of.
    const [one, two] = [testbed.start(), testbed.start()];
    await waitUntilInformed(one, two);
    await stateIn(two, project);
    two.link.isUp = false;
    for (let round = 0; round < 5; round++) {
      const tip = await commit(one, project);
      expect(await tipIn(two, project)).toBe(tip);
      const second = await commit(two, project);
      expect(await tipIn(one, project)).toBe(second);
    }
  });

  it('take no number that was used and deleted while they were stopped', async () => {
    const project = await createProject();
    const [one, two] = processes;
    const tip = (await tipIn(one, project)) ?? '';
    const first = runGit(one.locate(project).repo, ['rev-parse', `${MAIN}~1`]);
    let resume: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (resume = resolve));
    let hasStopped = (): void => undefined;
    const stopping = new Promise<void>((resolve) => (hasStopped = resolve));
    const frozen = {
      ...one.refLogDeps,
      refLog: Object.assign(Object.create(testbed.refLog) as typeof testbed.refLog, {
        async insert(...entry: Parameters<typeof testbed.refLog.insert>) {
          hasStopped();
          await stopped;
          return testbed.refLog.insert(...entry);
        },
      }),
    };
    const writing = move({ ...one, refLogDeps: frozen }, project, [tip, first]);
    await stopping;
    const newest = await commit(two, project);
    await renewCheckpoint(two.packsDeps, two.locate(project));
    const old = { $set: { created_at: new Date(Date.now() - 15 * DAY_MS) } };
    await testbed.refLog.model.updateMany({ project_id: project }, old);
    await removeOldEntries(two.refLogDeps);
    expect(await logOf(project)).toEqual([]);
    resume();
    expect(await writing).toBe(false);
    expect(await logOf(project)).toEqual([]);
    for (const process of processes) expect(await tipIn(process, project)).toBe(newest);
  });

  it('have one event for each entry, whichever of them closes it', async () => {
    const project = await createProject();
    const tip = (await tipIn(processes[0], project)) ?? '';
    for (const [index, process] of processes.entries()) await move(process, project, [zeroId, tip], `${MAIN}-${index}`);
    const entries = (await logOf(project)).filter(({ open_at }) => open_at !== undefined);
    expect(entries.length).toBe(3);
    await Promise.all(processes.map((process) => closeEntries(process.refLogDeps, entries, undefined)));
    const closed = (await logOf(project)).slice(-3);
    expect(closed.map(({ outbox, open_at }) => [outbox?.length, open_at])).toEqual(entries.map(() => [1, undefined]));
  });

  it('refuse writes as soon as one of them has locked the repository, until one unlocks it', async () => {
    const project = await createProject();
    const [one, two, three] = processes;
    const tip = (await tipIn(three, project)) ?? '';
    await one.locks.lock(project, 'default', 1);
    for (const process of processes) await expect(move(process, project, [tip, zeroId])).rejects.toThrow('read-only');
    await two.locks.unlock(project, 'default', 1);
    expect(await move(three, project, [tip, zeroId])).toBe(true);
    expect(await tipIn(one, project)).toBeUndefined();
  });

  it('lock a repository against writers that have read the log before', async () => {
    const project = await createProject();
    const [one, two] = processes;
    for (let round = 1; round <= 10; round++) {
      const tip = (await tipIn(two, project)) ?? '';
      const write = move(two, project, [tip, zeroId], MAIN).then(
        (isMoved) => isMoved,
        () => false,
      );
      await one.locks.lock(project, 'default', round);
      const { length } = await logOf(project);
      const isMoved = await write;
      // What was written came before the lock.
      expect((await logOf(project)).length).toBe(length);
      await one.locks.unlock(project, 'default', round);
      if (isMoved) await move(two, project, [zeroId, tip]);
    }
  });

  it('move a repository to another storage without the loss of a write, and keep no folder of it', async () => {
    const project = await createProject();
    const tip = (await tipIn(processes[0], project)) ?? '';
    const [one, two, three] = processes;
    const acknowledged: string[] = [];
    let noteMoved = (): void => undefined;
    const moved = new Promise<void>((resolve) => (noteMoved = resolve));
    async function write(process: PacksProcess, index: number): Promise<void> {
      const create = async (storage: string, name: string): Promise<boolean> => {
        const ref = `refs/heads/${storage}-${index}-${name}`;
        const isCreated = await move(process, project, [zeroId, tip], ref, storage);
        if (isCreated) acknowledged.push(ref);
        return isCreated;
      };
      const createUntilRefused = async (): Promise<void> => {
        for (let at = 0; at < MAX_WRITES; at++) await create('default', String(at));
      };
      await expect(createUntilRefused()).rejects.toThrow('read-only');
      await moved;
      // As a request that began before the move.
      await expect(Promise.resolve().then(() => create('default', 'late'))).rejects.toThrow(/read-only|has moved/);
      expect(await create('fast', 'first')).toBe(true);
    }
    const writers = processes.map(write);
    await one.locks.lock(project, 'default', 1);
    const atLock = await logOf(project);
    await two.locks.lock(project, 'fast', 1);
    const copied = three.packsDeps.storages.locateUnchecked(project, 'fast', 'project');
    await three.packs.open(copied);
    const refs = new Set(runGit(copied.repo, ['for-each-ref', '--format=%(refname)']).split('\n'));
    expect(acknowledged.filter((ref) => !refs.has(ref))).toEqual([]);
    await one.locks.release(project, 'default', 1);
    await two.locks.unlock(project, 'fast', 1);
    noteMoved();
    await Promise.all(writers);
    for (const process of processes) {
      expect(() => process.locate(project)).toThrow('has moved');
      const { repo } = process.packsDeps.storages.locate(project, 'fast');
      const { refs: found } = await process.git.listRefs({ repo, folder: 'refs/heads' });
      expect(acknowledged.filter((ref) => !found.some(({ name }) => name === ref))).toEqual([]);
      const old = process.packsDeps.storages.locateUnchecked(project, 'default', 'project').repo;
      const { activity } = process.refLogDeps;
      const { storages } = process.packsDeps;
      const deps = { git: process.git, transportGit: process.git, storages, activity, readOnlyLocks: process.locks };
      const endReading = activity.startReading(old);
      await removeReleasedFolders.run(deps);
      expect(existsSync(old)).toBe(true);
      endReading();
      await removeReleasedFolders.run(deps);
      expect(existsSync(old)).toBe(false);
    }
    // The old place has no entry after its lock but those of the locks.
    const later = (await logOf(project)).filter(({ seq }) => seq > (atLock.at(-1)?.seq ?? 0));
    expect(later.filter(({ storage, mark }) => storage === 'default' && !mark)).toEqual([]);
  });

  it('have the same HEAD', async () => {
    const project = await createProject();
    const [one, two, three] = processes;
    await stateIn(three, project);
    await commit(one, project, { branch: 'other' });
    await two.git.setHead({ repo: two.locate(project).repo, branch: 'other' });
    expect(await expectEqualStates(project, ...processes, start())).toContain('refs/heads/other');
  });

  it('write checkpoints at the same time, from which others are built', async () => {
    const project = await createProject();
    const writing: Promise<unknown>[] = [];
    for (let round = 0; round < 6; round++) {
      for (const process of processes) writing.push(renewCheckpoint(process.packsDeps, process.locate(project)));
      await commit(processes[round % 3]!, project);
    }
    expect(await Promise.all(writing)).toContain(true);
    await expectEqualStates(project, ...processes, start());
    expect((await testbed.checkpointOf(project))?.seq).toBeGreaterThan(1);
  });

  it('build the folder again when the repository is replaced', async () => {
    const project = await createProject();
    const [one, two] = processes;
    await expectEqualStates(project, ...processes);
    const { repo } = two.locate(project);
    await two.packs.forget(two.locate(project));
    await two.git.removeRepository({ root: two.packsDeps.storages.root('default'), repo });
    await two.packsDeps.git.ensureRepository({ repo, default_branch: 'main' });
    const id = runGit(repo, ['commit-tree', '-m', 'new', runGit(repo, ['mktree'])]);
    runGit(repo, ['update-ref', MAIN, id]);
    await two.packs.adopt(two.locate(project));
    for (const process of [...processes, start()]) expect(await tipIn(process, project)).toBe(id);
    await commit(one, project);
    await expectEqualStates(project, ...processes);
  });

  it('build a folder again that was lost and then created empty by a writer', async () => {
    const project = await createProject();
    const [one, two] = processes;
    const state = await stateIn(two, project);
    const { repo } = one.locate(project);
    expect(await tipIn(one, project)).toBeDefined();
    rmSync(repo, { recursive: true });
    runGit(path.dirname(repo), ['init', '-q', '--bare', repo]);
    expect(await stateIn(one, project)).toBe(state);
    await commit(one, project);
    await expectEqualStates(project, ...processes);
  });

  it('build on no ref that the folder shows while it is being lost', async () => {
    const project = await createProject();
    const [one, two] = processes;
    const { repo } = one.locate(project);
    const first = await commit(one, project);
    runGit(repo, ['pack-refs', '--all']);
    await commit(one, project);
    // Only the packed ref is left, with an older value.
    rmSync(path.join(repo, MAIN));
    expect(runGit(repo, ['rev-parse', MAIN])).toBe(first);
    expect(await commitAgain(one, project)).toBe(true);
    // No ref is left, and HEAD and the number are.
    rmSync(path.join(repo, 'packed-refs'));
    rmSync(path.join(repo, MAIN));
    expect(await move(one, project, [zeroId, first])).toBe(false);
    expect(await commitAgain(one, project)).toBe(true);

    const moves = (await logOf(project)).flatMap(({ refs }) => refs);
    for (const [index, { before }] of moves.entries()) expect(before).toBe(moves[index - 1]?.after ?? zeroId);
    await expectEqualStates(project, one, two);
  });

  it('compare changes with the refs of a repository that was replaced, and not with those of before', async () => {
    const project = await createProject();
    const [one, two] = processes;
    // Both remember the refs.
    await commit(one, project);
    await commit(two, project);
    const { repo } = one.locate(project);
    const tip = (await tipIn(one, project)) ?? '';
    runGit(repo, ['update-ref', MAIN, `${tip}~1`]);
    await one.packs.adopt(one.locate(project));
    const warned = [one, two].map((process) => jest.spyOn(process.packsDeps.log, 'warn'));
    expect(await move(two, project, [tip, `${tip.replace(/./g, '1')}`])).toBe(false);
    await commit(two, project);
    await commit(one, project);
    const messages = warned.flatMap((spy) => spy.mock.calls.map(([, message]) => message));
    expect(messages).not.toContain('a folder has lost refs');
    warned.forEach((spy) => spy.mockRestore());
    await expectEqualStates(project, ...processes);
  });

  it('accept changes of a folder that follows other processes', async () => {
    const project = await createProject();
    const tip = (await tipIn(processes[0], project)) ?? '';
    const warned = jest.spyOn(processes[0].packsDeps.log, 'warn');
    for (let round = 0; round < 10; round++) {
      const moved = processes.map((process, index) =>
        move(process, project, [zeroId, tip], `refs/heads/${index}-${round}`),
      );
      expect(await Promise.all(moved)).toEqual([true, true, true]);
    }
    expect(warned.mock.calls.filter(([, message]) => message === 'a folder has lost refs')).toEqual([]);
    warned.mockRestore();
  });

  it('copy a repository without its packs, and keep the copy', async () => {
    const project = await createProject();
    const [one, two, three] = processes;
    const copy = testbed.newProject();
    for (const process of processes) expect(await tipIn(process, copy)).toBeUndefined();
    const tip = await commit(one, project);
    expect(await two.packs.copy(two.locate(project), two.locate(copy))).toBe(true);
    // A copy of before stays.
    await commit(three, project);
    expect(await three.packs.copy(three.locate(project), three.locate(copy))).toBe(true);
    expect(await Promise.all(processes.map((process) => tipIn(process, copy)))).toEqual([tip, tip, tip]);
    await expectEqualStates(copy, ...processes);
    expect(await one.packs.copy(one.locate(testbed.newProject()), one.locate(copy))).toBe(false);
  });

  it('remove their folders of a deleted repository', async () => {
    const project = await createProject();
    await expectEqualStates(project, ...processes);
    const [one, two, three] = processes;
    await one.git.removeRepository({
      root: one.packsDeps.storages.root('default'),
      repo: one.locate(project).repo,
    });
    await testbed.refLog.model.deleteMany({ project_id: project });
    await testbed.checkpoints.deleteMany({ project_id: project });
    await one.packs.announceRemoval(project);
    const areRemoved = () => [two, three].every(({ locate }) => !existsSync(locate(project).repo));
    expect(await waitUntil(areRemoved, WAIT_MS)).toBe(true);
    for (const process of processes) expect(await tipIn(process, project)).toBeUndefined();
  });
});
