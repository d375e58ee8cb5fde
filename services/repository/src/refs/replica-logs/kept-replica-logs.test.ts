/** Processes of a secondary that share its replicas, whose logs are copied from the primary. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type GitClient, zeroId } from '@forgemesh/git-engine';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { originalCursor, readLogPart, renewCheckpoint, type ReplicaCursor, type SentPack } from '#refs/packs';
import { waitUntil } from '#storage/storage-moves';
import { branchesOf, change, commit, type PacksProcess, PacksTestbed, runGit } from '#testing/packs-testbed';
import { KeptReplicaLogs } from './kept-replica-logs';

/** Longer than the suite takes: only announcements tell a process that it lacks an entry. */
const LONG_MS = 600_000;
const WAIT_MS = 10_000;

interface Member extends PacksProcess {
  replicaLogs: KeptReplicaLogs;
}

let primary: PacksTestbed;
let secondary: PacksTestbed;
let original: PacksProcess;
let members: [Member, Member, Member];
beforeAll(async () => {
  primary = await PacksTestbed.open(await openTestOutbox());
  secondary = await PacksTestbed.open(await openTestOutbox());
  original = primary.start();
  members = [startMember(), startMember(), startMember()];
  expect(await waitUntil(() => members.every((member) => member.isInformed()), WAIT_MS)).toBe(true);
});
afterAll(async () => {
  await secondary.close();
  await primary.close();
});

function startMember(): Member {
  const process = secondary.start({ maxAgeMs: LONG_MS });
  const { git, packs, packsDeps, logSource } = process;
  const { refLog, refCheckpoints } = secondary;
  const { storages } = packsDeps;
  // Replicas are removed from the disk without the wrapper that opens them first.
  const transportGit: GitClient = git;
  const deps = { git, transportGit, storages, packs, packsDeps, logSource, refLog, refCheckpoints };
  return { ...process, replicaLogs: new KeptReplicaLogs(deps) };
}

async function contentOf({ sha256 }: SentPack): Promise<AsyncIterable<Uint8Array>> {
  const opened = await original.packsDeps.packStore.openStored(sha256);
  if (!opened) throw new Error('the pack is missing');
  return opened.content;
}

/**
 * Lets a replica follow to the end of the log. Each call goes to another process. Returns the
 * number of downloaded packs.
 */
async function follow(project: number, from = members): Promise<number> {
  let downloads = 0;
  for (let turn = 0; ; turn++) {
    const [reader, keeper, applier] = [0, 1, 2].map((at) => from[(turn + at) % from.length] as Member);
    const cursor = await reader!.replicaLogs.readCursor(reader!.locate(project));
    const found = await readLogPart(original.logSource, original.locate(project), cursor);
    if (!found) throw new Error('the repository has no log');
    const missing = await applier!.replicaLogs.applyPart(applier!.locate(project), found.part);
    for (const pack of missing) await keeper!.replicaLogs.storePack(pack, await contentOf(pack));
    downloads += missing.length;
    if (missing.length === 0 && !found.hasMore) return downloads;
  }
}

/** Copies a repository with git, as a fetch does. */
async function fetch(member: Member, project: number): Promise<void> {
  const { repo } = member.locate(project);
  await member.replicaLogs.fetch(member.locate(project), async () => {
    await member.packsDeps.git.ensureRepository({ repo, default_branch: 'main' });
    runGit(repo, ['fetch', '-q', '--prune', original.locate(project).repo, '+refs/*:refs/*']);
  });
}

async function stateIn(process: PacksProcess, project: number): Promise<string> {
  await branchesOf(process, project);
  const { repo } = process.locate(project);
  return [runGit(repo, ['for-each-ref']), runGit(repo, ['symbolic-ref', 'HEAD'])].join('\n');
}

/** Whether every process has the state of the original, and the cursor is that of its log. */
async function expectEqual(project: number, some: readonly Member[] = members): Promise<void> {
  const expected = await stateIn(original, project);
  for (const member of some) expect(await stateIn(member, project)).toBe(expected);
  expect(await cursorOf(project)).toEqual(await originalCursor(original.logSource, original.locate(project)));
}

function cursorOf(project: number): Promise<ReplicaCursor | undefined> {
  const [member] = members;
  return member.replicaLogs.readCursor(member.locate(project));
}

