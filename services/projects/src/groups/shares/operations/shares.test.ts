import {
  asRoot,
  createUser,
  waitFor,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowUser,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

describe('shares', () => {
  let owner: TestUser;
  let project: TestProject;
  let group: TestGroup;
  let guest: TestUser;
  let maintainer: TestUser;
  /** Shares that the current test made: the tests use the same group. */
  const made: string[] = [];

  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api, { initialize_with_readme: true });
    const ancestorIds = await createGroup(owner.api);
    group = await createGroup(owner.api, { parent_id: ancestorIds.id });
    guest = await createMember(owner.api, `/groups/${group.id}`, 10);
    maintainer = await createMember(owner.api, `/groups/${ancestorIds.id}`, 40);
  });

  afterEach(async () => {
    for (const path of made.splice(0)) await owner.api.delete(path);
  });

  async function share(fields: object = {}, as: TestUser = owner, { id } = project) {
    const body = { group_id: group.id, group_access: 30, ...fields };
    const response = await as.api.post(`/projects/${id}/share`, body);
    if (response.status === 201) made.push(`/projects/${id}/share/${body.group_id}`);
    return response;
  }

  describe('POST /projects/:id/share', () => {
    it('gives members of the group and its ancestors access to the project, up to the level', async () => {
      expect((await maintainer.api.get(`/projects/${project.id}`)).status).toBe(404);
      const { status, body } = await share();
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        project_id: project.id,
        group_id: group.id,
        group_access: 30,
        expires_at: null,
      });
      const seen = await maintainer.api.get(`/projects/${project.id}`);
      expect(seen.body.shared_with_groups).toEqual([
        {
          group_id: group.id,
          group_name: group['name'],
          group_full_path: group.full_path,
          group_access_level: 30,
          expires_at: null,
        },
      ]);
      const branch = (as: TestUser) =>
        as.api.post(`/projects/${project.id}/repository/branches`, { branch: as.username, ref: 'master' });
      expect((await branch(maintainer)).status).toBe(201);
      expect((await branch(guest)).status).toBe(403);
      expect((await maintainer.api.put(`/projects/${project.id}`, { description: 'x' })).status).toBe(403);
      expect(ids(await guest.api.get('/projects?membership=true'))).toEqual([project.id]);
      expect(ids(await guest.api.get(`/groups/${group.id}/projects`))).toEqual([project.id]);
    });

    it('expires on its date, which may be in the past', async () => {
      const later = await share({ expires_at: '2999-12-31' });
      expect(later.body).toMatchObject({ expires_at: '2999-12-31' });
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(200);
      await owner.api.delete(`/projects/${project.id}/share/${group.id}`);
      const over = await share({ expires_at: new Date().toISOString().slice(0, 10) });
      expect(over.status).toBe(201);
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(404);
      expect(ids(await guest.api.get('/projects?membership=true'))).toEqual([]);
      // Changing the project does not restore the share, and a new share can replace it.
      await owner.api.put(`/projects/${project.id}`, { description: 'changed' });
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(404);
      expect((await share()).status).toBe(201);
      expect((await guest.api.get(`/projects/${project.id}`)).body.shared_with_groups).toHaveLength(1);
    });

    it('rejects a second share with a group, and a group that contains the project', async () => {
      expect((await share()).status).toBe(201);
      const repeated = await share({ group_access: 10 });
      expect({ status: repeated.status, body: repeated.body }).toEqual({
        status: 409,
        body: { message: 'Group already shared with this group' },
      });
      const around = await createGroup(owner.api);
      const inside = await createProject(owner.api, { namespace_id: around.id });
      expect((await share({ group_id: around.id }, owner, inside)).status).toBe(409);
    });

    it('is rejected if an ancestor group locks sharing', async () => {
      const locked = await createGroup(owner.api, { share_with_group_lock: true });
      const inside = await createProject(owner.api, { namespace_id: locked.id });
      const { status, body } = await owner.api.post(`/projects/${inside.id}/share`, {
        group_id: group.id,
        group_access: 10,
      });
      expect({ status, body }).toEqual({
        status: 400,
        body: { message: 'The project sharing with group is disabled' },
      });
    });

    it('returns 404 for a group that the caller may not read', async () => {
      const hidden = await createGroup(asRoot());
      for (const id of [hidden.id, 999_999_999]) {
        const { status, body } = await share({ group_id: id });
        expect({ status, body }).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
      }
    });

    it.each([
      [{ group_access: 50 }, 'group_access does not have a valid value'],
      [{ group_access: 15 }, 'group_access does not have a valid value'],
      [{ group_access: 'high' }, 'group_access is invalid'],
      [{ group_id: null }, 'group_id is missing'],
      [{ group_id: 'some' }, 'group_id is invalid'],
      [{ expires_at: '2999-02-30' }, 'expires_at is invalid'],
    ])('rejects %j', async (fields, error) => {
      const { status, body } = await share(fields);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('requires a maintainer', async () => {
      const developer = await createMember(owner.api, `/projects/${project.id}`, 30);
      const allowed = await createMember(owner.api, `/projects/${project.id}`, 40);
      const open = await createGroup(owner.api, { visibility: 'public' });
      expect((await share({ group_id: open.id }, developer)).status).toBe(403);
      expect((await share({ group_id: open.id }, guest)).status).toBe(404);
      expect((await share({ group_id: open.id }, allowed)).status).toBe(201);
    });

    it('rejects a caller without the role in the same way for every group', async () => {
      const developer = await createMember(owner.api, `/projects/${project.id}`, 30);
      const hidden = await createGroup(asRoot());
      for (const id of [group.id, hidden.id, 999_999_999]) {
        const { status, body } = await share({ group_id: id }, developer);
        expect({ status, body }).toEqual({ status: 403, body: { message: '403 Forbidden' } });
      }
    });
  });

  describe('DELETE /projects/:id/share/:group_id', () => {
    it('removes the share and its rights immediately', async () => {
      await share();
      const path = `/projects/${project.id}/share/${group.id}`;
      expect((await guest.api.delete(path)).status).toBe(403);
      const { status, body } = await owner.api.delete(path);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      expect((await guest.api.get(`/projects/${project.id}`)).status).toBe(404);
      expect((await guest.api.delete(path)).status).toBe(404);
      const repeated = await owner.api.delete(path);
      expect({ status: repeated.status, body: repeated.body }).toEqual({
        status: 404,
        body: { message: '404 Group Link Not Found' },
      });
    });
  });

  it('are removed with their group', async () => {
    const deleted = await createGroup(owner.api);
    await share({ group_id: deleted.id });
    await owner.api.delete(`/groups/${deleted.id}`);
    await waitFor(
      () => owner.api.get(`/projects/${project.id}`),
      ({ body }) => body.shared_with_groups.length === 0,
    );
    // The stored share is removed soon after the group; then its deletion fails.
    await waitFor(
      () => owner.api.delete(`/projects/${project.id}/share/${deleted.id}`),
      ({ status }) => status === 404,
    );
  });

  describe('GET /projects/:id/users', () => {
    it('lists members of the project, its groups and the groups that it is shared with, in the short format', async () => {
      const listed = await createProject(owner.api);
      const direct = await createMember(owner.api, `/projects/${listed.id}`, 20);
      await share({}, owner, listed);
      const path = `/projects/${listed.id}/users`;
      const { body, headers } = await owner.api.get(path);
      expect(ids({ body } as never)).toEqual([owner.id, guest.id, maintainer.id, direct.id].sort((a, b) => a - b));
      expect(body.find(({ id }: { id: number }) => id === guest.id)).toEqual({
        id: guest.id,
        name: `Name of ${guest.username}`,
        username: guest.username,
        state: 'active',
        avatar_url: null,
        web_url: expect.stringContaining(`/${guest.username}`),
      });
      expect(headers.get('x-total')).toBe('4');
      expect(ids(await owner.api.get(`${path}?search=${direct.username.toUpperCase()}`))).toEqual([direct.id]);
      const skipped = await owner.api.get(
        `${path}?skip_users[]=${owner.id}&skip_users[]=${guest.id}&per_page=1&page=2`,
      );
      expect(ids(skipped)).toHaveLength(1);
      expect(skipped.headers.get('x-total')).toBe('2');
    });

    it('requires the right to read the project', async () => {
      const stranger = await borrowUser();
      const { id } = await createProject(owner.api);
      const path = `/projects/${id}/users`;
      expect((await stranger.api.get(path)).status).toBe(404);
      await owner.api.put(`/projects/${id}`, { visibility: 'public' });
      expect(ids(await stranger.api.get(path))).toEqual([owner.id]);
    });
  });
});
