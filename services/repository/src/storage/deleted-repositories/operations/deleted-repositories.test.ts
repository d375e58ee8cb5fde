import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asRoot, createUser, waitFor, mesh, unique, commitFiles } from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import { DAY_MS } from '@forgemesh/service/durations';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';
import { folderOf } from '#testing/repository-folder';
import { deletedPath } from '../deleted-folders';
import type { DeletedRepositoryDocument } from '../deleted-repository.model';

const root = asRoot();
const ROUTE = '/admin/deleted_repositories';

interface Entry {
  id: number;
  project_id: number;
  [field: string]: unknown;
}

describe('repositories of deleted projects', () => {
  let connection: Connection;

  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_repository` }).asPromise();
  });
  afterAll(() => connection.close());

  const entries = () => connection.collection<DeletedRepositoryDocument>('deleted_repositories');

  async function listed(projectId: number): Promise<Entry | undefined> {
    const { body } = await root.get(`${ROUTE}?per_page=100`);
    return (body as Entry[]).find(({ project_id }) => project_id === projectId);
  }

  async function deleteProject(project: TestRepository): Promise<Entry> {
    expectStatus(await root.delete(`/projects/${project.id}`), 202);
    const entry = await waitFor(
      () => listed(project.id),
      (found) => found !== undefined && !existsSync(folderOf(project)),
    );
    return entry as Entry;
  }

  /** Folder of the code of a deleted repository. */
  async function folderOfEntry({ id }: Entry): Promise<string> {
    const found = await entries().findOne({ _id: id });
    return deletedPath(join(mesh().dataDir, 'repository/repositories/default'), found?.folder ?? '', 'project');
  }

  async function refsOf(project: TestRepository): Promise<string> {
    const clone = await GitClone.of(project, mesh().rootToken);
    const { code, output } = await clone.run('ls-remote', 'origin');
    clone.remove();
    expect(code).toBe(0);
    // Refs of merge requests are not restored.
    return output.replace(/.*refs\/merge-requests\/.*\n/g, '');
  }

  const restore = (entry: Entry, project: TestRepository, as = root) =>
    as.post(`${ROUTE}/${entry.id}/restore`, { project_id: project.id });

  describe('GET /admin/deleted_repositories', () => {
    it('lists them with their fields, while the project no longer exists', async () => {
      const project = await createRepository();
      const entry = await deleteProject(project);
      expect(entry).toEqual({
        id: expect.any(Number),
        project_id: project.id,
        path_with_namespace: project.path_with_namespace,
        storage: 'default',
        size: expect.any(Number),
        deleted_at: expect.any(String),
        deleted_by_id: 1,
        removal_at: expect.any(String),
      });
      const days = (Date.parse(String(entry['removal_at'])) - Date.parse(String(entry['deleted_at']))) / DAY_MS;
      expect(days).toBe(7);
      expect(existsSync(await folderOfEntry(entry))).toBe(true);
      expect((await root.get(`${project.repository}/branches`)).status).toBe(404);
      const again = await createEmptyRepository({ path: project.path_with_namespace.split('/').at(-1) });
      expect((await root.get(`${again.repository}/branches`)).body).toEqual([]);
    });

    it('paginates, most recently deleted first', async () => {
      const first = await deleteProject(await createRepository());
      const second = await deleteProject(await createRepository());
      const { body, headers } = await root.get(`${ROUTE}?per_page=1`);
      expect(body).toMatchObject([{ id: second.id }]);
      expect(headers.get('x-next-page')).toBe('2');
      expect((await root.get(`${ROUTE}?per_page=1&page=2`)).body).toMatchObject([{ id: first.id }]);
    });

    it('does not list projects without a repository', async () => {
      const [empty, full] = [await createEmptyRepository(), await createRepository()];
      expectStatus(await root.delete(`/projects/${empty.id}`), 202);
      // Its event follows that of the empty project.
      await deleteProject(full);
      expect(await listed(empty.id)).toBeUndefined();
    });
  });

  describe('POST /admin/deleted_repositories/:id/restore', () => {
    it('restores branches, tags, default branch and wiki, and is audited', async () => {
      const project = await createRepository();
      expectStatus(await root.post(`${project.repository}/branches`, { branch: 'trunk', ref: 'main' }), 201);
      await commitFiles(
        root,
        `/projects/${project.id}`,
        { 'topic.txt': 'topic' },
        { branch: 'topic', start_branch: 'main' },
      );
      expectStatus(
        await root.post(`${project.repository}/tags`, { tag_name: 'v1', ref: 'topic', message: 'One' }),
        201,
      );
      expectStatus(await root.put(`/projects/${project.id}`, { default_branch: 'trunk' }), 200);
      expectStatus(await root.post(`/projects/${project.id}/wikis`, { title: 'Home', content: 'Welcome' }), 201);
      const merge = { source_branch: 'topic', target_branch: 'main', title: 'Topic' };
      expectStatus(await root.post(`/projects/${project.id}/merge_requests`, merge), 201);
      const before = await refsOf(project);
      const entry = await deleteProject(project);
      const target = await createEmptyRepository();
      const { status, body } = await restore(entry, target);
      expect([status, body]).toEqual([201, { project_id: target.id, default_branch: 'trunk' }]);
      expect(await refsOf(target)).toBe(before);
      expect((await root.get(`/projects/${target.id}`)).body.default_branch).toBe('trunk');
      expect((await root.get(`/projects/${target.id}/wikis/Home`)).body.content).toBe('Welcome');
      expect((await root.get(`/projects/${target.id}/protected_branches/trunk`)).status).toBe(200);
      await commitFiles(root, `/projects/${target.id}`, { 'later.txt': 'later' }, { branch: 'trunk' });
      const clone = await GitClone.of(target, mesh().rootToken);
      expect((await clone.run('ls-remote', 'origin')).output).not.toContain('refs/merge-requests');
      clone.remove();
      expect((await restore(entry, await createEmptyRepository())).status).toBe(404);
      expect((await root.delete(`${ROUTE}/${entry.id}`)).status).toBe(404);
      expect(await listed(project.id)).toBeUndefined();
      const { body: audited } = await waitFor(
        () => root.get(`/projects/${target.id}/audit_events`),
        (page) => JSON.stringify(page.body).includes('Repository of a deleted project restored'),
      );
      expect(audited).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            author_id: 1,
            details: expect.objectContaining({
              custom_message: 'Repository of a deleted project restored',
              target_details: project.path_with_namespace,
            }),
          }),
        ]),
      );
    });

    it('refuses projects with a repository, unknown ids and projects, and other storages', async () => {
      const entry = await deleteProject(await createRepository());
      const full = await createRepository();
      expect(await restore(entry, full)).toMatchObject({
        status: 409,
        body: { message: 'The project has a repository already' },
      });
      const wiki = await createEmptyRepository();
      expectStatus(await root.post(`/projects/${wiki.id}/wikis`, { title: 'Home', content: 'Welcome' }), 201);
      expect(await restore(entry, wiki)).toMatchObject({
        status: 409,
        body: { message: 'The project has a wiki already' },
      });
      const target = await createEmptyRepository();
      expect((await restore({ ...entry, id: 999_999_999 }, target)).status).toBe(404);
      expect((await restore(entry, { ...target, id: 999_999_999 })).status).toBe(404);
      expect((await root.post(`${ROUTE}/${entry.id}/restore`, {})).status).toBe(400);
      expect((await root.post(`${ROUTE}/x/restore`, { project_id: target.id })).status).toBe(400);
      await entries().updateOne({ _id: entry.id }, { $set: { storage: 'elsewhere' } });
      expect(await restore(entry, target)).toMatchObject({
        status: 400,
        body: { message: 'The repository is on the storage elsewhere, the project on default' },
      });
      await entries().updateOne({ _id: entry.id }, { $set: { storage: 'default' } });
      expect((await restore(entry, target)).status).toBe(201);
    });

    it('refuses a second project while the first one receives it', async () => {
      const entry = await deleteProject(await createRepository());
      const [one, two] = [await createEmptyRepository(), await createEmptyRepository()];
      const responses = await Promise.all([restore(entry, one), restore(entry, two)]);
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(201);
      expect([404, 409]).toContain(statuses[1]);
    });

    it('completes a restore that a crash interrupted', async () => {
      const project = await createRepository();
      const before = await refsOf(project);
      const entry = await deleteProject(project);
      const target = await createEmptyRepository();
      const claim = { restoring_to: target.id, restoring_at: new Date(Date.now() - DAY_MS), restored_by_id: 1 };
      // Simulates a crash after the first rename.
      const folder = await folderOfEntry(entry);
      mkdirSync(dirname(folderOf(target)), { recursive: true });
      renameSync(folder, folderOf(target));
      await entries().updateOne({ _id: entry.id }, { $set: claim, $inc: { version: 1 } });
      await waitFor(
        () => listed(project.id),
        (found) => found === undefined,
      );
      expect(await refsOf(target)).toBe(before);
      expect((await root.get(`/projects/${target.id}`)).body.default_branch).toBe('main');
    });

    it('reports that an entry of a backup has no repository', async () => {
      const entry = await deleteProject(await createRepository());
      rmSync(await folderOfEntry(entry), { recursive: true });
      expect((await restore(entry, await createEmptyRepository())).status).toBe(404);
    });
  });

  describe('DELETE /admin/deleted_repositories/:id', () => {
    it('removes the repository immediately, and is audited', async () => {
      const project = await createRepository();
      const entry = await deleteProject(project);
      const folder = await folderOfEntry(entry);
      expect((await root.delete(`${ROUTE}/${entry.id}`)).status).toBe(204);
      expect(await listed(project.id)).toBeUndefined();
      expect((await restore(entry, await createEmptyRepository())).status).toBe(404);
      expect((await root.delete(`${ROUTE}/${entry.id}`)).status).toBe(404);
      await waitFor(
        async () => existsSync(folder) || (await entries().findOne({ _id: entry.id })) !== null,
        (exists) => !exists,
      );
      await waitFor(
        () => root.get('/audit_events?per_page=100'),
        ({ body }) =>
          (body as { details: Record<string, unknown> }[]).some(
            ({ details }) =>
              details['custom_message'] === 'Repository of a deleted project removed' &&
              details['target_details'] === project.path_with_namespace &&
              details['author_name'] !== 'System',
          ),
      );
    });

    it('refuses unknown ids, and entries that are being restored', async () => {
      expect((await root.delete(`${ROUTE}/999999999`)).status).toBe(404);
      const entry = await deleteProject(await createRepository());
      const claim = { restoring_to: 1, restoring_at: new Date() };
      await entries().updateOne({ _id: entry.id }, { $set: claim });
      expect((await root.delete(`${ROUTE}/${entry.id}`)).status).toBe(409);
      await entries().updateOne({ _id: entry.id }, { $unset: { restoring_to: 1, restoring_at: 1 } });
    });
  });

  it('require administrators', async () => {
    const [user, target] = [await createUser(), await createEmptyRepository()];
    const entry = await deleteProject(await createRepository());
    expect((await user.api.get(ROUTE)).status).toBe(403);
    expect((await user.api.delete(`${ROUTE}/${entry.id}`)).status).toBe(403);
    const own = await createEmptyRepository({}, user.api);
    expect((await restore(entry, own, user.api)).status).toBe(403);
    expect([403, 404]).toContain((await restore(entry, target, user.api)).status);
    expect(await listed(entry.project_id)).toBeDefined();
  });

  it('are removed after the configured number of days, not before', async () => {
    const [recent, old] = [
      await deleteProject(await createRepository()),
      await deleteProject(await createRepository()),
    ];
    const folders = [await folderOfEntry(recent), await folderOfEntry(old)] as const;
    const age = (entry: Entry, days: number) =>
      entries().updateOne({ _id: entry.id }, { $set: { deleted_at: new Date(Date.now() - days * DAY_MS) } });
    await age(recent, 6.9);
    await age(old, 7.1);
    await waitFor(
      async () => existsSync(folders[1]) || (await entries().findOne({ _id: old.id })) !== null,
      (exists) => !exists,
    );
    // The same sweep has handled both.
    expect(existsSync(folders[0])).toBe(true);
    expect(await listed(recent.project_id)).toBeDefined();
  });

  it('are removed immediately if the setting is 0', async () => {
    const set = (deleted_repository_retention_days: number) =>
      root.put('/application/settings', { deleted_repository_retention_days });
    expect((await set(91)).status).toBe(400);
    const project = await createRepository();
    expectStatus(await set(0), 200);
    try {
      expectStatus(await root.delete(`/projects/${project.id}`), 202);
      await waitFor(
        async () => existsSync(folderOf(project)),
        (exists) => !exists,
      );
      expect(await entries().findOne({ project_id: project.id })).toBeNull();
    } finally {
      expectStatus(await set(7), 200);
    }
  });

  it('leave forks intact, before and after their removal', async () => {
    const project = await createRepository({ 'shared.txt': 'shared' });
    const name = unique('fork');
    const fork = expectStatus(await root.post(`/projects/${project.id}/fork`, { name, path: name }), 201);
    await waitFor(
      () => root.get(`/projects/${fork.id}/repository/branches/main`),
      ({ status }) => status === 200,
    );
    const refs = await refsOf(fork);
    const entry = await deleteProject(project);
    const folder = await folderOfEntry(entry);
    const content = () => root.get(`/projects/${fork.id}/repository/files/shared.txt?ref=main`);
    expect((await content()).body.content).toBe(Buffer.from('shared').toString('base64'));
    expect((await root.delete(`${ROUTE}/${entry.id}`)).status).toBe(204);
    await waitFor(
      async () => existsSync(folder),
      (exists) => !exists,
    );
    expect((await content()).body.content).toBe(Buffer.from('shared').toString('base64'));
    const clone = await GitClone.of(fork, mesh().rootToken);
    expect((await clone.run('fetch', '-q', 'origin')).code).toBe(0);
    expect((await clone.run('fsck', '--full')).code).toBe(0);
    clone.remove();
    expect(await refsOf(fork)).toBe(refs);
  });
});
