import { randomBytes } from 'node:crypto';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { branchesOf, commit, PacksTestbed, type PacksProcess } from '#testing/packs-testbed';

let testbed: PacksTestbed;
beforeAll(async () => (testbed = await PacksTestbed.open(await openTestOutbox())));
afterAll(() => testbed.close());

/** Forks a project in a process. */
async function fork(process: PacksProcess, source: number, meanwhile?: () => Promise<unknown>): Promise<number> {
  const project = testbed.newProject();
  const write = await process.packs.beginFork(process.locate(source));
  const target = process.locate(project).repo;
  await process.git.forkRepository({ source: process.locate(source).repo, target });
  await meanwhile?.();
  await write(process.locate(project));
  return project;
}

describe('the checkpoint of a fork', () => {
  it('names the packs of its source, without reading them', async () => {
    const process = testbed.start();
    const source = testbed.newProject();
    await commit(process, source, { content: randomBytes(200_000) });
    await commit(process, source, { branch: 'other' });
    const { packStore, git } = process.packsDeps;
    const calls = [jest.spyOn(packStore, 'store'), jest.spyOn(git, 'listPacks')];
    const project = await fork(process, source);
    for (const call of calls) expect(call).not.toHaveBeenCalled();
    const branches = await branchesOf(process, source);
    for (const each of [process, testbed.start()]) expect(await branchesOf(each, project)).toEqual(branches);
    await commit(process, project);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
    expect(await branchesOf(testbed.start(), source)).toEqual(branches);
  });

  it('is complete if the source is written to meanwhile', async () => {
    const process = testbed.start();
    const source = testbed.newProject();
    await commit(process, source);
    const before = await branchesOf(process, source);
    const project = await fork(process, source, () => commit(process, source));
    expect(await branchesOf(testbed.start(), project)).toEqual(before);
  });

  it('has its small packs in the object store if they are many', async () => {
    const process = testbed.start();
    const source = testbed.newProject();
    for (let n = 0; n < 20; n++) await commit(process, source, { content: randomBytes(60_000) });
    const project = await fork(process, source);
    expect((await testbed.checkpointOf(project))?.packs).toHaveLength(1);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, source));
  });

  it('is written from its folder if packs of the source are only in its folder', async () => {
    const source = testbed.newProject();
    const before = testbed.start({ packs: 'folder' });
    await commit(before, source);
    const process = testbed.start({ folder: before.folder });
    const project = await fork(process, source);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, source));
  });
});
