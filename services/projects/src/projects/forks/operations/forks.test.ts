import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  meshCaller,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  addMember,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { AccessServiceDefinition, ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { ForkNetworkServiceDefinition, ForkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import mongoose from 'mongoose';

describe('forks', () => {
  let owner: TestUser;
  let user: TestUser;
  let source: TestProject;
  let caller: Caller;
  beforeAll(async () => {
    caller = meshCaller();
    [owner, user] = await Promise.all([createUser(), createUser()]);
    source = await createProject(owner.api, {
      visibility: 'public',
      initialize_with_readme: true,
      description: 'The source',
      tag_list: ['one', 'two'],
      lfs_enabled: false,
      wiki_access_level: 'disabled',
      merge_method: 'ff',
    });
  });
  afterAll(() => caller.close());

  async function fork(as: TestUser, of: TestProject, fields: object = {}): Promise<TestProject> {
    const { status, body } = await as.api.post(`/projects/${of.id}/fork`, fields);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as TestProject;
  }

  async function forksCount(of: TestProject): Promise<number> {
    return (await asRoot().get(`/projects/${of.id}`)).body.forks_count as number;
  }

  /** Stored source ids of projects. The API does not show the id of a deleted source. */
  async function sourcesOf(projects: readonly TestProject[]): Promise<unknown[]> {
    const { mongodbUri, databasePrefix } = mesh();
    const connection = await mongoose
      .createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` })
      .asPromise();
    const expected = { _id: { $in: projects.map(({ id }) => id as never) } };
    const rows = await connection.collection('projects').find(expected).toArray();
    await connection.close();
    return rows.map((row) => row['forked_from_project_id'] as unknown);
  }

  async function areRelated(one: TestProject, other: TestProject): Promise<boolean> {
    const networks = caller.client(ForkNetworkServiceDefinition, 'projects');
    return (await networks.getForkRelation({ project_id: one.id, other_project_id: other.id })).related;
  }

  describe('POST /projects/:id/fork', () => {
    it('creates a project with settings, code and branch protection of the source', async () => {
      const created = await fork(user, source);
      expect(created).toMatchObject({
        name: source['name'],
        path: source.path,
        path_with_namespace: `${user.username}/${source.path}`,
        namespace: { kind: 'user', path: user.username },
        owner: { id: user.id },
        creator_id: user.id,
        description: 'The source',
        visibility: 'public',
        tag_list: ['one', 'two'],
        lfs_enabled: false,
        wiki_enabled: false,
        merge_method: 'ff',
        default_branch: 'master',
        empty_repo: false,
        import_status: 'finished',
        forks_count: 0,
        forked_from_project: {
          id: source.id,
          name: source['name'],
          path_with_namespace: source.path_with_namespace,
          http_url_to_repo: expect.stringContaining(source.path_with_namespace),
          namespace: { path: owner.username },
          forks_count: 1,
        },
      });
      expect(created['forked_from_project']).not.toHaveProperty('visibility');
      const path = `/projects/${created.id}`;
      const [branches, readme, protections] = await Promise.all([
        user.api.get(`${path}/repository/branches`),
        user.api.get(`${path}/repository/files/README.md/raw?ref=master`),
        user.api.get(`${path}/protected_branches`),
      ]);
      expect(branches.body).toMatchObject([{ name: 'master', default: true, protected: true }]);
      expect(readme.body).toContain('The source');
      expect(protections.body).toMatchObject([{ name: 'master' }]);
      expect(await forksCount(source)).toBe(1);
    });

    it.each([
      ['namespace', 'id'],
      ['namespace', 'full_path'],
      ['namespace_id', 'id'],
      ['namespace_path', 'full_path'],
    ] as const)('creates the fork in the group given in %s by its %s', async (parameter, field) => {
      const parent = await createGroup(user.api);
      const group = await createGroup(user.api, { parent_id: parent.id });
      const path = unique('elsewhere');
      const created = await fork(user, source, { [parameter]: group[field], path, name: 'Else', description: 'Mine' });
      expect(created).toMatchObject({
        name: 'Else',
        path_with_namespace: `${group.full_path}/${path}`,
        description: 'Mine',
        namespace: { id: group.id, kind: 'group' },
      });
    });

    it('forks an empty project and an archived project', async () => {
      const empty = await createProject(owner.api, { visibility: 'public' });
      expect(await fork(user, empty)).toMatchObject({
        empty_repo: true,
        default_branch: null,
        import_status: 'finished',
      });
      const archived = await createProject(owner.api, { visibility: 'public', initialize_with_readme: true });
      await owner.api.post(`/projects/${archived.id}/archive`);
      expect(await fork(user, archived)).toMatchObject({ archived: false, default_branch: 'master' });
    });

    it('creates a fork that is independent of its source', async () => {
      const created = await fork(await createUser(), source);
      const commit = {
        branch: 'master',
        commit_message: 'More',
        actions: [{ action: 'create', file_path: 'more.txt', content: 'more' }],
      };
      const response = await asRoot().post(`/projects/${created.id}/repository/commits`, commit);
      expect(response.status).toBe(201);
      expect((await user.api.get(`/projects/${created.id}/repository/commits`)).body).toHaveLength(2);
      expect((await user.api.get(`/projects/${source.id}/repository/commits`)).body).toHaveLength(1);
    });

    it('creates one fork for a repeated request', async () => {
      const from = await createProject(owner.api, { visibility: 'public', initialize_with_readme: true });
      const other = await createUser();
      const subject = { user_id: other.id, admin: false, external: false };
      const references = [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(from.id) }];
      const { resources } = await caller.client(AccessServiceDefinition, 'projects').authorize({ subject, references });
      const { id, username } = other;
      const context: CallContext = {
        ...serviceContext(randomUUID()),
        user: { id, username, name: username, admin: false, external: false },
        real_user_id: id,
        operation_id: randomUUID(),
        access: { id: resources[0] as (typeof resources)[0] },
      };
      const edge = meshCaller();
      const forks = edge.client(ForkServiceDefinition, 'projects');
      const tries = Array.from({ length: 3 }, () => forks.forkProject({ id: String(from.id) }, { context }));
      const responses = [...(await Promise.all(tries)), await forks.forkProject({ id: String(from.id) }, { context })];
      edge.close();
      expect(new Set(responses.map((created) => created.id)).size).toBe(1);
      expect(responses.map((created) => created.import_status)).toEqual(responses.map(() => 'finished'));
      expect(await forksCount(from)).toBe(1);
    });

    it('counts forks that are created concurrently', async () => {
      const from = await createProject(owner.api, { visibility: 'public', initialize_with_readme: true });
      const users = await Promise.all(Array.from({ length: 5 }, () => createUser()));
      await Promise.all(users.map((one) => fork(one, from)));
      expect(await forksCount(from)).toBe(5);
    });

    it('rejects an unknown namespace and one that the caller may not use', async () => {
      const group = await createGroup(owner.api, { visibility: 'public' });
      const reporter = await createMember(owner.api, `/groups/${group.id}`, 20);
      for (const [as, namespace] of [
        [user, 'no/where'],
        [user, 987654321],
        [user, owner.username],
        [user, group.id],
        [reporter, group.full_path],
      ] as const) {
        const { status, body } = await as.api.post(`/projects/${source.id}/fork`, { namespace });
        expect({ status, body }).toEqual({ status: 404, body: { message: '404 Target Namespace Not Found' } });
      }
    });

    it('rejects a taken name or path, a malformed one, and a second fork in one namespace', async () => {
      const other = await createUser();
      const refused = async (fields: object): Promise<object> => {
        const { status, body } = await other.api.post(`/projects/${source.id}/fork`, fields);
        expect(status).toBe(409);
        return (body as { message: object }).message;
      };
      const taken = await createProject(other.api);
      expect(await refused({ path: taken.path })).toMatchObject({ path: ['has already been taken'] });
      expect(await refused({ name: taken['name'] })).toMatchObject({ name: ['has already been taken'] });
      expect(await refused({ path: '../up' })).toMatchObject({ path: [expect.any(String)] });
      expect(await refused({ description: 'x'.repeat(2001) })).toMatchObject({ description: [expect.any(String)] });
      await fork(other, source);
      expect(await refused({ path: unique('again'), name: unique('again') })).toEqual({
        forked_from_project_id: ['has already been taken'],
      });
    });

    it('is never more visible than the source or the group', async () => {
      const internal = await createProject(owner.api, { visibility: 'internal', initialize_with_readme: true });
      const other = await createUser();
      const wide = await other.api.post(`/projects/${internal.id}/fork`, { visibility: 'public' });
      const text = 'Public is not allowed since the fork source project has lower visibility.';
      expect(wide).toMatchObject({ status: 409, body: { message: { visibility_level: [text] } } });
      const closed = await createGroup(other.api, { visibility: 'private' });
      expect(await fork(other, internal, { namespace: closed.id })).toMatchObject({ visibility: 'private' });
      const mine = await fork(other, internal);
      expect(mine).toMatchObject({ visibility: 'internal' });
      const later = await other.api.put(`/projects/${mine.id}`, { visibility: 'public' });
      expect(later).toMatchObject({ status: 400, body: { message: { visibility_level: [text] } } });
      expect(await fork(await createUser(), internal, { visibility: 'private' })).toMatchObject({
        visibility: 'private',
      });
    });

    it('requires the right to read the code', async () => {
      const hidden = await createProject(owner.api, { initialize_with_readme: true });
      const guest = await borrowMember(owner.api, `/projects/${hidden.id}`, 10);
      const reporter = await createMember(owner.api, `/projects/${hidden.id}`, 20);
      const path = `/projects/${hidden.id}/fork`;
      expect(await api().post(`/projects/${source.id}/fork`)).toMatchObject({ status: 401 });
      expect(await user.api.post(path)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
      expect(await guest.api.post(path)).toMatchObject({ status: 403 });
      expect(await reporter.api.post(path)).toMatchObject({ status: 201, body: { visibility: 'private' } });
      const members = await createProject(owner.api, { visibility: 'public', repository_access_level: 'private' });
      expect((await user.api.post(`/projects/${members.id}/fork`)).status).toBe(403);
      const none = await createProject(owner.api, { visibility: 'public', repository_access_level: 'disabled' });
      expect((await owner.api.post(`/projects/${none.id}/fork`)).status).toBe(403);
    });

    it('respects the project limit', async () => {
      const limited = await createUser({ projects_limit: 0 });
      const { status, body } = await limited.api.post(`/projects/${source.id}/fork`);
      expect(status).toBe(403);
      expect(body.error).toEqual([expect.stringContaining('Personal project creation is not allowed')]);
    });
  });

  describe('GET /projects/:id/forks', () => {
    let popular: TestProject;
    let open: TestProject;
    let closed: TestProject;
    beforeAll(async () => {
      popular = await createProject(owner.api, { visibility: 'public', initialize_with_readme: true });
      open = await fork(await createUser(), popular);
      closed = await fork(user, popular, { visibility: 'private' });
    });

    it('lists the forks that the caller may see, newest first', async () => {
      const path = `/projects/${popular.id}/forks`;
      expect(ids(await user.api.get(path))).toEqual([closed.id, open.id]);
      expect(ids(await owner.api.get(path))).toEqual([open.id]);
      const anonymous = await api().get(path);
      expect(ids(anonymous)).toEqual([open.id]);
      expect(anonymous.body[0]).not.toHaveProperty('visibility');
      const [mine] = (await user.api.get(path)).body;
      expect(mine).toMatchObject({ forked_from_project: { id: popular.id }, permissions: expect.any(Object) });
    });

    it('supports the filters, orders and pagination of project lists', async () => {
      const path = `/projects/${popular.id}/forks`;
      expect(ids(await user.api.get(`${path}?sort=asc`))).toEqual([open.id, closed.id]);
      expect(ids(await user.api.get(`${path}?visibility=private`))).toEqual([closed.id]);
      expect(ids(await user.api.get(`${path}?owned=true`))).toEqual([closed.id]);
      expect(ids(await user.api.get(`${path}?search=${unique('none')}`))).toEqual([]);
      const page = await user.api.get(`${path}?per_page=1&page=2`);
      expect(ids(page)).toEqual([open.id]);
      expect(page.headers.get('x-total')).toBe('2');
      expect((await user.api.get(`${path}?order_by=bad`)).status).toBe(400);
    });

    it('returns 404 for a private project', async () => {
      const hidden = await createProject(owner.api);
      expect((await user.api.get(`/projects/${hidden.id}/forks`)).status).toBe(404);
      expect((await api().get(`/projects/${hidden.id}/forks`)).status).toBe(404);
    });
  });

  describe('the source of a fork', () => {
    it('is shown to callers who may see it', async () => {
      const from = await createProject(owner.api, { initialize_with_readme: true });
      const reporter = await createMember(owner.api, `/projects/${from.id}`, 20);
      const created = await fork(reporter, from);
      await addMember(reporter.api, `/projects/${created.id}`, user, 30);
      const shown = await reporter.api.get(`/projects/${created.id}`);
      expect(shown.body.forked_from_project).toMatchObject({ id: from.id, default_branch: 'master' });
      expect((await user.api.get(`/projects/${created.id}`)).body).not.toHaveProperty('forked_from_project');
      const listed = await user.api.get(`/projects?membership=true&search=${created.path}`);
      expect(listed.body).toHaveLength(1);
      expect(listed.body[0]).not.toHaveProperty('forked_from_project');
    });

    it('restricts the visibility of its forks and of their forks', async () => {
      const wide = await createProject(owner.api, { visibility: 'public' });
      const first = await fork(user, wide);
      const second = await fork(await createUser(), first);
      const visibility = async (of: TestProject): Promise<string> =>
        (await asRoot().get(`/projects/${of.id}`)).body.visibility;
      for (const level of ['internal', 'private']) {
        await owner.api.put(`/projects/${wide.id}`, { visibility: level });
        await waitFor(
          () => visibility(second),
          (found) => found === level,
        );
        expect(await visibility(first)).toBe(level);
      }
      expect((await user.api.get(`/projects/${second.id}`)).status).toBe(404);
      await user.api.put(`/projects/${first.id}`, { description: 'Still here' });
      expect(await visibility(first)).toBe('private');
    });

    it('can be deleted; the forks stay related and keep their code', async () => {
      const from = await createProject(owner.api, { visibility: 'public', initialize_with_readme: true });
      const [one, other] = [await fork(user, from), await fork(await createUser(), from)];
      expect((await owner.api.delete(`/projects/${from.id}`)).status).toBe(202);
      await waitFor(
        () => sourcesOf([one, other]),
        (sources) => sources.every((id) => id === undefined),
      );
      expect((await user.api.delete(`/projects/${one.id}/fork`)).status).toBe(304);
      expect(await areRelated(one, other)).toBe(true);
      const file = await user.api.get(`/projects/${one.id}/repository/files/README.md?ref=master`);
      expect(file.status).toBe(200);
    });

    it('no longer counts a deleted fork', async () => {
      const from = await createProject(owner.api, { visibility: 'public' });
      const created = await fork(user, from);
      expect(await forksCount(from)).toBe(1);
      await user.api.delete(`/projects/${created.id}`);
      expect(await forksCount(from)).toBe(0);
      expect((await user.api.get(`/projects/${from.id}/forks`)).body).toEqual([]);
    });
  });

  describe('POST /projects/:id/fork/:forked_from_id', () => {
    it('makes a project a fork', async () => {
      const from = await createProject(owner.api, { visibility: 'public' });
      const project = await createProject(user.api, { visibility: 'public' });
      expect(await areRelated(project, from)).toBe(false);
      const linked = await user.api.post(`/projects/${project.id}/fork/${from.id}`);
      expect(linked).toMatchObject({
        status: 201,
        body: { id: project.id, forked_from_project: { id: from.id, forks_count: 1 } },
      });
      expect(ids(await api().get(`/projects/${from.id}/forks`))).toEqual([project.id]);
      expect(await areRelated(project, from)).toBe(true);
      const repeated = await user.api.post(`/projects/${project.id}/fork/${source.id}`);
      expect(repeated).toMatchObject({ status: 409, body: { message: 'Project already forked' } });
    });

    it('joins networks, and rejects cycles', async () => {
      const root = await createProject(owner.api, { visibility: 'public' });
      const project = await createProject(user.api, { visibility: 'public' });
      const below = await fork(await createUser(), project);
      const circle = await user.api.post(`/projects/${project.id}/fork/${below.id}`);
      expect(circle.status).toBe(400);
      expect((await user.api.post(`/projects/${project.id}/fork/${project.id}`)).status).toBe(400);
      expect(await areRelated(below, root)).toBe(false);
      expect((await user.api.post(`/projects/${project.id}/fork/${root.id}`)).status).toBe(201);
      expect(await areRelated(below, root)).toBe(true);
    });

    it('requires an owner, who may see the source project', async () => {
      const hidden = await createProject(owner.api);
      const project = await createProject(user.api, { visibility: 'public' });
      const maintainer = await borrowMember(user.api, `/projects/${project.id}`, 40);
      const path = `/projects/${project.id}/fork`;
      expect((await api().post(`${path}/${source.id}`)).status).toBe(401);
      expect((await maintainer.api.post(`${path}/${source.id}`)).status).toBe(403);
      expect((await owner.api.post(`${path}/${source.id}`)).status).toBe(403);
      expect((await user.api.post(`${path}/${hidden.id}`)).status).toBe(404);
      expect((await user.api.post(`${path}/987654321`)).status).toBe(404);
      expect((await owner.api.post(`/projects/${source.id}/fork/${hidden.id}`)).status).toBe(201);
      await owner.api.delete(`/projects/${source.id}/fork`);
      expect((await asRoot().post(`${path}/${hidden.id}`)).status).toBe(201);
    });
  });

  describe('DELETE /projects/:id/fork', () => {
    it('removes the relation once', async () => {
      const from = await createProject(owner.api, { visibility: 'public' });
      const created = await fork(user, from);
      const maintainer = await borrowMember(user.api, `/projects/${created.id}`, 40);
      const path = `/projects/${created.id}/fork`;
      expect((await api().delete(path)).status).toBe(401);
      expect((await maintainer.api.delete(path)).status).toBe(403);
      expect((await owner.api.delete(path)).status).toBe(403);
      expect((await user.api.delete(path)).status).toBe(204);
      expect((await user.api.get(`/projects/${created.id}`)).body).not.toHaveProperty('forked_from_project');
      expect(await forksCount(from)).toBe(0);
      expect(await areRelated(created, from)).toBe(false);
      expect((await user.api.delete(path)).status).toBe(304);
      expect((await user.api.post(`${path}/${from.id}`)).status).toBe(201);
      expect((await asRoot().delete(path)).status).toBe(204);
    });

    it('returns 404 for a private project', async () => {
      const hidden = await createProject(owner.api);
      expect((await user.api.delete(`/projects/${hidden.id}/fork`)).status).toBe(404);
    });
  });
});
