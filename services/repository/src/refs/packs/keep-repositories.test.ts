import { existsSync, rmSync } from 'node:fs';
import { branchesOf, change, commit, PacksTestbed, type PacksProcess } from '#testing/packs-testbed';
import { zeroId } from '@forgemesh/git-engine';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import { removeOldEntries } from '#refs/ref-log/sweep-entries';
import { areAllKept, countKept, keepRepositories } from './keep-repositories';

const lost = { reason: 'unavailable', message: expect.stringContaining('some of its objects were nowhere else') };

let testbed: PacksTestbed;
beforeAll(async () => (testbed = await PacksTestbed.open(await openTestOutbox())));
afterAll(() => testbed.close());

/** A project of a process that keeps packs in folders, with two commits. */
async function createProject(): Promise<{ project: number; before: PacksProcess }> {
  const project = testbed.newProject();
  const before = testbed.start({ packs: 'folder' });
  await commit(before, project);
  await commit(before, project);
  await testbed.measure(project);
  return { project, before };
}

/** A process with the same folders, whose only repository is that of the project. */
async function restart(packs: 'objects' | 'folder', { folder }: PacksProcess): Promise<PacksProcess> {
  return testbed.start({ packs, folder });
}

describe('repositories that are only in their folders', () => {
  it('are kept in the background, and can be built again', async () => {
    const { project, before } = await createProject();
    const process = await restart('objects', before);
    expect(await areAllKept(process)).toBe(false);
    const { stored, only_in_folders } = await countKept(process);
    await keepRepositories(process);
    expect(await areAllKept(process)).toBe(true);
    expect(await countKept(process)).toEqual({ stored: stored + only_in_folders, only_in_folders: 0 });
    expect(only_in_folders).toBeGreaterThan(0);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
  });

  it('are kept again after packs stayed in folders for a while', async () => {
    const { project, before } = await createProject();
    const first = await restart('objects', before);
    await keepRepositories(first);
    await commit(first, project);
    const meanwhile = await restart('folder', first);
    await commit(meanwhile, project, { branch: 'meanwhile' });
    const again = await restart('objects', first);
    expect(await areAllKept(again)).toBe(false);
    await keepRepositories(again);
    expect(await areAllKept(again)).toBe(true);
    const branches = await branchesOf(again, project);
    expect(Object.keys(branches)).toEqual(['main', 'meanwhile']);
    expect(await branchesOf(testbed.start(), project)).toEqual(branches);
  });

  it('are kept with their next write, too', async () => {
    const { project, before } = await createProject();
    const first = await restart('objects', before);
    await commit(first, project);
    await commit(await restart('folder', first), project);
    const again = await restart('objects', first);
    await commit(again, project);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(again, project));
  });

  it('include entries that their refs had not followed before a crash', async () => {
    const { project, before } = await createProject();
    const crashed = await restart('folder', before);
    jest.spyOn(crashed.refLogDeps.git, 'updateRefs').mockRejectedValue(new Error('the process ends'));
    await expect(commit(crashed, project, { branch: 'late' })).rejects.toThrow();
    const process = await restart('objects', before);
    await keepRepositories(process);
    expect(Object.keys(await branchesOf(testbed.start(), project))).toEqual(['late', 'main']);
  });

  it.each(['before the first checkpoint', 'with entries that have no packs'])(
    'are refused, not read as empty, if the folder is lost %s',
    async (when) => {
      const { project, before } = await createProject();
      if (when !== 'before the first checkpoint') {
        await commit(await restart('objects', before), project);
        await commit(await restart('folder', before), project);
      }
      rmSync(before.folder, { recursive: true });
      const process = await restart('objects', before);
      const { repo } = process.locate(project);
      await expect(process.git.listRefs({ repo, folder: 'refs/heads' })).rejects.toMatchObject(lost);
      await expect(commit(process, project)).rejects.toMatchObject(lost);
      await keepRepositories(process);
      expect(await areAllKept(process)).toBe(false);
      await expect(process.git.listRefs({ repo, folder: 'refs/heads' })).rejects.toMatchObject(lost);
    },
  );
});

