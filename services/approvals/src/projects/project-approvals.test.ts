import {
  api,
  asRoot,
  createUser,
  waitFor,
  unique,
  createMember,
  createGroup,
  createProject,
  borrowMember,
  type TestUser,
} from '@forgemesh/testing';

const defaults = {
  approvers: [],
  approver_groups: [],
  approvals_before_merge: 0,
  reset_approvals_on_push: true,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: true,
  merge_requests_disable_committers_approval: false,
  require_password_to_approve: false,
};

describe('approval configuration', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  describe('GET and POST /projects/:id/approvals', () => {
    it('returns defaults first; changes the given fields and keeps the others', async () => {
      const path = `/projects/${(await createProject(owner.api)).id}/approvals`;
      expect(await owner.api.get(path)).toMatchObject({ status: 200, body: defaults });
      const changed = await owner.api.post(path, { approvals_before_merge: '2', reset_approvals_on_push: false });
      expect(changed.status).toBe(201);
      expect(changed.body).toEqual({ ...defaults, approvals_before_merge: 2, reset_approvals_on_push: false });
      const again = await owner.api.post(path, { merge_requests_author_approval: 'false' });
      expect(again.body).toEqual({ ...changed.body, merge_requests_author_approval: false });
      expect((await owner.api.get(path)).body).toEqual(again.body);
      await waitFor(
        () => owner.api.get(path.replace(/\/approvals$/, '')),
        ({ body }) => body.approvals_before_merge === 2,
      );
    });

    it('can also be set through the project settings', async () => {
      const made = await owner.api.post('/projects', { name: unique('approved'), approvals_before_merge: 2 });
      expect(made).toMatchObject({ status: 201, body: { approvals_before_merge: 2 } });
      const project = `/projects/${made.body.id}`;
      const required = async (): Promise<number[]> => {
        const answers = await Promise.all([owner.api.get(`${project}/approvals`), owner.api.get(project)]);
        return answers.map(({ body }) => body.approvals_before_merge);
      };
      expect(await required()).toEqual([2, 2]);
      expect(await owner.api.put(project, { approvals_before_merge: '1' })).toMatchObject({
        status: 200,
        body: { approvals_before_merge: 1 },
      });
      expect(await required()).toEqual([1, 1]);
      expect((await owner.api.put(project, { approvals_before_merge: 0, description: 'x' })).body).toMatchObject({
        approvals_before_merge: 0,
        description: 'x',
      });
      expect(await required()).toEqual([0, 0]);
      expect(await owner.api.put(project, { approvals_before_merge: 101 })).toMatchObject({
        status: 400,
        body: { error: 'approvals_before_merge does not have a valid value' },
      });
      const forUser = await asRoot().post(`/projects/user/${owner.id}`, {
        name: unique('approved'),
        approvals_before_merge: 3,
      });
      expect(forUser).toMatchObject({ status: 201, body: { approvals_before_merge: 3 } });
    });

    it('keeps both of two concurrent changes', async () => {
      const path = `/projects/${(await createProject(owner.api)).id}/approvals`;
      await Promise.all([
        owner.api.post(path, { approvals_before_merge: 3 }),
        owner.api.post(path, { merge_requests_disable_committers_approval: true }),
      ]);
      expect((await owner.api.get(path)).body).toMatchObject({
        approvals_before_merge: 3,
        merge_requests_disable_committers_approval: true,
      });
    });

    it.each([
      [{ approvals_before_merge: -1 }, 'approvals_before_merge does not have a valid value'],
      [{ approvals_before_merge: 101 }, 'approvals_before_merge does not have a valid value'],
      [{ reset_approvals_on_push: 'perhaps' }, 'reset_approvals_on_push is invalid'],
    ])('refuses %j', async (fields, error) => {
      const path = `/projects/${(await createProject(owner.api)).id}/approvals`;
      expect(await owner.api.post(path, fields)).toMatchObject({ status: 400, body: { error } });
    });

    it('requires a maintainer, on archived projects too', async () => {
      const project = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
      const maintainer = await borrowMember(owner.api, project, 40);
      const developer = await createMember(owner.api, project, 30);
      const path = `${project}/approvals`;
      const stranger = await createUser();
      for (const [caller, status] of [
        [api(), 401],
        [stranger.api, 403],
        [developer.api, 403],
      ] as const) {
        expect((await caller.get(path)).status).toBe(status);
        expect((await caller.post(path, {})).status).toBe(status);
      }
      expect((await stranger.api.get(`/projects/${(await createProject(owner.api)).id}/approvals`)).status).toBe(404);
      expect((await owner.api.post(`${project}/archive`)).status).toBe(201);
      expect((await maintainer.api.post(path, { approvals_before_merge: 1 })).status).toBe(201);
    });
  });

  describe('PUT /projects/:id/approvers', () => {
    it('sets the approvers of the default rule', async () => {
      const project = `/projects/${(await createProject(owner.api)).id}`;
      const member = await createMember(owner.api, project, 30);
      const stranger = await createUser();
      const { id: group } = await createGroup(owner.api);
      const { id: hidden } = await createGroup(stranger.api);
      await owner.api.post(`${project}/approvals`, { approvals_before_merge: 1 });
      const { status, body } = await owner.api.put(`${project}/approvers`, {
        approver_ids: [member.id, stranger.id],
        approver_group_ids: [group, hidden],
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ approvals_before_merge: 1, reset_approvals_on_push: true });
      expect(body.approvers).toEqual([{ user: expect.objectContaining({ id: member.id, state: 'active' }) }]);
      expect(body.approver_groups).toEqual([{ group: expect.objectContaining({ id: group, visibility: 'private' }) }]);
      const emptied = await owner.api.put(`${project}/approvers`, { approver_ids: [], approver_group_ids: [] });
      expect(emptied.body).toMatchObject({ approvers: [], approver_groups: [], approvals_before_merge: 1 });
    });

    it('requires both lists', async () => {
      const response = await owner.api.put(`/projects/${(await createProject(owner.api)).id}/approvers`, {
        approver_ids: [],
      });
      expect(response).toMatchObject({ status: 400, body: { error: 'approver_group_ids is missing' } });
    });
  });
});
