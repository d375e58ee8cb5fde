import {
  createUser,
  waitFor,
  unique,
  ids,
  createGroup,
  createIssue,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createMilestone } from '#testing/fixtures';

describe('milestones of a group', () => {
  let owner: TestUser;
  let group: Created & { full_path: string };
  let path: string;
  let project: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/groups/${group.id}`;
    project = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
  });

  describe('POST /groups/:id/milestones', () => {
    it('creates a milestone for developers', async () => {
      const fresh = await createGroup(owner.api);
      const { status, body } = await owner.api.post(`/groups/${fresh.id}/milestones`, { title: 'v1' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        iid: 1,
        group_id: fresh.id,
        title: 'v1',
        description: null,
        state: 'active',
        created_at: expect.any(String),
        updated_at: body.created_at,
        closed_at: null,
        due_date: null,
        start_date: null,
        expired: false,
        web_url: expect.stringMatching(new RegExp(`/groups/${fresh.full_path}/-/milestones/1$`)),
      });
      const reporter = await borrowMember(owner.api, path, 20);
      const title = unique('milestone');
      expect((await reporter.api.post(`${path}/milestones`, { title })).status).toBe(403);
      expect((await (await borrowUser()).api.post(`${path}/milestones`, { title })).status).toBe(404);
    });
  });

  describe('GET /groups/:id/milestones', () => {
    it('lists the milestones of the group, and of ancestor groups on request', async () => {
      const inner = await createGroup(owner.api, { parent_id: group.id });
      const above = await createMilestone(owner.api, path);
      const own = await createMilestone(owner.api, `/groups/${inner.id}`);
      const listed = await owner.api.get(`/groups/${inner.id}/milestones`);
      expect(listed.body).toEqual([(await owner.api.get(`/groups/${inner.id}/milestones/${own.id}`)).body]);
      const all = ids(await owner.api.get(`/groups/${inner.id}/milestones?include_parent_milestones=true`));
      expect(all).toEqual(expect.arrayContaining([own.id, above.id]));
      expect((await owner.api.get(`/groups/${inner.id}/milestones/${above.id}`)).status).toBe(404);
    });
  });

  describe('PUT /groups/:id/milestones/:milestone_id', () => {
    it('changes a milestone for developers', async () => {
      const { id } = await createMilestone(owner.api, path);
      const reporter = await borrowMember(owner.api, path, 20);
      const change = { description: 'why', state_event: 'close' };
      expect((await reporter.api.put(`${path}/milestones/${id}`, change)).status).toBe(403);
      const changed = await owner.api.put(`${path}/milestones/${id}`, change);
      expect(changed).toMatchObject({ status: 200, body: { id, description: 'why', state: 'closed' } });
    });
  });

  describe('GET /groups/:id/milestones/:milestone_id/issues', () => {
    it('lists the issues of all projects', async () => {
      const { id } = await createMilestone(owner.api, path);
      const issue = await createIssue(owner.api, project, { milestone_id: id });
      const { body } = await owner.api.get(`${path}/milestones/${id}/issues`);
      expect(body).toMatchObject([{ id: issue.id, milestone: { id, group_id: group.id } }]);
    });
  });

  describe('DELETE /groups/:id/milestones/:milestone_id', () => {
    it('removes the milestone from its issues', async () => {
      const { id } = await createMilestone(owner.api, path);
      const issue = await createIssue(owner.api, project, { milestone_id: id });
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await reporter.api.delete(`${path}/milestones/${id}`)).status).toBe(403);
      expect((await owner.api.delete(`${path}/milestones/${id}`)).status).toBe(204);
      await waitFor(
        async () => ids(await owner.api.get(`${project}/issues?milestone=None`)),
        (found) => found.includes(issue.id),
      );
    });
  });
});
