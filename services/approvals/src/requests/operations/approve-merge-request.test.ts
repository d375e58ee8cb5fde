import { api, createUser, waitFor, type TestUser } from '@forgemesh/testing';
import {
  commitFile,
  createMember,
  makeGroup,
  makeRequest,
  openRequest,
  type TestRequest,
} from '../../testing/fixtures';

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

  it('approves the version at hand, with all fields, and merges then only', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(made);
    expect(await owner.api.put(`${made.request}/merge`, {})).toMatchObject({
      status: 406,
      body: { message: 'Branch cannot be merged' },
    });
    const { status, body } = await approve(developer, made, { sha: made.head });
    const { body: request } = await owner.api.get(made.request);
    const user = expect.objectContaining({ id: developer.id, username: developer.username, state: 'active' }) as object;
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ id: request.id, iid: request.iid, project_id: request.project_id, title: request.title },
        ...{ description: null, state: 'opened', merge_status: 'can_be_merged' },
        ...{ created_at: request.created_at, updated_at: expect.stringMatching(/Z$/) },
        ...{ approved: true, approvals_required: 1, approvals_left: 0, approved_by: [{ user }] },
        ...{ approvers: [], approver_groups: [], user_has_approved: true, user_can_approve: false },
      },
    });
    expect((await owner.api.get(`${made.request}/approval_state`)).body).toMatchObject({
      approval_rules_overwritten: false,
      rules: [{ rule_type: 'any_approver', approved: true, approved_by: [{ id: developer.id }] }],
    });
    expect((await owner.api.put(`${made.request}/merge`, {})).body.state).toBe('merged');
    expect((await approve(await developerOf(made), made)).status).toBe(401);
  });

  it('refuses another head', async () => {
    const made = await makeRequest(owner.api);
    const refused = await approve(await developerOf(made), made, { sha: '1'.repeat(40) });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: `SHA does not match HEAD of source branch: ${made.head}` },
    });
  });

  it('is for developers, once, and not for the author', async () => {
    const made = await makeRequest(owner.api, { project: { visibility: 'public' } });
    const developer = await developerOf(made);
    const reporter = await createMember(owner.api, made.project, 20);
    expect((await api().post(`${made.request}/approve`)).status).toBe(401);
    expect((await approve(await createUser(), made)).status).toBe(401);
    for (const user of [reporter, owner])
      expect(await approve(user, made)).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
    expect((await approve(developer, made)).status).toBe(201);
    expect((await approve(developer, made)).status).toBe(401);
    expect((await owner.api.get(`${made.request}/approvals`)).body).toMatchObject({
      approved_by: [{ user: { id: developer.id } }],
      user_can_approve: false,
    });
  });

  it('is for the author where the project lets him and a rule names him', async () => {
    const settings = { approvals_before_merge: 1, merge_requests_author_approval: false };
    const made = await makeRequest(owner.api, { settings });
    expect((await approve(owner, made)).status).toBe(401);
    const named = await owner.api.put(`${made.request}/approvers`, {
      approver_ids: [owner.id],
      approver_group_ids: [],
    });
    expect(named.body).toMatchObject({ approvers: [{ user: { id: owner.id } }], user_can_approve: true });
    expect((await approve(owner, made)).body).toMatchObject({ approved: true });
  });

  it('is not for who committed, where the project says so', async () => {
    const made = await makeRequest(owner.api, { settings: { merge_requests_disable_committers_approval: true } });
    const [committer, other] = [await developerOf(made), await developerOf(made)];
    await commitFile(committer.api, made.project, { branch: 'feature', path: 'b.txt' });
    expect((await approve(committer, made)).status).toBe(401);
    expect((await approve(other, made)).status).toBe(201);
    await owner.api.post(`${made.project}/approvals`, { merge_requests_disable_committers_approval: false });
    expect((await approve(committer, made)).status).toBe(201);
  });

  it('asks for the password where the project does', async () => {
    const made = await makeRequest(owner.api, { settings: { require_password_to_approve: true } });
    const developer = await developerOf(made);
    expect((await approve(developer, made)).status).toBe(401);
    expect((await approve(developer, made, { approval_password: 'wrong' })).status).toBe(401);
    expect((await approve(developer, made, { approval_password: PASSWORD })).status).toBe(201);
  });

  it('counts for each rule that names the approver, himself or by a group', async () => {
    const made = await makeRequest(owner.api);
    const [member, other] = [await developerOf(made), await developerOf(made)];
    const group = await makeGroup(owner.api);
    await owner.api.post(`/groups/${group}/members`, { user_id: member.id, access_level: 10 });
    const rules = `${made.project}/approval_rules`;
    await owner.api.post(rules, { name: 'group', approvals_required: 1, group_ids: [group] });
    await owner.api.post(rules, { name: 'user', approvals_required: 1, user_ids: [member.id] });
    const ruled = await openAnother(made);
    expect(await left(ruled)).toBe(2);
    expect((await approve(other, ruled)).body).toMatchObject({ approved: false, approvals_left: 2 });
    expect((await approve(member, ruled)).body).toMatchObject({ approved: true, approvals_left: 0 });
    const { body } = await owner.api.get(`${ruled.request}/approval_state`);
    expect(body.rules.map(({ approved }: { approved: boolean }) => approved)).toEqual([true, true]);
  });

  /** The rules of a request are those that its project had when it was made. */
  async function openAnother(made: TestRequest): Promise<TestRequest> {
    await owner.api.put(made.request, { state_event: 'close' });
    return { ...made, request: await openRequest(owner.api, made.project) };
  }

  it('is void once the source has other commits, unless the project keeps approvals', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(made);
    await approve(developer, made);
    const pushed = await commitFile(owner.api, made.project, { branch: 'feature', path: 'b.txt' });
    expect(await left(made)).toBe(1);
    expect((await owner.api.put(`${made.request}/merge`, { sha: pushed })).status).toBe(406);
    expect((await developer.api.post(`${made.request}/unapprove`)).status).toBe(404);
    expect((await approve(developer, made, { sha: made.head })).status).toBe(409);
    expect((await approve(developer, made, { sha: pushed })).body).toMatchObject({ approvals_left: 0 });
    await owner.api.post(`${made.project}/approvals`, { reset_approvals_on_push: false });
    await commitFile(owner.api, made.project, { branch: 'feature', path: 'c.txt' });
    expect(await left(made)).toBe(0);
  });

  it('that a push voided stays void where the project keeps approvals from then on', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    await approve(await developerOf(made), made);
    await commitFile(owner.api, made.project, { branch: 'feature', path: 'b.txt' });
    await owner.api.post(`${made.project}/approvals`, { reset_approvals_on_push: false });
    expect(await left(made)).toBe(1);
    expect((await owner.api.put(`${made.request}/merge`)).status).toBe(406);
    expect((await owner.api.get(`${made.request}/approvals`)).body.approved_by).toEqual([]);
  });

  it('that a push left stays where the project voids approvals from then on, until the next one', async () => {
    const settings = { approvals_before_merge: 1, reset_approvals_on_push: false };
    const made = await makeRequest(owner.api, { settings });
    await approve(await developerOf(made), made);
    await commitFile(owner.api, made.project, { branch: 'feature', path: 'b.txt' });
    await owner.api.post(`${made.project}/approvals`, { reset_approvals_on_push: true });
    expect(await left(made)).toBe(0);
    await commitFile(owner.api, made.project, { branch: 'feature', path: 'c.txt' });
    expect(await left(made)).toBe(1);
  });

  it('is void once the request was for a branch that is not there', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    await approve(await developerOf(made), made);
    await owner.api.put(made.request, { target_branch: 'nowhere' });
    await owner.api.put(made.request, { target_branch: 'main' });
    expect(await left(made)).toBe(1);
  });

  it('is void once the request is for another branch', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    await owner.api.post(`${made.project}/repository/branches`, { branch: 'stable', ref: 'main' });
    await approve(await developerOf(made), made);
    await owner.api.put(made.request, { target_branch: 'stable' });
    expect(await left(made)).toBe(1);
  });

  it('takes two approvals at once, each user once', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 2 } });
    const [one, other] = [await developerOf(made), await developerOf(made)];
    const answers = await Promise.all([one, one, other].map((user) => approve(user, made)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 401]);
    expect((await owner.api.get(`${made.request}/approvals`)).body).toMatchObject({ approved: true });
    expect((await owner.api.get(`${made.request}/approvals`)).body.approved_by).toHaveLength(2);
  });

  it('that meets a push says nothing about what was pushed', async () => {
    const made = await makeRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(made);
    const [approved, pushed] = await Promise.all([
      approve(developer, made, { sha: made.head }),
      commitFile(owner.api, made.project, { branch: 'feature', path: 'b.txt' }),
    ]);
    expect([201, 409]).toContain(approved.status);
    expect(await left(made)).toBe(1);
    expect((await owner.api.put(`${made.request}/merge`, { sha: pushed })).status).toBe(406);
  });

  it('is recorded below the request, and so is its end', async () => {
    const made = await makeRequest(owner.api);
    const developer = await developerOf(made);
    await approve(developer, made);
    expect(await developer.api.post(`${made.request}/unapprove`)).toMatchObject({ status: 201, body: undefined });
    expect((await developer.api.post(`${made.request}/unapprove`)).status).toBe(404);
    const notes = await waitFor(
      () => owner.api.get(`${made.request}/notes?sort=asc`),
      ({ body }) => body.length === 2,
    );
    expect(notes.body).toMatchObject([
      { system: true, body: 'approved this merge request', author: { id: developer.id } },
      { system: true, body: 'unapproved this merge request', author: { id: developer.id } },
    ]);
    expect((await owner.api.get(`${made.request}/approvals`)).body.approved_by).toEqual([]);
  });
});
