import { api, createUser, waitFor, commitFile, createMember, type TestUser } from '@forgemesh/testing';
import { createRequest, type TestRequest } from '#testing/fixtures';

const PASSWORD = 'a-long-password-1';

describe('POST /projects/:id/merge_requests/:merge_request_iid/approve', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });
  const developerOf = ({ project }: TestRequest): Promise<TestUser> => createMember(owner.api, project, 30);
  const approve = (user: TestUser, { request }: TestRequest, fields: object = {}) =>
    user.api.post(`${request}/approve`, fields);
  const left = async ({ request }: TestRequest): Promise<number> =>
    (await owner.api.get(`${request}/approvals`)).body.approvals_left as number;

  it('approves the newest version with the password, returns all fields and allows the merge', async () => {
    const settings = { approvals_before_merge: 1, require_password_to_approve: true };
    const fixture = await createRequest(owner.api, { settings });
    const developer = await developerOf(fixture);
    expect(await owner.api.put(`${fixture.request}/merge`, {})).toMatchObject({
      status: 406,
      body: { message: 'Branch cannot be merged' },
    });
    expect((await api().post(`${fixture.request}/approve`)).status).toBe(401);
    expect(await approve(owner, fixture)).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
    expect(await approve(developer, fixture, { sha: '1'.repeat(40) })).toMatchObject({
      status: 409,
      body: { message: `SHA does not match HEAD of source branch: ${fixture.head}` },
    });
    expect((await approve(developer, fixture)).status).toBe(401);
    expect((await approve(developer, fixture, { approval_password: 'wrong' })).status).toBe(401);
    const approval = { sha: fixture.head, approval_password: PASSWORD };
    const { status, body } = await approve(developer, fixture, approval);
    const { body: request } = await owner.api.get(fixture.request);
    const user = expect.objectContaining({ id: developer.id, username: developer.username, state: 'active' }) as object;
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: request.id,
        iid: request.iid,
        project_id: request.project_id,
        title: request.title,
        description: null,
        state: 'opened',
        merge_status: 'can_be_merged',
        created_at: request.created_at,
        updated_at: expect.stringMatching(/Z$/),
        approved: true,
        approvals_required: 1,
        approvals_left: 0,
        approved_by: [{ user }],
        approvers: [],
        approver_groups: [],
        user_has_approved: true,
        user_can_approve: false,
      },
    });
    expect((await owner.api.get(`${fixture.request}/approval_state`)).body).toMatchObject({
      approval_rules_overwritten: false,
      rules: [{ rule_type: 'any_approver', approved: true, approved_by: [{ id: developer.id }] }],
    });
    expect((await owner.api.put(`${fixture.request}/merge`, {})).body.state).toBe('merged');
    expect((await approve(await developerOf(fixture), fixture)).status).toBe(401);
  });

  it('becomes invalid with new source commits, unless the project keeps approvals', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(fixture);
    await approve(developer, fixture);
    const pushed = await commitFile(owner.api, fixture.project, { branch: 'feature', path: 'b.txt' });
    expect(await left(fixture)).toBe(1);
    expect((await owner.api.put(`${fixture.request}/merge`, { sha: pushed })).status).toBe(406);
    expect((await developer.api.post(`${fixture.request}/unapprove`)).status).toBe(404);
    expect((await approve(developer, fixture, { sha: fixture.head })).status).toBe(409);
    expect((await approve(developer, fixture, { sha: pushed })).body).toMatchObject({ approvals_left: 0 });
    await owner.api.post(`${fixture.project}/approvals`, { reset_approvals_on_push: false });
    await commitFile(owner.api, fixture.project, { branch: 'feature', path: 'c.txt' });
    expect(await left(fixture)).toBe(0);
  });

  it('that a push invalidated stays invalid when the project then keeps approvals', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    await approve(await developerOf(fixture), fixture);
    await commitFile(owner.api, fixture.project, { branch: 'feature', path: 'b.txt' });
    await owner.api.post(`${fixture.project}/approvals`, { reset_approvals_on_push: false });
    expect(await left(fixture)).toBe(1);
    expect((await owner.api.put(`${fixture.request}/merge`)).status).toBe(406);
    expect((await owner.api.get(`${fixture.request}/approvals`)).body.approved_by).toEqual([]);
  });

  it('becomes invalid when the target branch was missing, and when it changes', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(fixture);
    await owner.api.post(`${fixture.project}/repository/branches`, { branch: 'stable', ref: 'main' });
    await approve(developer, fixture);
    await owner.api.put(fixture.request, { target_branch: 'nowhere' });
    await owner.api.put(fixture.request, { target_branch: 'main' });
    expect(await left(fixture)).toBe(1);
    expect((await approve(developer, fixture)).body).toMatchObject({ approvals_left: 0 });
    await owner.api.put(fixture.request, { target_branch: 'stable' });
    expect(await left(fixture)).toBe(1);
  });

  it('concurrent with a push does not cover the pushed commits', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(fixture);
    const [approved, pushed] = await Promise.all([
      approve(developer, fixture, { sha: fixture.head }),
      commitFile(owner.api, fixture.project, { branch: 'feature', path: 'b.txt' }),
    ]);
    expect([201, 409]).toContain(approved.status);
    expect(await left(fixture)).toBe(1);
    expect((await owner.api.put(`${fixture.request}/merge`, { sha: pushed })).status).toBe(406);
  });

  it('and its revocation are recorded as system notes', async () => {
    const fixture = await createRequest(owner.api);
    const developer = await developerOf(fixture);
    await approve(developer, fixture);
    expect(await developer.api.post(`${fixture.request}/unapprove`)).toMatchObject({ status: 201, body: undefined });
    expect((await developer.api.post(`${fixture.request}/unapprove`)).status).toBe(404);
    const notes = await waitFor(
      () => owner.api.get(`${fixture.request}/notes?sort=asc`),
      ({ body }) => body.length === 2,
    );
    expect(notes.body).toMatchObject([
      { system: true, body: 'approved this merge request', author: { id: developer.id } },
      { system: true, body: 'unapproved this merge request', author: { id: developer.id } },
    ]);
    expect((await owner.api.get(`${fixture.request}/approvals`)).body.approved_by).toEqual([]);
  });
});