describe('with packs in folders', () => {
  it('an absent folder is built from a checkpoint of before, and an existing one stays as it is', async () => {
    const project = testbed.newProject();
    const first = testbed.start();
    await commit(first, project);
    const branches = await branchesOf(first, project);
    const process = testbed.start({ packs: 'folder' });
    expect(await branchesOf(process, project)).toEqual(branches);
    await commit(process, project, { branch: 'later' });
    const again = testbed.start({ packs: 'folder', folder: process.folder });
    expect(Object.keys(await branchesOf(again, project))).toEqual(['later', 'main']);
    const { repo } = testbed.start().locate(project);
    const elsewhere = testbed.start({ packs: 'folder' });
    await expect(elsewhere.git.listRefs({ repo: elsewhere.locate(project).repo })).rejects.toMatchObject(lost);
    expect(existsSync(repo)).toBe(false);
  });
});

describe('the log', () => {
  it('keeps the entries that a checkpoint needs, and is trimmed up to it', async () => {
    const project = testbed.newProject();
    const process = testbed.start();
    for (let n = 0; n < 3; n++) await commit(process, project);
    const old = { created_at: new Date(Date.now() - 15 * 86_400_000) };
    await testbed.refLog.model.updateMany({ project_id: project }, { $set: old });
    await removeOldEntries(process.refLogDeps);
    expect(await testbed.refLog.model.countDocuments({ project_id: project })).toBe(3);
    await process.packs.writeCheckpoint(process.locate(project));
    await removeOldEntries(process.refLogDeps);
    expect(await testbed.refLog.model.countDocuments({ project_id: project })).toBe(0);
    expect(await branchesOf(testbed.start(), project)).toEqual(await branchesOf(process, project));
    const after = testbed.start({ folder: process.folder });
    await commit(after, project);
    expect((await testbed.refLog.model.findOne({ project_id: project }).lean())?.seq).toBe(4);
  });

  it('lets an older folder follow the entries that a checkpoint includes', async () => {
    const project = testbed.newProject();
    const [one, other] = [testbed.start(), testbed.start()];
    await commit(one, project);
    await branchesOf(other, project);
    await commit(one, project, { branch: 'next' });
    await one.packs.writeCheckpoint(one.locate(project));
    const again = testbed.start({ folder: other.folder });
    const built = jest.spyOn(again.packsDeps.git, 'createFromPacks');
    expect(await branchesOf(again, project)).toEqual(await branchesOf(one, project));
    expect(built).not.toHaveBeenCalled();
  });

  it('lets a folder be built again if the entries that it lacks were deleted', async () => {
    const project = testbed.newProject();
    const [one, other] = [testbed.start(), testbed.start()];
    await commit(one, project);
    await branchesOf(other, project);
    await commit(one, project, { branch: 'next' });
    await one.packs.writeCheckpoint(one.locate(project));
    await testbed.refLog.model.deleteMany({ project_id: project });
    const again = testbed.start({ folder: other.folder });
    expect(await branchesOf(again, project)).toEqual(await branchesOf(one, project));
  });

  it('does not change a repository that was created as a whole', async () => {
    const project = testbed.newProject();
    const process = testbed.start();
    const id = await commit(process, project);
    await change(process, project, { ref: 'refs/heads/main', old: id, new: zeroId });
    const { repo } = process.locate(project);
    const source = testbed.newProject();
    await commit(process, source, { branch: 'restored' });
    await process.packs.forget(process.locate(project));
    rmSync(repo, { recursive: true });
    await process.git.forkRepository({ source: process.locate(source).repo, target: repo });
    await process.packs.adopt(process.locate(project));
    for (const each of [process, testbed.start()])
      expect(Object.keys(await branchesOf(each, project))).toEqual(['restored']);
  });
});
