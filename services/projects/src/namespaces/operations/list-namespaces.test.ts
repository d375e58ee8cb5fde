import { api, asRoot, createUser, createMember, createGroup, type TestUser, type TestGroup } from '@forgemesh/testing';

describe('namespaces', () => {
  let user: TestUser;
  let group: TestGroup;
  let inner: TestGroup;
  beforeAll(async () => {
    user = await createUser();
    group = await createGroup(user.api);
    inner = await createGroup(user.api, { parent_id: group.id });
  });

  describe('GET /namespaces/:id/exists', () => {
    const exists = async (path: string, query = '', as = user) => {
      const { status, body } = await as.api.get(`/namespaces/${path}/exists${query}`);
      return { status, body };
    };

    it('finds paths of users and groups, case-insensitive, and suggests a free one', async () => {
      for (const path of [user.username, group.path.toUpperCase()])
        expect(await exists(path)).toEqual({ status: 200, body: { exists: true, suggests: [`${path}1`] } });
      await createGroup(asRoot(), { path: `${group.path}1` });
      expect((await exists(group.path)).body.suggests).toEqual([`${group.path}2`]);
      expect(await exists('nothing-here')).toEqual({ status: 200, body: { exists: false, suggests: [] } });
    });

    it('checks paths inside a group that the caller may read', async () => {
      expect((await exists(inner.path)).body.exists).toBe(false);
      expect((await exists(inner.path, `?parent_id=${group.id}`)).body).toEqual({
        exists: true,
        suggests: [`${inner.path}1`],
      });
      expect((await exists(group.path, `?parent_id=${group.id}`)).body.exists).toBe(false);
      expect((await exists(inner.path, `?parent_id=${group.id}`, await createUser())).status).toBe(404);
      expect((await exists(inner.path, '?parent_id=x')).status).toBe(400);
      expect((await api().get(`/namespaces/${group.path}/exists`)).status).toBe(401);
    });
  });

  describe('GET /namespaces', () => {
    it("lists the caller's own namespace and the groups that the caller is a member of", async () => {
      await createMember(user.api, `/groups/${inner.id}`, 20);
      const { status, body } = await user.api.get('/namespaces');
      expect(status).toBe(200);
      expect(body).toMatchObject([
        {
          kind: 'user',
          path: user.username,
          full_path: user.username,
          name: `Name of ${user.username}`,
          parent_id: null,
        },
        { id: group.id, kind: 'group', full_path: group.path, members_count_with_descendants: 2 },
        {
          id: inner.id,
          kind: 'group',
          full_path: inner.full_path,
          parent_id: group.id,
          members_count_with_descendants: 2,
        },
      ]);
      expect(body[0]).not.toHaveProperty('members_count_with_descendants');
      expect(body[0].web_url.endsWith(`/${user.username}`)).toBe(true);
      expect(body[1].web_url.endsWith(`/groups/${group.path}`)).toBe(true);
    });

    it('shows the number of members to owners only', async () => {
      const developer = await createMember(user.api, `/groups/${group.id}`, 30);
      const { body } = await developer.api.get('/namespaces?search=group');
      expect(body).toMatchObject([{ id: group.id }]);
      expect(body[0]).not.toHaveProperty('members_count_with_descendants');
    });

    it('lists all namespaces for administrators', async () => {
      const { body } = await asRoot().get(`/namespaces?search=${user.username.slice(2)}`);
      expect(body).toMatchObject([{ kind: 'user', path: user.username }]);
    });

    it('rejects anonymous callers', async () => {
      expect((await api().get('/namespaces')).status).toBe(401);
    });
  });

  describe('GET /namespaces/:id', () => {
    it('finds a namespace by id and by full path', async () => {
      for (const ref of [inner.id, encodeURIComponent(inner.full_path)]) {
        const { status, body } = await user.api.get(`/namespaces/${ref}`);
        expect({ status, id: body.id }).toEqual({ status: 200, id: inner.id });
      }
      expect((await user.api.get(`/namespaces/${user.username}`)).body).toMatchObject({ kind: 'user' });
    });

    it('returns 404 for namespaces of others', async () => {
      const stranger = await createUser();
      for (const ref of [group.id, user.username, 'nowhere']) {
        const { status, body } = await stranger.api.get(`/namespaces/${ref}`);
        expect({ status, body }).toEqual({ status: 404, body: { message: '404 Namespace Not Found' } });
      }
    });
  });
});
