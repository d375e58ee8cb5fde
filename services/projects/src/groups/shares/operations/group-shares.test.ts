import {
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  addMember,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowMember,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

const today = (): string => new Date().toISOString().slice(0, 10);

describe('groups shared with groups', () => {
  let owner: TestUser;
  /** A private group with a subgroup, and a project in each. */
  let shared: TestGroup;
  let inner: TestGroup;
  let project: TestProject;
  let innerProject: TestProject;
  /** The group that it is shared with, a subgroup of another one. */
  let ancestorIds: TestGroup;
  let other: TestGroup;
  let guest: TestUser;
  let maintainer: TestUser;
  /** Shares that the current test made: several tests use the same groups. */
  const made: string[] = [];

  async function createGroups() {
    owner ??= await createUser();
    shared = await createGroup(owner.api);
    inner = await createGroup(owner.api, { parent_id: shared.id });
    project = await createProject(owner.api, { namespace_id: shared.id, initialize_with_readme: true });
    innerProject = await createProject(owner.api, { namespace_id: inner.id, initialize_with_readme: true });
    ancestorIds = await createGroup(owner.api);
    other = await createGroup(owner.api, { parent_id: ancestorIds.id });
    guest = await createMember(owner.api, `/groups/${other.id}`, 10);
    maintainer = await createMember(owner.api, `/groups/${ancestorIds.id}`, 40);
  }

  afterEach(async () => {
    for (const path of made.splice(0)) await owner.api.delete(path);
  });

  async function share(fields: object = {}, as: TestUser = owner, id = shared.id) {
    const body = { group_id: other.id, group_access: 30, ...fields };
    const response = await as.api.post(`/groups/${id}/share`, body);
    if (response.status === 201) made.push(`/groups/${id}/share/${body.group_id}`);
    return response;
  }

  function fetchRefs(as: TestUser, { path_with_namespace: path }: TestProject, service = 'git-upload-pack') {
    const headers = { Authorization: `Basic ${Buffer.from(`${as.username}:${as.token}`).toString('base64')}` };
    return fetch(`${mesh().url}/${path}.git/info/refs?service=${service}`, { headers });
  }

  const createBranch = (as: TestUser, { id }: TestProject) =>
    as.api.post(`/projects/${id}/repository/branches`, { branch: unique('b'), ref: 'master' });

  describe('POST /groups/:id/share', () => {
    beforeAll(createGroups);

    it('returns the group and the groups that it is shared with', async () => {
      const { status, body } = await share({ expires_at: '2999-12-31' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        id: shared.id,
        shared_with_groups: [
          {
            group_id: other.id,
            group_name: other['name'],
            group_full_path: other.full_path,
            group_access_level: 30,
            expires_at: '2999-12-31',
          },
        ],
      });
      expect((await owner.api.get(`/groups/${shared.id}`)).body.shared_with_groups).toEqual(body.shared_with_groups);
      expect((await owner.api.get(`/groups/${inner.id}`)).body.shared_with_groups).toEqual([]);
    });

    it('gives members of the other group and its ancestors access to the group and its content', async () => {
      for (const path of [`/groups/${shared.id}`, `/projects/${innerProject.id}`])
        expect((await maintainer.api.get(path)).status).toBe(404);
      expect((await fetchRefs(maintainer, innerProject)).status).toBe(404);
      const title = unique('inside');
      await owner.api.post(`/projects/${innerProject.id}/issues`, { title });
      await share();
      for (const path of [
        ...[`/groups/${shared.id}`, `/groups/${inner.id}`],
        ...[`/projects/${project.id}`, `/projects/${innerProject.id}`],
      ])
        expect((await guest.api.get(path)).status).toBe(200);
      expect(ids(await guest.api.get('/projects?membership=true')).sort()).toEqual(
        [project.id, innerProject.id].sort(),
      );
      expect(ids(await guest.api.get('/groups'))).toEqual(
        expect.arrayContaining([shared.id, inner.id, other.id, ancestorIds.id]),
      );
      expect(ids(await guest.api.get(`/groups/${shared.id}/projects?include_subgroups=true`))).toHaveLength(2);
      // Public projects of other suites have issues as well.
      const issues = await guest.api.get(`/issues?scope=all&search=${title}`);
      expect(issues.body).toMatchObject([{ title, project_id: innerProject.id }]);
      expect((await guest.api.get(`/groups/${shared.id}/issues?scope=all`)).body).toHaveLength(1);
    });

    it('gives each member their own level, up to the level of the share', async () => {
      await share();
      expect((await createBranch(maintainer, innerProject)).status).toBe(201);
      expect((await createBranch(guest, innerProject)).status).toBe(403);
      expect((await fetchRefs(maintainer, project)).status).toBe(200);
      expect((await fetchRefs(maintainer, innerProject, 'git-receive-pack')).status).toBe(200);
      expect((await fetchRefs(guest, project)).status).toBe(403);
      expect((await maintainer.api.put(`/projects/${project.id}`, { description: 'x' })).status).toBe(403);
      expect((await maintainer.api.post(`/groups/${shared.id}/labels`, { name: 'a', color: '#ffffff' })).status).toBe(
        201,
      );
      // The same share admits members who join the group later.
      const later = await createMember(owner.api, `/groups/${other.id}`, 50);
      expect((await createBranch(later, project)).status).toBe(201);
      expect((await later.api.put(`/groups/${shared.id}`, { description: 'x' })).status).toBe(403);
    });

    it('can give members owner rights', async () => {
      await share({ group_access: 50 });
      const second = await borrowMember(owner.api, `/groups/${other.id}`, 50);
      expect((await second.api.put(`/groups/${shared.id}`, { description: 'x' })).status).toBe(200);
      expect((await maintainer.api.put(`/groups/${shared.id}`, { description: 'x' })).status).toBe(403);
    });

    it('applies to projects that are shared with the group, and follows a project that moves in and out', async () => {
      const outside = await createProject(owner.api, { initialize_with_readme: true });
      await owner.api.post(`/projects/${outside.id}/share`, { group_id: shared.id, group_access: 20 });
      await share();
      expect((await maintainer.api.get(`/projects/${outside.id}/repository/tree`)).status).toBe(200);
      expect((await createBranch(maintainer, outside)).status).toBe(403);
      const moving = await createProject(owner.api);
      expect((await guest.api.get(`/projects/${moving.id}`)).status).toBe(404);
      await owner.api.put(`/projects/${moving.id}/transfer`, { namespace: inner.id });
      expect((await guest.api.get(`/projects/${moving.id}`)).status).toBe(200);
      await owner.api.put(`/projects/${moving.id}/transfer`, { namespace: owner.username });
      expect((await guest.api.get(`/projects/${moving.id}`)).status).toBe(404);
    });

    it('makes the ancestors of a shared subgroup readable, and nothing else there', async () => {
      await share({}, owner, inner.id);
      expect((await guest.api.get(`/groups/${shared.id}`)).status).toBe(200);
      expect((await guest.api.get(`/projects/${innerProject.id}`)).status).toBe(200);
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(404);
    });

    it('is not transitive', async () => {
      const third = await createGroup(owner.api);
      const member = await createMember(owner.api, `/groups/${third.id}`, 40);
      await share();
      expect((await share({ group_id: third.id }, owner, other.id)).status).toBe(201);
      expect((await member.api.get(`/groups/${other.id}`)).status).toBe(200);
      expect((await member.api.get(`/groups/${shared.id}`)).status).toBe(404);
    });

    it('works in both directions between two groups', async () => {
      await share();
      expect((await share({ group_id: shared.id, group_access: 20 }, owner, other.id)).status).toBe(201);
      const member = await createMember(owner.api, `/groups/${shared.id}`, 40);
      const back = await createProject(owner.api, { namespace_id: other.id, initialize_with_readme: true });
      expect((await member.api.get(`/projects/${back.id}/repository/tree`)).status).toBe(200);
      expect((await createBranch(member, back)).status).toBe(403);
      expect((await createBranch(maintainer, project)).status).toBe(201);
      expect((await maintainer.api.get(`/groups/${shared.id}/members/all`)).status).toBe(200);
    });

    it('expires on its date, which may be in the past', async () => {
      expect((await share({ expires_at: today() })).status).toBe(201);
      expect((await guest.api.get(`/groups/${shared.id}`)).status).toBe(404);
      expect((await owner.api.get(`/groups/${shared.id}`)).body.shared_with_groups).toEqual([]);
      expect((await share({ expires_at: '2999-12-31' })).status).toBe(201);
      expect((await guest.api.get(`/groups/${shared.id}`)).status).toBe(200);
    });

    it('rejects a second share with a group, the group itself and its ancestors', async () => {
      expect((await share()).status).toBe(201);
      const repeated = await share({ group_access: 10 });
      expect({ status: repeated.status, body: repeated.body }).toEqual({
        status: 409,
        body: { message: 'Shared group The group has already been shared with this group' },
      });
      for (const id of [inner.id, shared.id]) expect((await share({ group_id: id }, owner, inner.id)).status).toBe(409);
      // Sharing with a subgroup gives its members rights on the whole group.
      expect((await share({ group_id: inner.id })).status).toBe(201);
    });

    it.each(['the group', 'an ancestor group'])('is rejected if %s locks sharing', async (where) => {
      const outerGroup = await createGroup(owner.api);
      const innerGroup = await createGroup(owner.api, { parent_id: outerGroup.id });
      const inside = await createProject(owner.api, { namespace_id: innerGroup.id });
      const locked = where === 'the group' ? innerGroup : outerGroup;
      await owner.api.put(`/groups/${locked.id}`, { share_with_group_lock: true });
      const { status, body } = await share({}, owner, innerGroup.id);
      expect({ status, body }).toEqual({
        status: 400,
        body: { message: 'The group sharing with group is disabled' },
      });
      const asProject = await owner.api.post(`/projects/${inside.id}/share`, {
        group_id: other.id,
        group_access: 10,
      });
      expect(asProject.status).toBe(400);
    });

    it('requires an owner, who may read the other group', async () => {
      const below = await createMember(owner.api, `/groups/${shared.id}`, 40);
      const hidden = await createGroup(asRoot());
      for (const id of [other.id, hidden.id, 999_999_999])
        expect((await share({ group_id: id }, below)).status).toBe(403);
      expect((await share({}, await createUser())).status).toBe(404);
      for (const id of [hidden.id, 999_999_999]) {
        const { status, body } = await share({ group_id: id });
        expect({ status, body }).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
      }
    });

    it.each([
      [{ group_access: 15 }, 'group_access does not have a valid value'],
      [{ group_access: 'high' }, 'group_access is invalid'],
      [{ group_id: null }, 'group_id is missing'],
      [{ group_id: 'some' }, 'group_id is invalid'],
      [{ expires_at: '2999-02-30' }, 'expires_at is invalid'],
    ])('rejects %j', async (fields, error) => {
      const { status, body } = await share(fields);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });
  });

  describe('DELETE /groups/:id/share/:group_id and DELETE /groups/:id', () => {
    beforeAll(createGroups);

    it('removes the share and its rights immediately', async () => {
      await share();
      const path = `/groups/${shared.id}/share/${other.id}`;
      expect((await maintainer.api.delete(path)).status).toBe(403);
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(200);
      const { status, body } = await owner.api.delete(path);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(404);
      expect((await guest.api.get(`/groups/${shared.id}`)).status).toBe(404);
      expect(ids(await guest.api.get('/projects?membership=true'))).toEqual([]);
      const repeated = await owner.api.delete(path);
      expect({ status: repeated.status, body: repeated.body }).toEqual({
        status: 404,
        body: { message: '404 Group Link Not Found' },
      });
    });

    it('removes the shares of a deleted group', async () => {
      await share();
      await owner.api.delete(`/groups/${other.id}`);
      await waitFor(
        () => owner.api.get(`/groups/${shared.id}`),
        ({ body }) => body.shared_with_groups.length === 0,
      );
      await waitFor(
        () => maintainer.api.get(`/projects/${project.id}`),
        ({ status }) => status === 404,
      );
      expect((await owner.api.delete(`/groups/${shared.id}/share/${other.id}`)).status).toBe(404);
    });
  });

  describe('GET /groups/:id/members/all and GET /projects/:id/members/all', () => {
    beforeAll(createGroups);

    it('list members through shares with their effective level', async () => {
      const both = await createMember(owner.api, `/groups/${shared.id}`, 20);
      await addMember(owner.api, `/groups/${other.id}`, both, 50);
      await share();
      const levels = async (path: string) =>
        Object.fromEntries(
          ((await owner.api.get(`${path}/members/all`)).body as { id: number; access_level: number }[]).map((row) => [
            row.id,
            row.access_level,
          ]),
        );
      const expected = { [owner.id]: 50, [guest.id]: 10, [maintainer.id]: 30, [both.id]: 30 };
      expect(await levels(`/groups/${shared.id}`)).toEqual(expected);
      expect(await levels(`/groups/${inner.id}`)).toEqual(expected);
      expect(await levels(`/projects/${innerProject.id}`)).toEqual(expected);
      for (const path of [`/groups/${inner.id}`, `/projects/${innerProject.id}`]) {
        const { body } = await owner.api.get(`${path}/members/all/${maintainer.id}`);
        expect(body).toMatchObject({ id: maintainer.id, access_level: 30 });
        expect((await owner.api.get(`${path}/members/${maintainer.id}`)).status).toBe(404);
        expect(ids(await owner.api.get(`${path}/members/all?query=${guest.username}`))).toEqual([guest.id]);
      }
      expect(ids(await owner.api.get(`/projects/${innerProject.id}/users`))).toContain(guest.id);
    });

    it('list members of a project through its own shares', async () => {
      await owner.api.post(`/projects/${project.id}/share`, { group_id: other.id, group_access: 20 });
      const { body } = await owner.api.get(`/projects/${project.id}/members/all/${maintainer.id}`);
      expect(body).toMatchObject({ access_level: 20 });
      expect((await owner.api.get(`/groups/${shared.id}/members/all/${maintainer.id}`)).status).toBe(404);
    });
  });
});
