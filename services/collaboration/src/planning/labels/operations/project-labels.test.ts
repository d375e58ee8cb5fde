import {
  api,
  createUser,
  unique,
  createMember,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createLabel } from '#testing/fixtures';

describe('labels of a project', () => {
  let owner: TestUser;
  let project: Created;
  let labels: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    labels = `/projects/${project.id}/labels`;
  });

  describe('POST /projects/:id/labels', () => {
    it('creates a label', async () => {
      const fields = { name: 'bug <1>', color: 'Crimson', description: 'a & b', priority: 2 };
      const { status, body } = await owner.api.post(labels, fields);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        name: 'bug <1>',
        color: '#dc143c',
        description: 'a & b',
        description_html: 'a &amp; b',
        text_color: '#FFFFFF',
        subscribed: false,
        priority: 2,
        is_project_label: true,
      });
      expect((await owner.api.get(`${labels}/${encodeURIComponent('bug <1>')}`)).body).toEqual(body);
      expect((await owner.api.get(`${labels}/${body.id}`)).body).toEqual(body);
    });

    it('refuses a duplicate title', async () => {
      const { name } = await createLabel(owner.api, `/projects/${project.id}`);
      const answers = await Promise.all([1, 2].map(() => owner.api.post(labels, { name: `${name}-2`, color: '#fff' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(await owner.api.post(labels, { name, color: '#fff' })).toMatchObject({
        status: 409,
        body: { message: 'Label already exists' },
      });
    });

    it.each([
      [{ name: 'x' }, { error: 'color is missing' }],
      [{ color: '#fff' }, { error: 'name is missing' }],
      [{ name: 'x', color: 'no colour' }, { message: { color: ['must be a valid color code'] } }],
      [{ name: 'x', color: 'constructor' }, { message: { color: ['must be a valid color code'] } }],
      [{ name: 'a,b', color: '#fff' }, { message: { title: ['is invalid'] } }],
      [{ name: 'x'.repeat(256), color: '#fff' }, { message: { title: ['is too long (maximum is 255 characters)'] } }],
    ])('refuses %j', async (fields, body) => {
      expect(await owner.api.post(labels, fields)).toMatchObject({ status: 400, body });
    });

    it('requires the reporter role', async () => {
      const guest = await createMember(owner.api, `/projects/${project.id}`, 10);
      const reporter = await borrowMember(owner.api, `/projects/${project.id}`, 20);
      const fields = { name: unique('label'), color: '#123456' };
      expect((await guest.api.post(labels, fields)).status).toBe(403);
      expect((await reporter.api.post(labels, fields)).status).toBe(201);
      expect((await (await borrowUser()).api.post(labels, fields)).status).toBe(404);
    });
  });

  describe('GET /projects/:id/labels', () => {
    it('lists by title, with counts and pages', async () => {
      const fresh = await createProject(owner.api);
      const path = `/projects/${fresh.id}`;
      for (const name of ['b', 'a', 'c']) await createLabel(owner.api, path, { name });
      await createIssue(owner.api, path, { labels: 'a,b' });
      await createIssue(owner.api, path, { labels: 'a' });
      const { body, headers } = await owner.api.get(`${path}/labels?with_counts=true&per_page=2`);
      expect(headers.get('x-total')).toBe('3');
      expect(body).toMatchObject([
        { name: 'a', open_issues_count: 2, closed_issues_count: 0, open_merge_requests_count: 0 },
        { name: 'b', open_issues_count: 1 },
      ]);
      expect((await owner.api.get(`${path}/labels?search=C`)).body).toMatchObject([{ name: 'c' }]);
      expect((await owner.api.get(`${path}/labels`)).body[0]).not.toHaveProperty('open_issues_count');
    });

    it('counts items that the caller may read', async () => {
      const { path } = await createBranchedProject(owner.api);
      await createMergeRequest(owner.api, path, { labels: 'a' });
      await createIssue(owner.api, path, { labels: 'a' });
      const guest = await createMember(owner.api, path, 10);
      const counts = async ({ api: as }: TestUser) =>
        (await as.get(`${path}/labels?with_counts=true`)).body as object[];
      expect(await counts(owner)).toMatchObject([{ open_issues_count: 1, open_merge_requests_count: 1 }]);
      expect(await counts(guest)).toMatchObject([{ open_issues_count: 1, open_merge_requests_count: 0 }]);
    });

    it('is public if the project is', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      expect(await api().get(`/projects/${open.id}/labels`)).toMatchObject({ status: 200, body: [] });
      expect((await api().get(labels)).status).toBe(404);
      expect((await owner.api.get(`${labels}/none`)).body).toEqual({ message: '404 Label Not Found' });
    });
  });

  it('cannot be created in an archived project', async () => {
    const group = await createGroup(owner.api);
    const old = await createProject(owner.api, { namespace_id: group.id });
    expect(
      (await owner.api.put(`/projects/${old.id}`, { issues_enabled: false, merge_requests_enabled: false })).status,
    ).toBe(200);
    expect((await owner.api.post(`/projects/${old.id}/labels`, { name: 'x', color: '#fff' })).status).toBe(403);
  });
});
