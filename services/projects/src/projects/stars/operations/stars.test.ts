import {
  api,
  asRoot,
  createUser,
  unique,
  createMember,
  ids,
  createProject,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('stars', () => {
  let owner: TestUser;
  let fan: TestUser;
  let project: TestProject;
  beforeEach(async () => {
    [owner, fan] = await Promise.all([createUser(), createUser()]);
    project = await createProject(owner.api, { visibility: 'public' });
  });
  const path = (action = ''): string => `/projects/${project.id}${action}`;
  const countOf = async (): Promise<number> => (await owner.api.get(path())).body.star_count as number;

  describe('POST /projects/:id/star', () => {
    it('stars once, and returns the project', async () => {
      const { status, body } = await fan.api.post(path('/star'));
      expect(status).toBe(201);
      expect(body).toMatchObject({ id: project.id, visibility: 'public', star_count: 1 });
      expect(body).not.toHaveProperty('permissions');
      expect(await fan.api.post(path('/star'))).toMatchObject({ status: 304, body: undefined });
      expect(await countOf()).toBe(1);
    });

    it('counts concurrent stars correctly', async () => {
      const fans = await Promise.all(Array.from({ length: 12 }, () => createUser()));
      const responses = await Promise.all(fans.flatMap((one) => [one, one]).map((one) => one.api.post(path('/star'))));
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array(12).fill(201), ...Array(12).fill(304)]);
      expect(await countOf()).toBe(12);
      const taken = await Promise.all(fans.slice(0, 5).map((one) => one.api.post(path('/unstar'))));
      expect(taken.map(({ status }) => status)).toEqual(Array(5).fill(201));
      expect(await countOf()).toBe(7);
      expect((await owner.api.get(path('/starrers'))).headers.get('x-total')).toBe('7');
    });

    it('requires the right to read the project', async () => {
      const hidden = await createProject(owner.api);
      const guest = await createMember(owner.api, `/projects/${hidden.id}`, 10);
      expect((await api().post(path('/star'))).status).toBe(401);
      expect(await fan.api.post(`/projects/${hidden.id}/star`)).toMatchObject({
        status: 404,
        body: { message: '404 Project Not Found' },
      });
      expect((await guest.api.post(`/projects/${hidden.id}/star`)).status).toBe(201);
    });
  });

  describe('POST /projects/:id/unstar', () => {
    it('removes the star once', async () => {
      await fan.api.post(path('/star'));
      expect(await fan.api.post(path('/unstar'))).toMatchObject({ status: 201, body: { star_count: 0 } });
      expect(await fan.api.post(path('/unstar'))).toMatchObject({ status: 304, body: undefined });
      expect(await countOf()).toBe(0);
    });

    it('requires the right to read the project', async () => {
      const hidden = await createProject(owner.api);
      expect((await fan.api.post(`/projects/${hidden.id}/unstar`)).status).toBe(404);
      expect((await api().post(path('/unstar'))).status).toBe(401);
    });
  });

  describe('GET /projects/:id/starrers', () => {
    it('lists users with the date of their star, oldest first', async () => {
      await owner.api.post(path('/star'));
      await fan.api.post(path('/star'));
      const { status, headers, body } = await api().get(path('/starrers'));
      expect(status).toBe(200);
      expect(headers.get('x-total')).toBe('2');
      expect(body).toEqual(
        [owner, fan].map(({ id, username }) => ({
          starred_since: expect.stringMatching(isoTime),
          user: {
            id,
            name: `Name of ${username}`,
            username,
            state: 'active',
            avatar_url: null,
            web_url: expect.stringContaining(username),
          },
        })),
      );
      const second = await api().get(path('/starrers?per_page=1&page=2'));
      expect(second.body).toMatchObject([{ user: { id: fan.id } }]);
    });

    it('searches by name and user name', async () => {
      await owner.api.post(path('/star'));
      await fan.api.post(path('/star'));
      const find = async (text: string): Promise<unknown> =>
        (await api().get(path(`/starrers?search=${encodeURIComponent(text)}`))).body;
      expect(await find(fan.username.toUpperCase())).toMatchObject([{ user: { id: fan.id } }]);
      expect(await find(`name OF ${fan.username}`)).toHaveLength(1);
      expect(await find(unique('nobody'))).toEqual([]);
    });

    it('shows private profiles only to their users and to administrators', async () => {
      const shy = await createUser({ private_profile: true });
      await shy.api.post(path('/star'));
      for (const query of ['', `?search=${shy.username}`]) {
        expect((await owner.api.get(path(`/starrers${query}`))).body).toEqual([]);
        expect((await shy.api.get(path(`/starrers${query}`))).body).toMatchObject([{ user: { id: shy.id } }]);
        expect((await asRoot().get(path(`/starrers${query}`))).body).toHaveLength(1);
      }
    });

    it('returns 404 for a private project', async () => {
      const hidden = await createProject(owner.api);
      expect((await fan.api.get(`/projects/${hidden.id}/starrers`)).status).toBe(404);
    });
  });

  describe('GET /projects?starred=true', () => {
    it('lists the starred projects that the caller may still see', async () => {
      const other = await createProject(owner.api, { visibility: 'public' });
      await fan.api.post(path('/star'));
      await fan.api.post(`/projects/${other.id}/star`);
      expect(ids(await fan.api.get('/projects?starred=true'))).toEqual([other.id, project.id]);
      expect(ids(await owner.api.get('/projects?starred=true'))).toEqual([]);
      expect(ids(await api().get('/projects?starred=true'))).toEqual([]);
      await owner.api.put(`/projects/${other.id}`, { visibility: 'private' });
      expect(ids(await fan.api.get('/projects?starred=true'))).toEqual([project.id]);
    });
  });

  it('of a deleted project are removed', async () => {
    await fan.api.post(path('/star'));
    await owner.api.delete(path());
    expect((await fan.api.get(`/users/${fan.id}/starred_projects`)).body).toEqual([]);
    expect((await fan.api.post(path('/unstar'))).status).toBe(404);
  });
});
