import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import type { EntityStore } from '@forgemesh/data';
import { NotFoundError, UnavailableError } from '@forgemesh/errors';
import { type GitClient, repositoryPath, zeroId } from '@forgemesh/git-engine';
import { createLocalClient, type LocalClient } from '@forgemesh/git-engine/testing';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { KeyedQueue } from '#storage/keyed-queue';
import { RepositoryActivity } from '#storage/repository-activity';
import { Storages } from '#storage/repository-location';
import { noPacks } from '#refs/packs/repository-packs';
import { appendEntry, identifyPush } from './append-entry';
import { changeRef, findEarlierChange } from './change-ref';
import type { RefLogDeps } from './deps';
import { LogHeads } from './log-heads';
import { moveRefs, partsOf } from './move-refs';
import { moveRefChanges } from './move-ref-changes';
import { presentEntry } from './ref-log-entry.entity';
import { createRefCheckpointModel, createRefLogModel, type RefLogEntry } from './ref-log-entry.model';
import { removeOldEntries, sweepEntries } from './sweep-entries';
import type { RefIntent } from './ref-intent';

const DAY_MS = 86_400_000;

let runtime: Awaited<ReturnType<typeof openTestOutbox>>;
let local: LocalClient;
let git: LocalClient['git'];
let folder: string;
let commits: string[];
let lastProject = 0;
let refLog: EntityStore<RefLogEntry>;
let refCheckpoints: RefLogDeps['refCheckpoints'];
let failing: Error | undefined;

beforeAll(async () => {
  runtime = await openTestOutbox();
  jest.spyOn(runtime.outbox, 'flushSoon').mockImplementation(() => undefined);
  local = createLocalClient();
  git = local.git;
  folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-ref-log-'));
  refLog = runtime.outbox.store(createRefLogModel(runtime.connection), () => ({}));
  refCheckpoints = createRefCheckpointModel(runtime.connection);
  await runtime.ensureIndexes();
});
afterAll(async () => {
  local.close();
  rmSync(folder, { recursive: true, force: true });
  await runtime.close();
});
afterEach(() => (failing = undefined));

/** The dependencies of a process of its own; its writes of refs fail while `failing` is set. */
function startProcess(): RefLogDeps {
  const updateRefs: GitClient['updateRefs'] = (input, options) =>
    failing ? Promise.reject(failing) : git.updateRefs(input, options);
  return {
    log: { warn: () => undefined },
    git: { ...git, updateRefs },
    storages: new Storages(folder, []),
    activity: new RepositoryActivity(),
    epochs: { verify: () => Promise.resolve() },
    outbox: runtime.outbox,
    refLog,
    refCheckpoints,
    packs: noPacks,
    logHeads: new LogHeads(),
    logQueue: new KeyedQueue(),
    background: { run: (_text: string, work: () => Promise<void>) => void work() },
  } as unknown as RefLogDeps;
}

/** A new repository with three commits, which no ref names. */
async function createRepository(): Promise<number> {
  lastProject += 1;
  const repo = repoOf(lastProject);
  await git.ensureRepository({ repo });
  const run = (...args: string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { input: '' })
      .toString()
      .trim();
  const tree = run('mktree');
  commits = ['one', 'two', 'three'].map((message) => run('commit-tree', '-m', message, tree));
  return lastProject;
}

function repoOf(projectId: number): string {
  return repositoryPath(path.resolve(folder, 'repositories', 'default'), projectId);
}

function intent(projectId: number, changes: RefIntent['changes'], fields: Partial<RefIntent> = {}): RefIntent {
  const location = new Storages(folder, []).locate(projectId, 'default');
  return { location, changes, actor: { user_id: 1, username: 'ada', name: 'Ada' }, may_be_default: false, ...fields };
}

/** The change of `refs/heads/<name>` between two of the commits; null for no commit. */
function change(name: string, from: number | null, to: number | null): RefIntent['changes'][number] {
  const id = (at: number | null): string => (at === null ? zeroId : commits[at]!);
  return { ref: `refs/heads/${name}`, old: id(from), new: id(to) };
}

async function append(deps: RefLogDeps, ...[projectId, changes, fields]: Parameters<typeof intent>) {
  return appendEntry(deps, intent(projectId, changes, fields), identifyPush(changes), false);
}

