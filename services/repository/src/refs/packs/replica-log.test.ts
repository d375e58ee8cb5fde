/** Replicas on another node follow the logs of repositories whose packs are in the object store. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { zeroId } from '@forgemesh/git-engine';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { renewCheckpoint } from './write-checkpoint';
import { branchesOf, change, commit, type PacksProcess, PacksTestbed, runGit } from '#testing/packs-testbed';
import { applyLogPart, type ReplicaLogDeps } from './apply-log-part';
import { readReplicaCursor, type ReplicaCursor, writeReplicaCursor } from './replica-cursor';
import { type LogPart, originalCursor, readLogPart, type SentPack } from './replica-log';
import { StagedPacks } from './staged-packs';

let testbed: PacksTestbed;
let original: PacksProcess;
/** The other node: it shares nothing, so that it keeps no packs. */
let node: PacksProcess;
let replicas: ReplicaLogDeps;
beforeAll(async () => {
  testbed = await PacksTestbed.open(await openTestOutbox());
  original = testbed.start();
  node = testbed.start({ packs: 'folder' });
  const stagedPacks = new StagedPacks(path.join(node.folder, 'packs'), node.packsDeps.packStore);
  replicas = { packsDeps: node.packsDeps, stagedPacks };
});
afterAll(() => testbed.close());

async function partAfter(project: number, cursor?: ReplicaCursor): Promise<{ part: LogPart; hasMore: boolean }> {
  const found = await readLogPart(original.logSource, original.locate(project), cursor);
  if (!found) throw new Error('the repository has no log');
  return found;
}

/** Downloads a pack. */
async function contentOf({ sha256 }: SentPack): Promise<AsyncIterable<Uint8Array>> {
  const opened = await original.packsDeps.packStore.openStored(sha256);
  if (!opened) throw new Error('the pack is missing');
  return opened.content;
}

/** Lets the replica follow to the end of the log; returns the number of downloaded packs. */
async function follow(project: number): Promise<number> {
  const location = node.locate(project);
  let downloads = 0;
  for (;;) {
    const { part, hasMore } = await partAfter(project, await readReplicaCursor(location.repo));
    const missing = await applyLogPart(replicas, location, part);
    for (const pack of missing) await replicas.stagedPacks.store(pack, await contentOf(pack));
    downloads += missing.length;
    if (missing.length === 0 && !hasMore) return downloads;
  }
}

async function expectEqual(project: number): Promise<void> {
  const states = [];
  for (const process of [original, node]) {
    await branchesOf(process, project);
    const { repo } = process.locate(project);
    states.push([runGit(repo, ['for-each-ref']), runGit(repo, ['symbolic-ref', 'HEAD'])]);
  }
  expect(states[1]).toEqual(states[0]);
}

/** A change of a ref back and forth, which adds entries without objects. */
async function moveBack(project: number, count: number): Promise<void> {
  const { git, locate } = original;
  const tip = (await git.findRef({ repo: locate(project).repo, name: 'refs/heads/main' }))?.id ?? zeroId;
  for (let at = 0; at < count; at++) {
    await change(original, project, { ref: 'refs/heads/moving', old: zeroId, new: tip });
    await change(original, project, { ref: 'refs/heads/moving', old: tip, new: zeroId });
  }
}

