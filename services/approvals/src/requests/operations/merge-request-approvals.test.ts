import {
  api,
  createUser,
  createMember,
  createGroup,
  createProject,
  borrowMember,
  type ApiClient,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { createRequest, openRequest, type TestRequest } from '#testing/fixtures';

type Verb = 'get' | 'post' | 'put' | 'delete';

function send(as: ApiClient, verb: Verb, url: string, fields: object): Promise<ApiResponse> {
  return verb === 'get' || verb === 'delete' ? as[verb](url) : as[verb](url, fields);
}

describe('approvals of a missing merge request', () => {
  let owner: TestUser;
  let stranger: TestUser;
  let project: string;
  beforeAll(async () => {
    [owner, stranger] = await Promise.all([createUser(), createUser()]);
    project = `/projects/${(await createProject(owner.api)).id}`;
  });

  it.each([
    ['get', 'approvals', {}],
    ['post', 'approvals', { approvals_required: 1 }],
    ['put', 'approvers', { approver_ids: [], approver_group_ids: [] }],
    ['get', 'approval_state', {}],
    ['get', 'approval_rules', {}],
    ['post', 'approval_rules', { name: 'x', approvals_required: 1 }],
    ['put', 'approval_rules/1', { name: 'x', approvals_required: 1 }],
    ['delete', 'approval_rules/1', {}],
    ['post', 'approve', {}],
    ['post', 'unapprove', {}],
  ] as const)('%s %s is not found', async (verb, path, fields) => {
    const url = `${project}/merge_requests/1/${path}`;
    expect(await send(owner.api, verb, url, fields)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await send(stranger.api, verb, url, fields)).status).toBe(404);
    expect((await send(api(), verb, url, fields)).status).toBe(401);
  });

  it('is hidden from guests', async () => {
    const guest = await borrowMember(owner.api, project, 10);
    expect((await guest.api.get(`${project}/merge_requests/1/approvals`)).status).toBe(403);
  });
});

describe('approvals of a merge request', () => {
  let owner: TestUser;
  let fixture: TestRequest;
  let developer: TestUser;
  beforeAll(async () => {
    owner = await createUser();
    fixture = await createRequest(owner.api, {
      settings: { approvals_before_merge: 1 },
      project: { visibility: 'public' },
    });
    developer = await createMember(owner.api, fixture.project, 30);
  });

  it('POST approvals and PUT approvers change only the default rule of the merge request', async () => {
    const { id: group } = await createGroup(owner.api);
    const more = await developer.api.post(`${fixture.request}/approvals`, { approvals_required: 2 });
    expect(more).toMatchObject({ status: 201, body: { approvals_required: 2, approvals_left: 2, approved: false } });
    const fields = { approver_ids: [developer.id], approver_group_ids: [group] };
    const named = await owner.api.put(`${fixture.request}/approvers`, fields);
    expect(named).toMatchObject({ status: 200, body: { approvers: [{ user: { id: developer.id } }] } });
    expect(named.body.approver_groups).toEqual([{ group: expect.objectContaining({ id: group }) }]);
    expect((await developer.api.get(`${fixture.request}/approvals`)).body.approver_groups).toEqual([]);
    expect((await owner.api.get(`${fixture.project}/approvals`)).body).toMatchObject({
      approvals_before_merge: 1,
      approvers: [],
    });
  });

  it('has its own rules, including copies of project rules', async () => {
    const rules = `${fixture.request}/approval_rules`;
    const { body: source } = await owner.api.post(`${fixture.project}/approval_rules`, {
      name: 'checked',
      approvals_required: 3,
      user_ids: [developer.id],
    });
    const copied = await developer.api.post(rules, {
      name: 'ignored',
      approvals_required: 1,
      approval_project_rule_id: source.id,
    });
    expect(copied).toMatchObject({
      status: 201,
      body: { name: 'checked', approvals_required: 1, users: [{ id: developer.id }], source_rule: { id: source.id } },
    });
    const own = await owner.api.post(rules, { name: 'own', approvals_required: 1, user_ids: [developer.id] });
    expect(own).toMatchObject({ status: 201, body: { source_rule: null, eligible_approvers: [{ id: developer.id }] } });
    const changed = await owner.api.put(`${rules}/${own.body.id}`, { name: 'mine', approvals_required: 0 });
    expect(changed).toMatchObject({ status: 200, body: { id: own.body.id, name: 'mine', approvals_required: 0 } });
    const page = await owner.api.get(`${rules}?per_page=1&page=2`);
    expect(page.body).toMatchObject([{ name: 'checked' }]);
    expect(page.headers.get('x-total')).toBe('3');
    expect((await owner.api.delete(`${rules}/${own.body.id}`)).status).toBe(204);
    expect((await owner.api.delete(`${rules}/${own.body.id}`)).status).toBe(404);
    expect((await owner.api.get(`${fixture.request}/approval_state`)).body).toMatchObject({
      approval_rules_overwritten: true,
      rules: [{ rule_type: 'regular' }, { name: 'checked' }],
    });
  });

  it('can be changed by users who may edit the merge request, if the project allows it', async () => {
    const [reporter, stranger] = [await createMember(owner.api, fixture.project, 20), await createUser()];
    for (const user of [reporter, stranger]) {
      expect((await user.api.get(`${fixture.request}/approvals`)).status).toBe(200);
      expect((await user.api.post(`${fixture.request}/approvals`, { approvals_required: 0 })).status).toBe(403);
    }
    const assigned = await openRequest(owner.api, fixture.project, {
      source_branch: 'elsewhere',
      assignee_ids: [reporter.id],
    });
    expect((await reporter.api.post(`${assigned}/approvals`, { approvals_required: 1 })).status).toBe(201);
    await owner.api.post(`${fixture.project}/approvals`, { disable_overriding_approvers_per_merge_request: true });
    for (const response of [
      await owner.api.post(`${fixture.request}/approvals`, { approvals_required: 0 }),
      await owner.api.put(`${fixture.request}/approvers`, { approver_ids: [], approver_group_ids: [] }),
      await owner.api.post(`${fixture.request}/approval_rules`, { name: 'x', approvals_required: 0 }),
    ])
      expect(response.status).toBe(403);
    await owner.api.post(`${fixture.project}/archive`);
    expect((await developer.api.post(`${fixture.request}/approve`)).status).toBe(403);
    expect((await developer.api.get(`${fixture.request}/approvals`)).status).toBe(200);
  });
});