async function refsOf(projectId: number): Promise<Record<string, number>> {
  const { refs } = await git.listRefs({ repo: repoOf(projectId), folder: 'refs/heads' });
  return Object.fromEntries(refs.map(({ name, id }) => [name.slice('refs/heads/'.length), commits.indexOf(id)]));
}

async function logOf(projectId: number): Promise<RefLogEntry[]> {
  return refLog.model.find({ project_id: projectId }).sort({ seq: 1 }).lean();
}

describe('the log', () => {
  it('numbers the entries, and the refs follow', async () => {
    const deps = startProcess();
    const project = await createRepository();
    await append(deps, project, [change('a', null, 0)]);
    await append(deps, project, [change('a', 0, 1), change('b', null, 2)]);
    expect((await logOf(project)).map(({ _id }) => _id)).toEqual([`${project}:project:1`, `${project}:project:2`]);
    expect(await refsOf(project)).toEqual({ a: 1, b: 2 });
  });

  it.each([
    ['exists', 'a', null],
    ['moved', 'a', 2],
    ['missing', 'c', 0],
    ['in_the_way', 'a/b', null],
  ])('refuses a change that is late: %s', async (cause, name, from) => {
    const deps = startProcess();
    const project = await createRepository();
    await append(deps, project, [change('a', null, 0)]);
    const { entry, refused } = await append(deps, project, [change(name, from, 1)]);
    expect([entry, refused]).toMatchObject([null, [{ ref: `refs/heads/${name}`, cause }]]);
    expect(await logOf(project)).toHaveLength(1);
  });

  it('has one winner for each number, whichever process writes', async () => {
    const project = await createRepository();
    const processes = [startProcess(), startProcess(), startProcess()];
    await append(processes[0]!, project, [change('a', null, 0)]);
    for (let round = 0; round < 20; round++) {
      const [from, to] = round % 2 === 0 ? [0, 1] : [1, 0];
      const results = await Promise.all(processes.map((deps) => append(deps, project, [change('a', from, to)])));
      expect(results.filter(({ entry }) => entry !== null)).toHaveLength(1);
    }
    const log = await logOf(project);
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    for (const [at, { refs }] of log.entries()) if (at > 0) expect(refs[0]?.before).toBe(log[at - 1]?.refs[0]?.after);
  });

  it('is followed by the sweep if the process ended after the entry', async () => {
    const project = await createRepository();
    const deps = startProcess();
    await append(deps, project, [change('a', null, 0)]);
    failing = new UnavailableError();
    await expect(append(deps, project, [change('a', 0, 1)])).rejects.toThrow(UnavailableError);
    expect(await refsOf(project)).toEqual({ a: 0 });
    failing = undefined;
    await refLog.model.updateMany({ project_id: project }, { $set: { open_at: new Date(0) } });
    await sweepEntries(startProcess());
    expect(await refsOf(project)).toEqual({ a: 1 });
    expect((await logOf(project)).map(({ open_at }) => open_at)).toEqual([undefined, undefined]);
  });

  it('is followed by the sweep although many other repositories fail', async () => {
    const project = await createRepository();
    await append(startProcess(), project, [change('a', null, 0)]);
    const [entry] = await logOf(project);
    // Repositories of a storage that does not exist, in which nothing can be done.
    const lost = Array.from({ length: 150 }, (_, index) => ({
      ...entry,
      _id: `${1_000_000 + index}:project:1`,
      project_id: 1_000_000 + index,
      storage: 'lost',
      open_at: new Date(0),
    }));
    await refLog.model.insertMany(lost);
    await refLog.model.updateMany({ project_id: project }, { $set: { open_at: new Date(1) } });
    await sweepEntries(startProcess());
    expect((await logOf(project)).map(({ open_at }) => open_at)).toEqual([undefined]);
    await refLog.model.deleteMany({ storage: 'lost' });
  });

  it('is closed if the project was deleted meanwhile', async () => {
    const project = await createRepository();
    const setDefaultBranch = jest.fn().mockRejectedValue(new NotFoundError('Project'));
    const deps = { ...startProcess(), clients: { defaultBranches: { setDefaultBranch } } } as unknown as RefLogDeps;
    await append(deps, project, [change('main', null, 0)], { may_be_default: true });
    await refLog.model.updateMany({ project_id: project }, { $set: { open_at: new Date(0) } });
    await sweepEntries(deps);
    expect(setDefaultBranch).toHaveBeenCalledWith({ project_id: project, branch: 'main' });
    expect((await logOf(project)).map(({ open_at }) => open_at)).toEqual([undefined]);
  });

  it('never moves a ref back: later entries decide', async () => {
    const project = await createRepository();
    const deps = startProcess();
    await append(deps, project, [change('a', null, 0)]);
    await append(deps, project, [change('a', 0, 1)]);
    // Only the first entry is still open.
    await refLog.model.updateOne({ _id: `${project}:project:2` }, { $unset: { open_at: 1 } });
    await refLog.model.updateOne({ _id: `${project}:project:1` }, { $set: { open_at: new Date(0) } });
    await sweepEntries(startProcess());
    expect(await refsOf(project)).toEqual({ a: 1 });
  });

  it('is read by the next writer after an unknown outcome', async () => {
    const project = await createRepository();
    const deps = startProcess();
    await append(deps, project, [change('a', null, 0)]);
    failing = new UnavailableError();
    await expect(append(deps, project, [change('a', 0, 1)])).rejects.toThrow(UnavailableError);
    failing = undefined;
    expect((await append(deps, project, [change('a', 1, 2)])).entry?.seq).toBe(3);
    expect(await refsOf(project)).toEqual({ a: 2 });
  });

  it('marks an entry that git refuses, and goes on', async () => {
    const project = await createRepository();
    const deps = startProcess();
    failing = Object.assign(new Error('no'), { name: 'GitError', reason: 'refused' });
    await expect(append(deps, project, [change('a', null, 0)], { operation_id: 'write' })).rejects.toThrow('no');
    failing = undefined;
    expect(await logOf(project)).toMatchObject([{ refused: 'no' }]);
    const { entry } = await append(deps, project, [change('a', null, 1)], { operation_id: 'write' });
    expect(entry?.seq).toBe(2);
    expect(await refsOf(project)).toEqual({ a: 1 });
  });

  it('refuses writes of a locked repository', async () => {
    const project = await createRepository();
    const deps = startProcess();
    deps.activity.lock(repoOf(project));
    await expect(append(deps, project, [change('a', null, 0)])).rejects.toThrow('temporarily read-only');
    expect(await logOf(project)).toEqual([]);
  });

  it('uses no number twice after old entries were deleted', async () => {
    const project = await createRepository();
    const deps = startProcess();
    await append(deps, project, [change('a', null, 0)]);
    const old = { $set: { created_at: new Date(Date.now() - 15 * DAY_MS) }, $unset: { open_at: 1 } };
    await refLog.model.updateMany({ project_id: project }, old);
    await removeOldEntries(deps);
    expect(await logOf(project)).toEqual([]);
    expect((await append(startProcess(), project, [change('a', 0, 1)])).entry?.seq).toBe(2);
  });
});