describe('a replica', () => {
  it('is built from the log, and follows changes, deletions and HEAD', async () => {
    const project = testbed.newProject();
    await commit(original, project);
    await commit(original, project, { branch: 'other' });
    expect(await follow(project)).toBe(0);
    await expectEqual(project);
    await commit(original, project);
    const { repo } = original.locate(project);
    const tip = runGit(repo, ['rev-parse', 'refs/heads/other']);
    await change(original, project, { ref: 'refs/merge-requests/1/head', old: zeroId, new: tip });
    await change(original, project, { ref: 'refs/heads/next', old: zeroId, new: tip });
    await change(original, project, { ref: 'refs/heads/other', old: tip, new: zeroId });
    await original.git.setHead({ repo, branch: 'next' });
    // The mark of HEAD stays open until the entry is closed.
    await testbed.refLog.model.updateMany({ project_id: project }, { $unset: { open_at: 1 } });
    await follow(project);
    await expectEqual(project);
    expect(await readReplicaCursor(node.locate(project).repo)).toEqual(
      await originalCursor(original.logSource, original.locate(project)),
    );
  });

  it('gets large packs by their digests, and keeps them until it has them', async () => {
    const project = testbed.newProject();
    await commit(original, project, { content: randomBytes(100_000) });
    await commit(original, project, { content: randomBytes(100_000) });
    const { part } = await partAfter(project);
    const [first] = await applyLogPart(replicas, node.locate(project), part);
    if (!first) throw new Error('no pack is missing');
    const other = [Buffer.alloc(first.size)];
    await expect(replicas.stagedPacks.store(first, toStream(other))).rejects.toThrow('is another one');
    await expect(replicas.stagedPacks.store({ ...first, size: 3 }, toStream(other))).rejects.toThrow('is larger');
    await replicas.stagedPacks.store(first, await contentOf(first));
    const hostile = { ...part, entries: [], base: { ...part.base!, packs: [{ sha256: 'x/../../../HEAD', size: 1 }] } };
    await expect(applyLogPart(replicas, node.locate(project), hostile)).rejects.toThrow('not named by a SHA-256');
    // The rest of an interrupted sync.
    expect(await follow(project)).toBe((await namedIn(part)) - 1);
    await expectEqual(project);
    expect(readdirSync(path.join(node.folder, 'packs'))).toEqual([]);
  });

  it('is not built from a log whose packs have other names', async () => {
    const project = testbed.newProject();
    await commit(original, project);
    const { part } = await partAfter(project);
    const renamed = { ...part, base: undefined, entries: [{ seq: 2, refs: [], packs: [{ sha256: '../a', size: 1 }] }] };
    await expect(applyLogPart(replicas, node.locate(project), renamed as unknown as LogPart)).rejects.toThrow(
      'not named by a SHA-256',
    );
  });

  it('has no effect of entries that are still open', async () => {
    const project = testbed.newProject();
    await commit(original, project);
    const before = await originalCursor(original.logSource, original.locate(project));
    await commit(original, project);
    await testbed.refLog.model.updateOne({ project_id: project, seq: 2 }, { $set: { open_at: new Date() } });
    expect((await partAfter(project)).part.seq).toBe(1);
    expect(await originalCursor(original.logSource, original.locate(project))).toEqual(before);
    await testbed.refLog.model.updateMany({ project_id: project }, { $unset: { open_at: 1 } });
    await follow(project);
    await expectEqual(project);
  });

  it('follows the same entries again without effect', async () => {
    const project = testbed.newProject();
    await commit(original, project);
    await moveBack(project, 2);
    await follow(project);
    const { repo } = node.locate(project);
    const cursor = (await readReplicaCursor(repo)) as ReplicaCursor;
    await writeReplicaCursor(repo, { ...cursor, seq: 1 });
    await follow(project);
    await expectEqual(project);
    expect(await readReplicaCursor(repo)).toEqual(cursor);
  });

  it('follows entries that a newer checkpoint includes, and is built again if they are deleted', async () => {
    const project = testbed.newProject();
    await commit(original, project);
    await follow(project);
    await commit(original, project);
    await moveBack(project, 1);
    expect(await renewCheckpoint(original.packsDeps, original.locate(project))).toBe(true);
    const cursor = await readReplicaCursor(node.locate(project).repo);
    expect((await partAfter(project, cursor)).part.base).toBeUndefined();
    await testbed.refLog.model.deleteMany({ project_id: project, seq: { $lte: 3 } });
    await testbed.refCheckpoints.create({ _id: `${project}:project`, project_id: project, seq: 3 });
    expect((await partAfter(project, cursor)).part.base).toBeDefined();
    await follow(project);
    await expectEqual(project);
  });

  it('is built again when the repository is replaced as a whole', async () => {
    const project = testbed.newProject();
    await commit(original, project);
    await follow(project);
    const { repo } = original.locate(project);
    runGit(repo, ['update-ref', 'refs/heads/imported', 'refs/heads/main']);
    await original.packs.adopt(original.locate(project));
    const cursor = await readReplicaCursor(node.locate(project).repo);
    expect((await partAfter(project, cursor)).part.base).toBeDefined();
    await follow(project);
    await expectEqual(project);
  });

  it('cannot follow a repository whose objects are only in a folder', async () => {
    const project = testbed.newProject();
    const folderOnly = testbed.start({ packs: 'folder' });
    await commit(folderOnly, project);
    expect(await readLogPart(folderOnly.logSource, folderOnly.locate(project), undefined)).toBeUndefined();
    expect(await originalCursor(folderOnly.logSource, folderOnly.locate(project))).toBeUndefined();
  });
});

async function namedIn(part: LogPart): Promise<number> {
  const packs = [...(part.base?.packs ?? []), ...part.entries.flatMap((entry) => entry.packs)];
  const named = new Set(packs.filter(({ content }) => content === undefined).map(({ sha256 }) => sha256));
  return named.size + (part.base?.refs ? 1 : 0);
}

async function* toStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
