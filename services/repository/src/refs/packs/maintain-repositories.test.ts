import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DiskError } from '@forgemesh/errors';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { zeroId } from '@forgemesh/git-engine';
import { branchesOf, change, commit, PacksTestbed, type PacksProcess } from '#testing/packs-testbed';
import { maintainRepository } from './compact-repository';
import { maintainDue, type MaintenanceCounts } from './maintain-repositories';
import { bytesOf, renewCheckpoint } from './write-checkpoint';

const DAY_MS = 86_400_000;
const LARGE = 300_000;

let testbed: PacksTestbed;
beforeAll(async () => (testbed = await PacksTestbed.open(await openTestOutbox())));
afterAll(() => testbed.close());

const newCounts = (): MaintenanceCounts => ({ compacted: 0, renewed: 0, none: 0, overtaken: 0, failed: 0 });

/** A project with many versions of a large file, of which only the last one is reachable. */
async function createRewritten(process: PacksProcess): Promise<number> {
  const project = testbed.newProject();
  await commit(process, project, { content: randomBytes(LARGE) });
  await process.packs.writeCheckpoint(process.locate(project));
  for (let n = 0; n < 6; n++) {
    const id = await commit(process, project, { branch: `old-${n}`, content: randomBytes(LARGE) });
    await change(process, project, { ref: `refs/heads/old-${n}`, old: id, new: zeroId });
  }
  return project;
}

async function newest(project: number): Promise<{ bytes: number; packs: number; seq: number }> {
  const { packs = [], seq = -1 } = (await testbed.checkpointOf(project)) ?? {};
  return { bytes: bytesOf(packs), packs: packs.length, seq };
}

describe('a repository whose packs have more than one copy', () => {
  it('is compacted once a day, and complete afterwards', async () => {
    const process = testbed.start();
    const project = await createRewritten(process);
    const { git } = process.packsDeps;
    const { repack } = git;
    git.repack = (input, options) => repack({ ...input, pruneOlderThan: 'now' }, options);
    const maintainedRepositories = newCounts();
    await maintainDue({ ...process, maintainedRepositories });
    expect(maintainedRepositories.compacted).toBe(1);
    const after = await newest(project);
    expect([after.seq, after.packs]).toEqual([13, 1]);
    expect(after.bytes).toBeLessThan(1.3 * LARGE);
    for (const each of [process, testbed.start()])
      expect(Object.keys(await branchesOf(each, project))).toEqual(['main']);
    await maintainDue({ ...process, maintainedRepositories });
    await maintainDue({ ...process, maintainedRepositories }, Date.now() + 2 * DAY_MS);
    expect(maintainedRepositories).toMatchObject({ compacted: 1, failed: 0 });
  });

  it('keeps what entries have added meanwhile', async () => {
    const process = testbed.start();
    const project = await createRewritten(process);
    const { repack } = process.packsDeps.git;
    process.packsDeps.git.repack = async (input, options) => {
      await repack(input, options);
      await commit(process, project, { branch: 'meanwhile' });
      return null as never;
    };
    expect(await maintainRepository(process.packsDeps, process.locate(project))).toBe('compacted');
    expect((await newest(project)).seq).toBe(13);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
  });

  it('keeps its packs if the folder lacks an object', async () => {
    const process = testbed.start();
    const project = await createRewritten(process);
    const { repo } = process.locate(project);
    const before = await newest(project);
    const folders = readdirSync(path.join(repo, 'objects')).filter((name) => /^[0-9a-f]{2}$|pack/.test(name));
    for (const folder of folders) rmSync(path.join(repo, 'objects', folder), { recursive: true });
    await expect(maintainRepository(process.packsDeps, process.locate(project))).rejects.toThrow();
    expect(await newest(project)).toEqual(before);
    expect(Object.keys(await branchesOf(testbed.start(), project))).toEqual(['main']);
  });

  it('is compacted by one of two processes at the same time', async () => {
    const [one, other] = [testbed.start(), testbed.start()];
    const project = await createRewritten(one);
    const results = await Promise.all(
      [one, other].map((process) => maintainRepository(process.packsDeps, process.locate(project))),
    );
    expect(results).toContain('compacted');
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(one, project));
  });
});

describe('a checkpoint', () => {
  it('is renewed with few packs, without a look at the folder', async () => {
    const process = testbed.start();
    const project = testbed.newProject();
    for (let n = 0; n < 28; n++) await commit(process, project, { content: n < 6 ? `${n}` : randomBytes(70_000) });
    const other = testbed.start();
    const { repo } = other.locate(project);
    expect(await renewCheckpoint(other.packsDeps, other.locate(project))).toBe(true);
    expect(() => readdirSync(repo)).toThrow('ENOENT');
    const { seq, packs } = await newest(project);
    expect(seq).toBe(28);
    expect(packs).toBeLessThan(10);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
  });

  it('is renewed after a week, so that its entries can be deleted', async () => {
    const process = testbed.start();
    const project = testbed.newProject();
    await commit(process, project);
    const maintain = (now: number) => maintainRepository(process.packsDeps, process.locate(project), now);
    expect(await maintain(Date.now())).toBe('none');
    expect(await maintain(Date.now() + 8 * DAY_MS)).toBe('renewed');
    expect(await newest(project)).toMatchObject({ seq: 1, packs: 1 });
  });

  it('does not include an entry whose refs have not followed yet', async () => {
    const process = testbed.start();
    const project = testbed.newProject();
    await commit(process, project);
    const { git } = process.packsDeps;
    const { updateRefs } = git;
    let included = 0;
    git.updateRefs = async () => {
      git.updateRefs = updateRefs;
      expect(await renewCheckpoint(process.packsDeps, process.locate(project))).toBe(true);
      ({ seq: included } = await newest(project));
      throw new DiskError('full');
    };
    await commit(process, project, { branch: 'other' });
    expect(included).toBe(1);
    expect(Object.keys(await branchesOf(testbed.start(), project))).toEqual(['main', 'other']);
  });

  it('is written by one of several processes', async () => {
    const processes = [testbed.start(), testbed.start(), testbed.start()];
    const project = testbed.newProject();
    const [first] = processes as [PacksProcess];
    await commit(first, project);
    await commit(first, project);
    const written = await Promise.all(
      processes.map((process) => renewCheckpoint(process.packsDeps, process.locate(project))),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
    await commit(first, project);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(first, project));
  });
});
