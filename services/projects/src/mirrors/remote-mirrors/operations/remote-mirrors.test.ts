import {
  createUser,
  createMember,
  ids,
  createProject,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const url = 'https://somebody:a-secret@mirror.invalid/group/project.git';
const masked = 'https://*****:*****@mirror.invalid/group/project.git';

describe('push mirrors', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}/remote_mirrors`;
  });

  describe('POST /projects/:id/remote_mirrors', () => {
    it('creates a mirror and masks its credentials', async () => {
      const { status, body } = await owner.api.post(path, { url });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        enabled: false,
        url: masked,
        update_status: 'none',
        last_update_at: null,
        last_update_started_at: null,
        last_successful_update_at: null,
        last_error: null,
        only_protected_branches: false,
        keep_divergent_refs: false,
      });
    });

    it('accepts its settings', async () => {
      const switches = { enabled: true, only_protected_branches: true, keep_divergent_refs: true };
      const { body } = await owner.api.post(path, { url: 'https://mirror.invalid/a.git', ...switches });
      expect(body).toMatchObject({ ...switches, url: 'https://mirror.invalid/a.git' });
    });

    it.each([
      ['http://127.0.0.1/a.git', 'Requests to the local network are not allowed'],
      ['http://169.254.169.254/a.git', 'Requests to the local network are not allowed'],
      ['file:///etc', 'Only http and https are allowed'],
    ])('rejects the URL %s', async (bad, text) => {
      const { status, body } = await owner.api.post(path, { url: bad });
      expect({ status, body }).toEqual({ status: 400, body: { message: { url: [`is blocked: ${text}`] } } });
    });

    it.each([
      [{}, 'url is missing'],
      [{ url, enabled: 'perhaps' }, 'enabled is invalid'],
    ])('rejects %j', async (request, error) => {
      const { status, body } = await owner.api.post(path, request);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('allows 20 mirrors', async () => {
      const own = await createProject(owner.api);
      const mirrors = `/projects/${own.id}/remote_mirrors`;
      for (let created = 0; created < 20; created++) expect((await owner.api.post(mirrors, { url })).status).toBe(201);
      const { status, body } = await owner.api.post(mirrors, { url });
      expect({ status, body }).toEqual({
        status: 400,
        body: { message: { base: ['Maximum number of remote mirrors (20) exceeded'] } },
      });
    });
  });

  describe('GET, PUT and DELETE', () => {
    it('list by page, change the given fields and remove', async () => {
      const own = await createProject(owner.api);
      const mirrors = `/projects/${own.id}/remote_mirrors`;
      const first = (await owner.api.post(mirrors, { url })).body;
      const second = (await owner.api.post(mirrors, { url })).body;
      const page = await owner.api.get(`${mirrors}?per_page=1&page=2`);
      expect(ids(page)).toEqual([second.id]);
      expect(page.headers.get('x-total')).toBe('2');
      const changed = await owner.api.put(`${mirrors}/${first.id}`, { enabled: true, keep_divergent_refs: true });
      expect({ status: changed.status, body: changed.body }).toEqual({
        status: 200,
        body: { ...first, enabled: true, keep_divergent_refs: true },
      });
      expect((await owner.api.get(`${mirrors}/${first.id}`)).body).toEqual(changed.body);
      expect((await owner.api.delete(`${mirrors}/${first.id}`)).status).toBe(204);
      expect((await owner.api.delete(`${mirrors}/${first.id}`)).status).toBe(404);
      expect(ids(await owner.api.get(mirrors))).toEqual([second.id]);
    });

    it('return 404 for a mirror of another project', async () => {
      const { body: mirror } = await owner.api.post(path, { url });
      const other = `/projects/${(await createProject(owner.api)).id}/remote_mirrors/${mirror.id}`;
      for (const response of [
        await owner.api.get(other),
        await owner.api.put(other, { enabled: true }),
        await owner.api.delete(other),
      ])
        expect({ status: response.status, body: response.body }).toEqual({
          status: 404,
          body: { message: '404 Not found' },
        });
    });

    it('require a maintainer, also in public projects', async () => {
      const { body: mirror } = await owner.api.post(path, { url });
      const one = `${path}/${mirror.id}`;
      const outsiders = [await createUser(), await createMember(owner.api, `/projects/${project.id}`, 30)];
      for (const { api } of outsiders) {
        expect((await api.get(path)).status).toBe(403);
        expect((await api.get(one)).status).toBe(403);
        expect((await api.post(path, { url })).status).toBe(403);
        expect((await api.put(one, { enabled: true })).status).toBe(403);
        expect((await api.delete(one)).status).toBe(403);
      }
      const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
      expect((await maintainer.api.get(one)).status).toBe(200);
      const hidden = await createProject(owner.api);
      expect((await outsiders[0]?.api.get(`/projects/${hidden.id}/remote_mirrors`))?.status).toBe(404);
    });
  });
});