describe('changeRef', () => {
  it('returns the first attempt of a repeated write', async () => {
    const project = await createRepository();
    const deps = startProcess();
    const { location, actor } = intent(project, []);
    const single = {
      location,
      actor,
      may_be_default: false,
      change: change('a', null, 0),
      operation_id: `op-${project}`,
    };
    expect(await changeRef(deps, single)).toMatchObject({ after: commits[0] });
    expect(await changeRef(deps, single)).toMatchObject({ after: commits[0] });
    expect(await findEarlierChange(deps, single.operation_id)).toMatchObject({ before: zeroId, after: commits[0] });
    expect(await logOf(project)).toHaveLength(1);
  });

  it('throws the conflict of git', async () => {
    const project = await createRepository();
    const deps = startProcess();
    const { location, actor } = intent(project, []);
    const single = { location, actor, may_be_default: false, change: change('a', 0, 1) };
    await expect(changeRef(deps, single)).rejects.toMatchObject({
      name: 'GitError',
      reason: 'conflict',
      details: { ref: 'refs/heads/a', cause: 'missing' },
    });
  });
});

describe('moveRefs', () => {
  it('moves each ref that can move, or none', async () => {
    const project = await createRepository();
    const deps = startProcess();
    const changes = [change('a', null, 0), change('b', 1, 2)];
    const atomic = await moveRefs(deps, intent(project, changes), true);
    expect(atomic.entries).toEqual([]);
    expect(Object.fromEntries(atomic.refused)).toEqual({
      'refs/heads/a': 'atomic push failed',
      'refs/heads/b': 'fetch first',
    });
    const each = await moveRefs(deps, intent(project, changes), false);
    expect(Object.fromEntries(each.refused)).toEqual({ 'refs/heads/b': 'fetch first' });
    expect(await refsOf(project)).toEqual({ a: 0 });
  });

  it('uses a name that a deletion of the same push has freed', async () => {
    const project = await createRepository();
    const deps = startProcess();
    await append(deps, project, [change('a', null, 0)]);
    const moved = await moveRefs(deps, intent(project, [change('a', 0, null), change('a/b', null, 1)]), false);
    expect([moved.entries.length, moved.refused.size]).toEqual([2, 0]);
    expect(await refsOf(project)).toEqual({ 'a/b': 1 });
  });

  it('refuses an atomic push that does not fit one entry', async () => {
    const project = await createRepository();
    const changes = Array.from({ length: 40_000 }, (_, at) => change(`${'x'.repeat(200)}-${at}`, 0, 1));
    const { entries, refused } = await moveRefs(startProcess(), intent(project, changes), true);
    expect([entries.length, refused.size]).toEqual([0, changes.length]);
  });

  it('has an event for each ref', async () => {
    const project = await createRepository();
    const deps = startProcess();
    const changes = Array.from({ length: 120 }, (_, at) => change(`topic-${at}`, null, 0));
    const { entries } = await moveRefs(deps, intent(project, changes), false);
    const subjects = new Set<unknown>();
    for await (const batch of presentEntry(deps, entries[0]!).batches())
      for (const { subject, entity } of batch) {
        subjects.add(subject);
        expect(entity).toMatchObject({ project_id: project, refs_count: 120, ref_type_count: 120, after: commits[0] });
      }
    expect(subjects.size).toBe(120);
  });
});

