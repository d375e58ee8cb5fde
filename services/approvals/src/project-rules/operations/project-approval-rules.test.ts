import {
  api,
  createUser,
  createMember,
  createGroup,
  createProject,
  addMember,
  borrowMember,
  type TestUser,
} from '@forgemesh/testing';

describe('approval rules of a project', () => {
  let owner: TestUser;
  let project: string;
  let rules: string;
  beforeAll(async () => {
    owner = await createUser();
    project = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
    rules = `${project}/approval_rules`;
  });

  describe('POST /projects/:id/approval_rules', () => {
    it('creates a rule with users and groups and lists each approver once', async () => {
      const developer = await createMember(owner.api, project, 30);
      const guest = await createMember(owner.api, project, 10);
      const stranger = await createUser();
      const { id: group } = await createGroup(owner.api, { description: 'who checks' });
      await addMember(owner.api, `/groups/${group}`, developer, 10);
      const { status, body } = await owner.api.post(rules, {
        name: 'security',
        approvals_required: 2,
        user_ids: [developer.id, guest.id, stranger.id],
        group_ids: [group],
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        name: 'security',
        rule_type: 'regular',
        eligible_approvers: [expect.objectContaining({ id: developer.id }), expect.objectContaining({ id: owner.id })],
        approvals_required: 2,
        users: [expect.objectContaining({ id: developer.id }), expect.objectContaining({ id: guest.id })],
        groups: [
          {
            id: group,
            name: expect.any(String),
            path: expect.any(String),
            description: 'who checks',
            visibility: 'private',
            lfs_enabled: true,
            avatar_url: null,
            web_url: expect.stringMatching(/^http/),
            request_access_enabled: expect.any(Boolean),
            full_name: expect.any(String),
            full_path: expect.any(String),
            parent_id: null,
            ldap_cn: null,
            ldap_access: null,
          },
        ],
        contains_hidden_groups: false,
        protected_branches: [],
      });
      expect((await owner.api.get(rules)).body).toContainEqual(body);
    });

    it('counts direct members of groups, but shows those of hidden groups only to their members', async () => {
      const own = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
      const { id: group } = await createGroup(owner.api, { visibility: 'private' });
      const member = await createMember(owner.api, `/groups/${group}`, 10);
      const unconfirmed = await createUser({ skip_confirmation: false });
      await addMember(owner.api, `/groups/${group}`, unconfirmed, 30);
      const fields = { name: 'group', approvals_required: 1, group_ids: [group] };
      const { body: created } = await owner.api.post(`${own}/approval_rules`, fields);
      const idsOf = (users: { id: number }[]): number[] => users.map(({ id }) => id);
      expect(idsOf(created.eligible_approvers).sort()).toEqual([owner.id, member.id, unconfirmed.id].sort());
      const outsider = await borrowMember(owner.api, own, 30);
      const [hidden] = (await outsider.api.get(`${own}/approval_rules`)).body;
      expect(hidden).toMatchObject({ contains_hidden_groups: true, groups: [] });
      expect(idsOf(hidden.eligible_approvers)).toEqual([owner.id]);
    });

    it('creates the default rule if no approver is named, at most once', async () => {
      const own = `/projects/${(await createProject(owner.api)).id}`;
      const first = await owner.api.post(`${own}/approval_rules`, { name: 'all', approvals_required: 2 });
      expect(first).toMatchObject({ status: 201, body: { rule_type: 'any_approver', eligible_approvers: [] } });
      expect((await owner.api.get(`${own}/approvals`)).body.approvals_before_merge).toBe(2);
      expect(await owner.api.post(`${own}/approval_rules`, { name: 'more', approvals_required: 1 })).toMatchObject({
        status: 400,
        body: { message: { rule_type: ['any-approver for the project already exists'] } },
      });
    });

    it('limits a rule to protected branches of the project', async () => {
      const own = `/projects/${(await createProject(owner.api)).id}`;
      const { body: branch } = await owner.api.post(`${own}/protected_branches`, { name: 'stable-*' });
      const fields = { name: 'stable', approvals_required: 1, user_ids: [owner.id] };
      const made = await owner.api.post(`${own}/approval_rules`, { ...fields, protected_branch_ids: [branch.id] });
      const role = { access_level: 40, access_level_description: 'Maintainers', user_id: null, group_id: null };
      expect(made.body.protected_branches).toEqual([
        {
          id: branch.id,
          name: 'stable-*',
          push_access_levels: [{ id: 1, ...role }],
          merge_access_levels: [{ id: 2, ...role }],
          unprotect_access_levels: [{ id: 3, ...role }],
          allow_force_push: false,
          code_owner_approval_required: false,
        },
      ]);
      const foreign = { ...fields, name: 'foreign', protected_branch_ids: [branch.id] };
      expect(await owner.api.post(rules, foreign)).toMatchObject({
        status: 400,
        body: { message: { protected_branches: ['must exist within the project'] } },
      });
    });

    it('accepts each name once, even in concurrent requests', async () => {
      const fields = { name: 'twice', approvals_required: 1, user_ids: [owner.id] };
      const answers = await Promise.all([1, 2].map(() => owner.api.post(rules, fields)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
      expect(answers.find(({ status }) => status === 400)?.body).toEqual({
        message: { name: ['has already been taken'] },
      });
    });

    it.each([
      [{ approvals_required: 1 }, 'name is missing'],
      [{ name: 'x' }, 'approvals_required is missing'],
      [{ name: '', approvals_required: 1 }, 'name is empty'],
      [{ name: 'x', approvals_required: 101 }, 'approvals_required does not have a valid value'],
      [{ name: 'x', approvals_required: 1, user_ids: ['y'] }, 'user_ids is invalid'],
    ])('refuses %j', async (fields, error) => {
      expect(await owner.api.post(rules, fields)).toMatchObject({ status: 400, body: { error } });
    });
  });

  describe('PUT and DELETE /projects/:id/approval_rules/:approval_rule_id', () => {
    it('change and delete a rule', async () => {
      const own = `/projects/${(await createProject(owner.api)).id}/approval_rules`;
      const { id: group } = await createGroup(owner.api);
      const fields = { name: 'a', approvals_required: 1, user_ids: [owner.id], group_ids: [group] };
      const { body: made } = await owner.api.post(own, fields);
      const changed = await owner.api.put(`${own}/${made.id}`, { name: 'b', approvals_required: 3, group_ids: [] });
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({ ...made, name: 'b', approvals_required: 3, groups: [] });
      const page = await owner.api.get(`${own}?per_page=1`);
      expect({ body: page.body, total: page.headers.get('x-total') }).toEqual({ body: [changed.body], total: '1' });
      expect(await owner.api.delete(`${own}/${made.id}`)).toMatchObject({ status: 204, body: undefined });
      expect((await owner.api.get(own)).body).toEqual([]);
      for (const gone of [
        await owner.api.put(`${own}/${made.id}`, { name: 'c', approvals_required: 1 }),
        await owner.api.delete(`${own}/${made.id}`),
      ])
        expect(gone).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    });

    it('keep groups that the caller cannot see', async () => {
      const maintainer = await borrowMember(owner.api, project, 40);
      const { id: group } = await createGroup(owner.api);
      const fields = { name: 'hidden', approvals_required: 1, group_ids: [group] };
      const { body: made } = await owner.api.post(rules, fields);
      const seen = await maintainer.api.put(`${rules}/${made.id}`, { ...fields, group_ids: [] });
      expect(seen.body).toMatchObject({ groups: [], contains_hidden_groups: true });
      const { body: listed } = await owner.api.get(`${rules}?per_page=100`);
      expect(listed).toContainEqual(made);
    });
  });

  it('can be read by developers and changed by maintainers', async () => {
    const developer = await createMember(owner.api, project, 30);
    const reporter = await createMember(owner.api, project, 20);
    const stranger = await createUser();
    const fields = { name: 'denied', approvals_required: 1 };
    expect((await developer.api.get(rules)).status).toBe(200);
    for (const [caller, status] of [
      [api(), 401],
      [stranger.api, 403],
      [reporter.api, 403],
    ] as const)
      expect((await caller.get(rules)).status).toBe(status);
    expect((await developer.api.post(rules, fields)).status).toBe(403);
    expect((await developer.api.put(`${rules}/1`, fields)).status).toBe(403);
    expect((await developer.api.delete(`${rules}/1`)).status).toBe(403);
    const hidden = `/projects/${(await createProject(owner.api)).id}`;
    expect((await stranger.api.get(`${hidden}/approval_rules`)).status).toBe(404);
  });
});