describe('a replica that several processes serve', () => {
  it('is built from the log, and shows each change in every process at once', async () => {
    const project = primary.newProject();
    await commit(original, project);
    await commit(original, project, { branch: 'other' });
    expect(await follow(project)).toBe(0);
    await expectEqual(project);
    for (let round = 0; round < 5; round++) {
      await commit(original, project);
      await follow(project);
      await expectEqual(project);
    }
    const { repo } = original.locate(project);
    const tip = runGit(repo, ['rev-parse', 'refs/heads/other']);
    await change(original, project, { ref: 'refs/heads/next', old: zeroId, new: tip });
    await change(original, project, { ref: 'refs/heads/other', old: tip, new: zeroId });
    await original.git.setHead({ repo, branch: 'next' });
    await primary.refLog.model.updateMany({ project_id: project }, { $unset: { open_at: 1 } });
    await follow(project);
    await expectEqual(project);
    // Also a folder that is built from nothing.
    await expectEqual(project, [startMember()]);
  });

  it('gets large packs, which each process has', async () => {
    const project = primary.newProject();
    for (let round = 0; round < 3; round++) await commit(original, project, { content: randomBytes(100_000) });
    expect(await follow(project)).toBeGreaterThanOrEqual(3);
    await expectEqual(project);
    const [one] = members;
    const other = { sha256: 'a'.repeat(64), size: 3 };
    await expect(one.replicaLogs.storePack(other, toStream('abc'))).rejects.toThrow('is another one');
    await expect(one.replicaLogs.storePack({ ...other, size: 2 }, toStream('abc'))).rejects.toThrow('is larger');
    const hostile = { sha256: '../HEAD', size: 3 };
    await expect(one.replicaLogs.storePack(hostile, toStream('abc'))).rejects.toThrow('not named by a SHA-256');
  });

  it('is the same if several processes apply the same part', async () => {
    const project = primary.newProject();
    await commit(original, project);
    await follow(project);
    for (let round = 0; round < 10; round++) await commit(original, project);
    const found = await readLogPart(original.logSource, original.locate(project), await cursorOf(project));
    const applying = members.map(({ replicaLogs, locate }) => replicaLogs.applyPart(locate(project), found!.part));
    expect(await Promise.all(applying)).toEqual([[], [], []]);
    await expectEqual(project);
    const copies = await secondary.refLog.model.find({ project_id: project }).sort({ seq: 1 }).lean();
    expect(copies.map(({ seq }) => seq)).toEqual(copies.map((_, index) => index + 1));
  });

  it('has no events, and does not change the log of the original', async () => {
    const project = primary.newProject();
    await commit(original, project);
    await follow(project);
    await commit(original, project);
    await follow(project);
    const entries = await secondary.refLog.model.find({ project_id: project }).lean();
    expect(entries.every(({ outbox, open_at }) => outbox === undefined && open_at === undefined)).toBe(true);
  });

  it('follows the log after it was fetched with git, in whichever process', async () => {
    const [one, two, three] = members;
    const project = primary.newProject();
    await commit(original, project);
    const before = (await originalCursor(original.logSource, original.locate(project)))!;
    await fetch(two, project);
    await three.replicaLogs.setCursor(three.locate(project), before);
    await expectEqual(project);
    await commit(original, project);
    await follow(project);
    await expectEqual(project);
    // As after a difference, while processes have the state of before.
    await commit(original, project);
    const newest = (await originalCursor(original.logSource, original.locate(project)))!;
    await fetch(one, project);
    await two.replicaLogs.setCursor(two.locate(project), newest);
    await expectEqual(project);
    await commit(original, project);
    await follow(project);
    await expectEqual(project);
  });

  it('loses what an interrupted fetch has brought', async () => {
    const [one, two] = members;
    const project = primary.newProject();
    await commit(original, project);
    await follow(project);
    const before = await stateIn(two, project);
    await commit(original, project);
    const failing = one.replicaLogs.fetch(one.locate(project), () => {
      runGit(one.locate(project).repo, ['fetch', '-q', original.locate(project).repo, '+refs/*:refs/*']);
      return Promise.reject(new Error('interrupted'));
    });
    await expect(failing).rejects.toThrow('interrupted');
    for (const member of members) expect(await stateIn(member, project)).toBe(before);
    await follow(project);
    await expectEqual(project);
  });

  it('continues with the log of another incarnation of its original', async () => {
    const [one, two] = members;
    const project = primary.newProject();
    await commit(original, project);
    await follow(project);
    for (let round = 0; round < 3; round++) await commit(original, project);
    await follow(project);
    await original.packs.adopt(original.locate(project));
    const replaced = (await originalCursor(original.logSource, original.locate(project)))!;
    // The refs are the same, so that only the cursor differs.
    await one.replicaLogs.setCursor(one.locate(project), { ...replaced, seq: 2 });
    expect(await cursorOf(project)).toEqual({ ...replaced, seq: 2 });
    await two.replicaLogs.setCursor(two.locate(project), replaced);
    await expectEqual(project);
    await commit(original, project);
    await follow(project);
    await expectEqual(project);
  });

  it('keeps its place when its packs are compacted', async () => {
    const [one, two] = members;
    const project = primary.newProject();
    for (let round = 0; round < 3; round++) await commit(original, project);
    await renewCheckpoint(original.packsDeps, original.locate(project));
    await follow(project);
    const before = await cursorOf(project);
    await one.packs.writeCheckpoint(one.locate(project));
    expect(await cursorOf(project)).toEqual(before);
    await commit(original, project);
    await follow(project);
    expect(await renewCheckpoint(two.packsDeps, two.locate(project))).toBe(true);
    await expectEqual(project);
    await expectEqual(project, [startMember()]);
  });

  it('disappears from all processes when it is removed, and comes back', async () => {
    const [one, two, three] = members;
    const project = primary.newProject();
    await commit(original, project);
    await follow(project);
    await expectEqual(project);
    await one.replicaLogs.remove(one.locate(project));
    const areRemoved = () => members.every(({ locate }) => !existsSync(locate(project).repo));
    expect(await waitUntil(areRemoved, WAIT_MS)).toBe(true);
    expect(await cursorOf(project)).toBeUndefined();
    for (const { git, locate } of [two, three])
      expect(await git.findRef({ repo: locate(project).repo, name: 'refs/heads/main' })).toBeNull();
    await follow(project);
    await expectEqual(project);
  });
});

async function* toStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
