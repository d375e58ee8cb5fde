import {
  api,
  createUser,
  waitFor,
  unique,
  ids,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { createMilestone } from '#testing/fixtures';

describe('milestones of a project', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
  });
  const at = (milestone: Created): string => `${path}/milestones/${milestone.id}`;

  describe('POST /projects/:id/milestones', () => {
    it('creates a milestone, and numbers it within the project', async () => {
      const fresh = await createProject(owner.api);
      const fields = { title: 'v1', description: 'first', start_date: '2030-01-01', due_date: '2030-02-01' };
      const { status, body } = await owner.api.post(`/projects/${fresh.id}/milestones`, fields);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        iid: 1,
        project_id: fresh.id,
        ...fields,
        state: 'active',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updated_at: body.created_at,
        closed_at: null,
        expired: false,
        web_url: expect.stringMatching(new RegExp(`/${fresh.path_with_namespace}/-/milestones/1$`)),
      });
      expect((await owner.api.get(`/projects/${fresh.id}/milestones/${body.id}`)).body).toEqual(body);
      expect((await owner.api.post(`/projects/${fresh.id}/milestones`, { title: 'v2' })).body).toMatchObject({
        iid: 2,
        description: null,
        start_date: null,
        due_date: null,
      });
      const past = { title: 'v0', due_date: '2020-02-01' };
      expect((await owner.api.post(`/projects/${fresh.id}/milestones`, past)).body).toMatchObject({ expired: true });
    });

    it.each([
      [{}, { error: 'title is missing' }],
      [{ title: ' ' }, { message: { title: ["can't be blank"] } }],
      [{ title: 'x'.repeat(256) }, { message: { title: ['is too long (maximum is 255 characters)'] } }],
      [{ title: 'x', due_date: 'soon' }, { error: 'due_date is invalid' }],
      [
        { title: 'x', start_date: '2030-02-01', due_date: '2030-01-01' },
        { message: { due_date: ['must be greater than start date'] } },
      ],
    ])('refuses %j', async (fields, body) => {
      expect(await owner.api.post(`${path}/milestones`, fields)).toMatchObject({ status: 400, body });
    });

    it('refuses a title that the project or an ancestor group has', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const titles = [
        await createMilestone(owner.api, inside),
        await createMilestone(owner.api, `/groups/${group.id}`),
      ];
      for (const { title } of titles)
        expect(await owner.api.post(`${inside}/milestones`, { title })).toMatchObject({
          status: 400,
          body: { message: { title: ['already being used for another group or project milestone.'] } },
        });
      const twice = { title: unique('milestone') };
      const answers = await Promise.all([1, 2].map(() => owner.api.post(`${inside}/milestones`, twice)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    });

    it('requires a developer of a project that is not archived', async () => {
      const reporter = await borrowMember(owner.api, path, 20);
      const developer = await borrowMember(owner.api, path, 30);
      const title = unique('milestone');
      expect((await reporter.api.post(`${path}/milestones`, { title })).status).toBe(403);
      expect((await developer.api.post(`${path}/milestones`, { title })).status).toBe(201);
      expect((await (await borrowUser()).api.post(`${path}/milestones`, { title })).status).toBe(404);
      const old = await createProject(owner.api);
      await owner.api.post(`/projects/${old.id}/archive`);
      expect((await owner.api.post(`/projects/${old.id}/milestones`, { title })).status).toBe(403);
    });
  });

  describe('GET /projects/:id/milestones', () => {
    it('lists milestones newest first, with all filters', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const above = await createMilestone(owner.api, `/groups/${group.id}`);
      const one = await createMilestone(owner.api, inside, { description: 'The Moon' });
      const other = await createMilestone(owner.api, inside);
      await owner.api.put(`${inside}/milestones/${one.id}`, { state_event: 'close' });
      const list = async (query: string): Promise<number[]> =>
        ids(await owner.api.get(`${inside}/milestones?${query}`));
      expect(await list('')).toEqual([other.id, one.id]);
      expect(await list('include_parent_milestones=true')).toEqual([other.id, one.id, above.id]);
      expect(await list('state=closed')).toEqual([one.id]);
      expect(await list('state=active')).toEqual([other.id]);
      expect(await list('iids[]=2')).toEqual([other.id]);
      expect(await list(`title=${one.title}`)).toEqual([one.id]);
      expect(await list('search=moon')).toEqual([one.id]);
      const page = await owner.api.get(`${inside}/milestones?per_page=1`);
      expect([page.headers.get('x-total'), page.headers.get('x-next-page')]).toEqual(['2', '2']);
    });

    it('is public if the project is', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      expect(await api().get(`/projects/${open.id}/milestones`)).toMatchObject({ status: 200, body: [] });
      expect((await api().get(`${path}/milestones`)).status).toBe(404);
      const elsewhere = await createMilestone(owner.api, path);
      expect(await owner.api.get(`/projects/${open.id}/milestones/${elsewhere.id}`)).toMatchObject({
        status: 404,
        body: { message: '404 Not found' },
      });
    });
  });

  describe('PUT /projects/:id/milestones/:milestone_id', () => {
    it('changes, closes and activates', async () => {
      const milestone = await createMilestone(owner.api, path, { due_date: '2030-01-01' });
      const change = { title: unique('new'), description: 'why', start_date: '2029-01-01', due_date: '' };
      expect((await owner.api.put(at(milestone), change)).body).toMatchObject({ ...change, due_date: null });
      const closed = (await owner.api.put(at(milestone), { state_event: 'close' })).body;
      expect(closed).toMatchObject({ state: 'closed', closed_at: expect.any(String), title: change.title });
      expect((await owner.api.put(at(milestone), { state_event: 'close' })).body).toEqual(closed);
      expect((await owner.api.put(at(milestone), { state_event: 'activate' })).body).toMatchObject({
        state: 'active',
        closed_at: null,
      });
    });

    it('keeps the date of a timestamp', async () => {
      const milestone = await createMilestone(owner.api, path, { start_date: '2026-11-01T08:00:00Z' });
      expect(milestone).toMatchObject({ start_date: '2026-11-01', due_date: null });
      const { body } = await owner.api.put(at(milestone), { due_date: '2026-11-23T00:00:00.000+02:00' });
      expect(body).toMatchObject({ start_date: '2026-11-01', due_date: '2026-11-23' });
      for (const due_date of ['2026-13-40', '2026-13-40T00:00:00Z', '2026-11-23T25:00:00Z', '2026-11-23 tomorrow'])
        expect(await owner.api.put(at(milestone), { due_date })).toMatchObject({
          status: 400,
          body: { error: 'due_date is invalid' },
        });
    });

    it('refuses invalid and empty changes', async () => {
      const [milestone, other] = [await createMilestone(owner.api, path), await createMilestone(owner.api, path)];
      expect(await owner.api.put(at(milestone), { title: other.title })).toMatchObject({
        status: 400,
        body: { message: { title: ['already being used for another group or project milestone.'] } },
      });
      expect((await owner.api.put(at(milestone), { title: '' })).body).toEqual({
        message: { title: ["can't be blank"] },
      });
      expect((await owner.api.put(at(milestone), {})).body).toEqual({
        error:
          'title, description, due_date, start_date, state_event are missing, at least one parameter must be provided',
      });
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await reporter.api.put(at(milestone), { title: 'x' })).status).toBe(403);
    });
  });

  describe('DELETE /projects/:id/milestones/:milestone_id', () => {
    it('removes the milestone from its issues', async () => {
      const milestone = await createMilestone(owner.api, path);
      const issue = await createIssue(owner.api, path, { milestone_id: milestone.id });
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await reporter.api.delete(at(milestone))).status).toBe(403);
      const before = { 'If-Unmodified-Since': new Date(Date.now() - 60_000).toUTCString() };
      expect((await owner.api.delete(at(milestone), undefined, before)).status).toBe(412);
      expect(await owner.api.delete(at(milestone))).toMatchObject({ status: 204, body: undefined });
      expect((await owner.api.delete(at(milestone))).body).toEqual({ message: '404 Not found' });
      expect((await owner.api.get(`${path}/issues/${issue.iid}`)).body.milestone).toBeNull();
      await waitFor(
        async () => ids(await owner.api.get(`${path}/issues?milestone=None`)),
        (found) => found.includes(issue.id),
      );
    });
  });

  describe('GET /projects/:id/milestones/:milestone_id/issues', () => {
    it('lists visible issues', async () => {
      const milestone = await createMilestone(owner.api, path);
      const guest = await borrowMember(owner.api, path, 10);
      const issue = await createIssue(owner.api, path, { milestone_id: milestone.id });
      const secret = await createIssue(owner.api, path, { milestone_id: milestone.id, confidential: true });
      await createIssue(owner.api, path);
      expect(ids(await owner.api.get(`${at(milestone)}/issues`))).toEqual([secret.id, issue.id]);
      const seen = await guest.api.get(`${at(milestone)}/issues`);
      expect(seen.body).toMatchObject([{ id: issue.id, milestone: { id: milestone.id } }]);
      expect(seen.headers.get('x-total')).toBe('1');
      expect((await owner.api.get(`${path}/milestones/999999999/issues`)).status).toBe(404);
      expect((await (await borrowUser()).api.get(`${at(milestone)}/issues`)).status).toBe(404);
    });
  });

  describe('GET /projects/:id/milestones/:milestone_id/merge_requests', () => {
    it('lists the merge requests of the milestone, also of a group milestone', async () => {
      const group = await createGroup(owner.api);
      const { path: inside } = await createBranchedProject(owner.api, { namespace_id: group.id });
      const milestone = await createMilestone(owner.api, `/groups/${group.id}`);
      const own = await createMilestone(owner.api, inside);
      const request = await createMergeRequest(owner.api, inside, { milestone_id: own.id });
      const listed = () => owner.api.get(`${inside}/milestones/${own.id}/merge_requests`);
      expect(await listed()).toMatchObject({ status: 200, body: [{ id: request.id, milestone: { id: own.id } }] });
      await owner.api.put(`${inside}/merge_requests/${request.iid}`, { milestone_id: milestone.id });
      expect(await listed()).toMatchObject({ status: 200, body: [] });
      const above = `/groups/${group.id}/milestones/${milestone.id}/merge_requests`;
      const { body, headers } = await owner.api.get(above);
      expect(body).toMatchObject([{ id: request.id, milestone: { id: milestone.id }, references: { short: '!1' } }]);
      expect(headers.get('x-total')).toBe('1');
      const guest = await borrowMember(owner.api, inside, 10);
      expect((await guest.api.get(`${inside}/milestones/${milestone.id}/merge_requests`)).status).toBe(403);
      expect((await guest.api.get(above)).body).toEqual([]);
      expect((await (await borrowUser()).api.get(above)).status).toBe(404);
    });
  });

  describe('POST /projects/:id/milestones/:milestone_id/promote', () => {
    it('replaces all milestones with the title inside the group by a group milestone', async () => {
      const group = await createGroup(owner.api);
      const projects = await Promise.all([1, 2].map(() => createProject(owner.api, { namespace_id: group.id })));
      const [one, other] = projects.map(({ id }) => `/projects/${id}`) as [string, string];
      const fields = { title: unique('milestone'), due_date: '2030-01-01' };
      const milestone = await createMilestone(owner.api, one, fields);
      const same = await createMilestone(owner.api, other, fields);
      const issues = [
        await createIssue(owner.api, one, { milestone_id: milestone.id }),
        await createIssue(owner.api, other, { milestone_id: same.id }),
      ];
      const { status, body } = await owner.api.post(`${one}/milestones/${milestone.id}/promote`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...fields, group_id: group.id, state: 'active', iid: 1 });
      expect(body).not.toHaveProperty('project_id');
      for (const [index, place] of [one, other].entries()) {
        expect((await owner.api.get(`${place}/milestones`)).body).toEqual([]);
        expect((await owner.api.get(`${place}/issues/${issues[index]?.iid}`)).body.milestone).toEqual(body);
      }
      expect((await owner.api.post(`${one}/milestones/${milestone.id}/promote`)).status).toBe(404);
    });

    it('merges into an existing group milestone, with items of all descendant groups', async () => {
      const group = await createGroup(owner.api);
      const inner = await createGroup(owner.api, { parent_id: group.id });
      const { path: one } = await createBranchedProject(owner.api, { namespace_id: group.id });
      const other = `/projects/${(await createProject(owner.api, { namespace_id: inner.id })).id}`;
      const elsewhere = `/projects/${(await createProject(owner.api)).id}`;
      const title = unique('milestone');
      const [first, second, third] = [
        await createMilestone(owner.api, one, { title }),
        await createMilestone(owner.api, other, { title }),
        await createMilestone(owner.api, elsewhere, { title }),
      ];
      const target = await createMilestone(owner.api, `/groups/${group.id}`, { title, due_date: '2030-01-01' });
      const issue = await createIssue(owner.api, other, { milestone_id: second.id });
      const request = await createMergeRequest(owner.api, one, { milestone_id: first.id });
      const { status, body } = await owner.api.post(`${one}/milestones/${first.id}/promote`);
      expect([status, body]).toEqual([200, (await owner.api.get(`/groups/${group.id}/milestones/${target.id}`)).body]);
      const at = `/groups/${group.id}/milestones/${target.id}`;
      expect(ids(await owner.api.get(`${at}/issues`))).toEqual([issue.id]);
      expect(ids(await owner.api.get(`${at}/merge_requests`))).toEqual([request.id]);
      for (const gone of [`${one}/milestones/${first.id}`, `${other}/milestones/${second.id}`])
        expect((await owner.api.get(gone)).status).toBe(404);
      expect((await owner.api.get(`${elsewhere}/milestones/${third.id}`)).status).toBe(200);
    });

    it('refuses archived projects and milestones of other projects', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const { id } = await createMilestone(owner.api, inside);
      const above = await createMilestone(owner.api, `/groups/${group.id}`);
      expect((await owner.api.post(`${inside}/milestones/${above.id}/promote`)).status).toBe(404);
      const reporter = await borrowMember(owner.api, `/groups/${group.id}`, 20);
      expect((await reporter.api.post(`${inside}/milestones/${id}/promote`)).status).toBe(403);
      expect((await (await borrowUser()).api.post(`${inside}/milestones/${id}/promote`)).status).toBe(404);
      await owner.api.post(`${inside}/archive`);
      expect((await owner.api.post(`${inside}/milestones/${id}/promote`)).status).toBe(403);
    });

    it('requires the developer role in the group, and a project in a group', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const { id } = await createMilestone(owner.api, inside);
      const maintainer = await borrowMember(owner.api, inside, 40);
      expect((await maintainer.api.post(`${inside}/milestones/${id}/promote`)).status).toBe(403);
      const own = await createMilestone(owner.api, path);
      expect(await owner.api.post(`${at(own)}/promote`)).toMatchObject({
        status: 400,
        body: { message: 'Project does not belong to a group.' },
      });
    });
  });
});
