/** Simulates crashes and restored backups, with separate folders and a separate database. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestOutbox, silentLog } from '@forgemesh/testing/runtime';
import { moveRepository, removeRepository } from '@forgemesh/git-engine';
import { DAY_MS } from '@forgemesh/service/durations';
import { KeyedQueue } from '../keyed-queue';
import { Storages } from '../repository-location';
import { noPacks } from '#refs/packs/repository-packs';
import type { ProjectDataDeps } from '#storage/project-data/deps';
import { removeProjectData } from '#storage/project-data/remove-project-data';
import type { DeletedRepositoriesDeps } from './deps';
import { deletedPath } from './deleted-folders';
import { presentDeletedRepositoryEvent } from './deleted-repository.entity';
import { createDeletedRepositoryModel } from './deleted-repository.model';
import { reconcileFolders } from './reconcile-folders';
import { setAside } from './set-aside';
import { sweep } from './sweep-deleted-repositories';

const deleted_at = new Date('2026-01-01T00:00:00Z');

describe('setting repositories aside', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-aside-'));
  const storages = new Storages(dataDir, []);
  const root = storages.root('default');
  let runtime: Awaited<ReturnType<typeof openTestOutbox>>;
  let deps: DeletedRepositoriesDeps;
  let retentionDays = 7;
  let lastProject = 0;

  beforeAll(async () => {
    runtime = await openTestOutbox();
    const model = createDeletedRepositoryModel(runtime.connection);
    const rows = { model: { deleteMany: async () => {}, deleteOne: async () => {}, find: () => ({ lean: () => [] }) } };
    const git = {
      moveRepository: ({ repo, target }: { repo: string; target: string }) => moveRepository(repo, target),
      removeRepository: (input: { root: string; repo: string }) => removeRepository(input.root, input.repo),
    };
    const projectData = {
      projectDocuments: [rows.model],
      housekeepings: rows,
      languages: rows,
      readOnlyLocks: { remove: async () => {} },
      storages,
      git,
      transportGit: git,
      packs: noPacks,
    } as unknown as ProjectDataDeps;
    deps = {
      measurements: rows,
      removeProjectData: (id: number, storage: string) => removeProjectData(projectData, id, storage),
      storages,
      git,
      transportGit: git,
      log: silentLog,
      packs: noPacks,
      replicaQueue: new KeyedQueue(),
      settings: { current: () => ({ deleted_repository_retention_days: retentionDays }) },
      deletedRepositories: runtime.outbox.store(model, presentDeletedRepositoryEvent),
    } as unknown as DeletedRepositoriesDeps;
  });
  afterAll(async () => {
    await runtime.close();
    rmSync(dataDir, { recursive: true });
  });

  function write(folder: string, content: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'HEAD'), content);
  }

  /** Creates a project's repository folder; returns the project id and the folder. */
  function project(content = 'first'): { id: number; repo: string } {
    const id = ++lastProject;
    const { repo } = storages.locateUnchecked(id, '', 'project');
    write(repo, content);
    return { id, repo };
  }

  const remove = (project_id: number) =>
    setAside(deps, { project_id, storage: '', path_with_namespace: 'a/b', deleted_at, deleted_by_id: 1 });

  async function entryOf(project_id: number) {
    const found = await deps.deletedRepositories.model.find({ project_id }).sort({ _id: 1 }).lean();
    return { count: found.length, entry: found[0]!, folder: deletedPath(root, found[0]?.folder ?? '', 'project') };
  }

  const contentOf = (folder: string) => readFileSync(join(folder, 'HEAD'), 'utf8');

  it('is done once, however often the event is delivered', async () => {
    const { id, repo } = project();
    await Promise.all([remove(id), remove(id)]);
    await remove(id);
    const { count, folder, entry } = await entryOf(id);
    expect([count, contentOf(folder), existsSync(repo)]).toEqual([1, 'first', false]);
    expect(entry).toMatchObject({ path_with_namespace: 'a/b', storage: 'default', deleted_at, deleted_by_id: 1 });
  });

  it('continues after a crash between the entry and the rename, and between the renames', async () => {
    const { id, repo } = project();
    const wiki = storages.locateUnchecked(id, '', 'wiki').repo;
    write(wiki, 'pages');
    const { git } = deps;
    const crash = () => Promise.reject(new Error('crash'));
    for (const moves of [0, 1]) {
      let done = 0;
      const moveOnce = (input: { repo: string; target: string }) =>
        done++ < moves ? moveRepository(input.repo, input.target) : crash();
      const broken = { ...deps, git: { ...git, moveRepository: moveOnce } } as unknown as DeletedRepositoriesDeps;
      const project = { project_id: id, storage: '', path_with_namespace: 'a/b', deleted_at, deleted_by_id: 1 };
      await expect(setAside(broken, project)).rejects.toThrow('crash');
    }
    expect(existsSync(wiki)).toBe(true);
    await remove(id);
    const { count, entry, folder } = await entryOf(id);
    const wikiFolder = deletedPath(root, entry.folder, 'wiki');
    expect([count, contentOf(folder), contentOf(wikiFolder)]).toEqual([1, 'first', 'pages']);
    expect([existsSync(repo), existsSync(wiki)]).toEqual([false, false]);
  });

  it('keeps the deleted repository if a late write has recreated the folder', async () => {
    const { id, repo } = project();
    await remove(id);
    write(repo, 'late');
    await remove(id);
    const { count, folder } = await entryOf(id);
    expect([count, contentOf(folder), existsSync(repo)]).toEqual([1, 'first', false]);
  });

  it('removes it when the retention has expired, and immediately if the setting is 0', async () => {
    const { id } = project();
    await remove(id);
    const { folder } = await entryOf(id);
    await sweep(deps, deleted_at.getTime() + 7 * DAY_MS - 1);
    expect(existsSync(folder)).toBe(true);
    await sweep(deps, deleted_at.getTime() + 7 * DAY_MS);
    expect([existsSync(folder), (await entryOf(id)).count]).toEqual([false, 0]);
    retentionDays = 0;
    const other = project();
    await remove(other.id);
    expect([existsSync(other.repo), (await entryOf(other.id)).count]).toEqual([false, 0]);
    retentionDays = 7;
  });

  it('adds entries for folders without one at startup, and deletes entries without a folder', async () => {
    const { id } = project();
    await remove(id);
    const { entry, folder } = await entryOf(id);
    await deps.deletedRepositories.model.deleteOne({ _id: entry._id });
    await reconcileFolders(deps, 'default');
    await reconcileFolders(deps, 'default');
    const adopted = await entryOf(id);
    expect(adopted).toMatchObject({ count: 1, folder, entry: { path_with_namespace: null, found_on_disk: true } });
    // An older database was restored: the project exists again, and is deleted again.
    write(storages.locateUnchecked(id, '', 'project').repo, 'restored');
    await remove(id);
    const folders = readdirSync(join(root, '@deleted')).filter((name) => name.startsWith(`${id}-`));
    const contents = folders.map((name) => contentOf(join(root, '@deleted', name)));
    expect(contents.sort()).toEqual(['first', 'restored']);
    for (const name of folders) rmSync(join(root, '@deleted', name), { recursive: true });
    await reconcileFolders(deps, 'default');
    expect((await entryOf(id)).count).toBe(1);
    await reconcileFolders(deps, 'default', Date.now() + DAY_MS);
    expect((await entryOf(id)).count).toBe(0);
  });
});
