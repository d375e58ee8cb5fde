import {
  api,
  asRoot,
  createUser,
  addMember,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowUser,
  type ApiResponse,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

const today = new Date().toISOString().slice(0, 10);
const nextYear = `${new Date().getUTCFullYear() + 1}-06-30`;

describe('members', () => {
  let owner: TestUser;
  let group: TestGroup;
  let inner: TestGroup;
  let project: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    inner = await createGroup(owner.api, { parent_id: group.id });
    project = await createProject(owner.api, { namespace_id: inner.id });
  });

  describe('GET /projects/:id/members', () => {
    it('lists the owner of a personal project as maintainer', async () => {
      const personal = await createProject(owner.api);
      const { body } = await owner.api.get(`/projects/${personal.id}/members`);
      expect(body).toEqual([
        {
          id: owner.id,
          name: `Name of ${owner.username}`,
          username: owner.username,
          state: 'active',
          avatar_url: null,
          web_url: expect.stringMatching(new RegExp(`/${owner.username}$`)),
          access_level: 40,
          expires_at: null,
        },
      ]);
    });

    it('lists direct members only, and searches them by name', async () => {
      const own = await createProject(owner.api, { namespace_id: inner.id });
      const one = await createMember(owner.api, `/projects/${own.id}`, 20);
      const other = await createMember(owner.api, `/projects/${own.id}`, 30);
      expect(ids(await owner.api.get(`/projects/${own.id}/members`))).toEqual([one.id, other.id]);
      const text = one.username.slice(1).toUpperCase();
      expect(ids(await owner.api.get(`/projects/${own.id}/members?query=${text}`))).toEqual([one.id]);
      expect(ids(await owner.api.get(`/projects/${own.id}/members?user_ids[]=${other.id}`))).toEqual([other.id]);
      const page = await owner.api.get(`/projects/${own.id}/members?per_page=1&page=2`);
      expect({ ids: ids(page), total: page.headers.get('x-total') }).toEqual({ ids: [other.id], total: '2' });
    });

    it('returns 404 if the project is hidden', async () => {
      expect((await api().get(`/projects/${project.id}/members`)).status).toBe(404);
      expect((await (await borrowUser()).api.get(`/projects/${project.id}/members/all`)).status).toBe(404);
    });
  });

  describe.each(['project', 'group'] as const)('of a %s', (kind) => {
    const path = (): string => (kind === 'project' ? `/projects/${project.id}` : `/groups/${inner.id}`);
    let rejected: TestUser;
    beforeAll(async () => {
      rejected = await createUser();
    });

    it('are added, read, changed and removed', async () => {
      const user = await createUser();
      const added = await owner.api.post(`${path()}/members`, {
        user_id: String(user.id),
        access_level: '20',
        expires_at: nextYear,
      });
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({
        id: user.id,
        username: user.username,
        access_level: 20,
        expires_at: nextYear,
      });
      expect((await owner.api.get(`${path()}/members/${user.id}`)).body).toEqual(added.body);
      const changed = await owner.api.put(`${path()}/members/${user.id}`, { access_level: 30, expires_at: null });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({ access_level: 30, expires_at: null });
      const removed = await owner.api.delete(`${path()}/members/${user.id}`);
      expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: undefined });
      for (const response of [
        await owner.api.get(`${path()}/members/${user.id}`),
        await owner.api.put(`${path()}/members/${user.id}`, { access_level: 30 }),
        await owner.api.delete(`${path()}/members/${user.id}`),
      ]) {
        expect({ status: response.status, body: response.body }).toEqual({
          status: 404,
          body: { message: '404 Not found' },
        });
      }
    });

    it('have effect immediately and as long as they exist', async () => {
      const user = await createUser();
      expect((await user.api.get(path())).status).toBe(404);
      await addMember(owner.api, path(), user, 10);
      expect((await user.api.get(path())).status).toBe(200);
      await owner.api.delete(`${path()}/members/${user.id}`);
      expect((await user.api.get(path())).status).toBe(404);
    });

    it('have no effect from the expiry date on', async () => {
      const user = await createUser();
      await addMember(owner.api, path(), user, 10, { expires_at: today });
      expect((await user.api.get(path())).status).toBe(404);
      expect((await owner.api.get(`${path()}/members/${user.id}`)).status).toBe(404);
      expect(ids(await owner.api.get(`${path()}/members/all`))).not.toContain(user.id);
      // An expired membership does not prevent a new one.
      await addMember(owner.api, path(), user, 10, { expires_at: nextYear });
      expect((await user.api.get(path())).status).toBe(200);
    });

    it('are added only once', async () => {
      const user = await createMember(owner.api, path(), 20);
      const { status, body } = await owner.api.post(`${path()}/members`, { user_id: user.id, access_level: 30 });
      expect({ status, body }).toEqual({ status: 409, body: { message: 'Member already exists' } });
    });

    it('are added only once by concurrent requests', async () => {
      const user = await createUser();
      const expected = { user_id: user.id, access_level: 20 };
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => owner.api.post(`${path()}/members`, expected)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    });

    it.each([
      ['an unknown user', { user_id: 99_999_999, access_level: 30 }, 404, { message: '404 User Not Found' }],
      ['an unknown level', { access_level: 35 }, 400, { message: { access_level: ['is not included in the list'] } }],
      ['no level', {}, 400, { error: 'access_level is missing' }],
      ['a level that is not a number', { access_level: 'high' }, 400, { error: 'access_level is invalid' }],
      ['an invalid date', { access_level: 30, expires_at: '2026-02-30' }, 400, { error: 'expires_at is invalid' }],
      [
        'a day in the past',
        { access_level: 30, expires_at: '2020-01-01' },
        400,
        { message: { expires_at: ['cannot be a date in the past'] } },
      ],
    ])('are rejected with %s', async (_what, fields, status, body) => {
      const response = await owner.api.post(`${path()}/members`, { user_id: rejected.id, ...fields });
      expect({ status: response.status, body: response.body }).toEqual({ status, body });
    });

    it('cannot have less than the inherited level', async () => {
      const user = await createMember(owner.api, `/groups/${group.id}`, 30);
      const lower = await owner.api.post(`${path()}/members`, { user_id: user.id, access_level: 20 });
      expect(lower.status).toBe(400);
      expect(lower.body.message.access_level).toEqual([
        `should be greater than or equal to Developer inherited membership from group ${group['name']}`,
      ]);
      await addMember(owner.api, path(), user, 40);
      expect((await owner.api.put(`${path()}/members/${user.id}`, { access_level: 20 })).status).toBe(400);
    });

    it('are listed with inherited members, each with the highest level', async () => {
      const user = await createMember(owner.api, `/groups/${group.id}`, 20);
      expect((await owner.api.get(`${path()}/members/${user.id}`)).status).toBe(404);
      expect((await owner.api.get(`${path()}/members/all/${user.id}`)).body.access_level).toBe(20);
      await addMember(owner.api, path(), user, 40);
      const { body } = await owner.api.get(`${path()}/members/all?query=${user.username}`);
      expect(body).toMatchObject([{ id: user.id, access_level: 40 }]);
      expect((await owner.api.get(`${path()}/members/all/${user.id}`)).body.access_level).toBe(40);
      expect((await owner.api.get(`${path()}/members/all/99999999`)).status).toBe(404);
    });

    it('may leave, but not remove others', async () => {
      const one = await createMember(owner.api, path(), 30);
      const other = await createMember(owner.api, path(), 10);
      expect((await one.api.delete(`${path()}/members/${other.id}`)).status).toBe(403);
      expect((await one.api.post(`${path()}/members`, { user_id: 1, access_level: 10 })).status).toBe(403);
      expect((await one.api.put(`${path()}/members/${one.id}`, { access_level: 40 })).status).toBe(403);
      expect((await one.api.delete(`${path()}/members/${one.id}`)).status).toBe(204);
    });
  });

  describe('of a project', () => {
    it('are managed by maintainers', async () => {
      const maintainer = await createMember(owner.api, `/projects/${project.id}`, 40);
      const user = await createMember(maintainer.api, `/projects/${project.id}`, 30);
      expect((await maintainer.api.delete(`/projects/${project.id}/members/${user.id}`)).status).toBe(204);
    });

    it('cannot be owners', async () => {
      const user = await createUser();
      const { status, body } = await owner.api.post(`/projects/${project.id}/members`, {
        user_id: user.id,
        access_level: 50,
      });
      expect(status).toBe(400);
      expect(body).toEqual({ message: { access_level: ['is not included in the list'] } });
    });

    it('include the owner of the personal namespace, who cannot be removed', async () => {
      const personal = await createProject(owner.api);
      const path = `/projects/${personal.id}/members/${owner.id}`;
      expect((await asRoot().put(path, { access_level: 10 })).status).toBe(403);
      expect((await asRoot().delete(path)).status).toBe(403);
    });
  });

  describe('of a group', () => {
    it('are managed by owners', async () => {
      const maintainer = await createMember(owner.api, `/groups/${inner.id}`, 40);
      const user = await createUser();
      const expected = { user_id: user.id, access_level: 10 };
      expect((await maintainer.api.post(`/groups/${inner.id}/members`, expected)).status).toBe(403);
    });

    it('include the last owner, who cannot be removed', async () => {
      const own = await createGroup(owner.api);
      const path = `/groups/${own.id}/members/${owner.id}`;
      expect((await owner.api.put(path, { access_level: 40 })).status).toBe(403);
      expect((await owner.api.put(path, { access_level: 50, expires_at: nextYear })).status).toBe(403);
      expect((await owner.api.delete(path)).status).toBe(403);
      const second = await createMember(owner.api, `/groups/${own.id}`, 50);
      expect((await second.api.delete(path)).status).toBe(204);
      expect((await owner.api.get(`/groups/${own.id}`)).status).toBe(404);
    });

    it.each(['removed', 'demoted', 'removed and demoted'])(
      'include one of two owners who are %s at the same time',
      async (how) => {
        const remove = (path: string): Promise<ApiResponse> => asRoot().delete(path);
        const demote = (path: string): Promise<ApiResponse> => asRoot().put(path, { access_level: 40 });
        const changes = {
          removed: [remove, remove],
          demoted: [demote, demote],
          'removed and demoted': [remove, demote],
        }[how] as ((path: string) => Promise<ApiResponse>)[];
        for (let round = 0; round < 3; round++) {
          const own = await createGroup(owner.api);
          const second = await createMember(owner.api, `/groups/${own.id}`, 50);
          const responses = await Promise.all(
            [owner, second].map(({ id }, at) => changes[at]?.(`/groups/${own.id}/members/${id}`)),
          );
          const refused = responses.filter((response) => response?.status === 403);
          const { body: left } = await asRoot().get(`/groups/${own.id}/members`);
          const owners = left.filter(({ access_level: level }: { access_level: number }) => level === 50);
          expect(refused.length).toBe(1);
          expect(owners.length).toBeGreaterThan(0);
        }
      },
    );

    it('include one of several owners who all leave at the same time', async () => {
      const own = await createGroup(owner.api);
      const others = await Promise.all([1, 2, 3].map(() => createMember(owner.api, `/groups/${own.id}`, 50)));
      const responses = await Promise.all(
        [owner, ...others].map(({ api: as, id }) => as.delete(`/groups/${own.id}/members/${id}`)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 403]);
      expect(await asRoot().get(`/groups/${own.id}/members`)).toMatchObject({ body: [{ access_level: 50 }] });
    });
  });
});