describe('partsOf', () => {
  it('divides many refs into parts that fit one entry, in order', () => {
    const changes = Array.from({ length: 20_000 }, (_, at) => ({ ref: `refs/heads/${at}`, old: zeroId, new: zeroId }));
    const parts = partsOf(changes);
    expect(parts.length).toBe(2);
    expect(parts.flat()).toEqual(changes);
    expect(partsOf([])).toEqual([]);
  });
});

describe('moveRefChanges', () => {
  it('moves what the earlier release has stored, and keeps what has happened', async () => {
    const project = await createRepository();
    const deps = startProcess();
    await git.updateRefs({ repo: repoOf(project), updates: [change('a', null, 0), change('b', null, 1)] });
    const earlier = runtime.connection.collection<{ _id: number }>('ref_changes');
    const fields = {
      project_id: project,
      storage: 'default',
      kind: 'project',
      push_id: 'earlier',
      refs_count: 1,
      ref_type_count: 1,
      before: zeroId,
      user_id: 1,
      user_username: 'ada',
      user_name: 'Ada',
      push_options: [],
      may_be_default: false,
      is_first: false,
      total_commits_count: 1,
      created_at: new Date(),
    };
    await earlier.insertMany([
      { ...fields, _id: 1, ref: 'refs/heads/a', after: commits[0], operation_id: `earlier-${project}` },
      { ...fields, _id: 2, ref: 'refs/heads/b', after: commits[1], open_at: fields.created_at },
      { ...fields, _id: 3, ref: 'refs/heads/c', after: commits[2], open_at: fields.created_at },
    ] as never[]);
    await moveRefChanges(deps);
    await moveRefChanges(deps);
    expect(await logOf(project)).toMatchObject([
      { seq: 1, refs: [{ id: 1, ref: 'refs/heads/a' }], operation_id: `earlier-${project}` },
      { seq: 2, refs: [{ id: 2, ref: 'refs/heads/b' }], open_at: fields.created_at },
    ]);
    expect(await earlier.countDocuments()).toBe(0);
    expect((await append(deps, project, [change('a', 0, 1)])).entry?.seq).toBe(3);
  });
});
