import {
  api,
  createUser,
  waitFor,
  commitFile,
  createMember,
  createGroup,
  addMember,
  type TestUser,
} from '@forgemesh/testing';
import { createRequest, openRequest, type TestRequest } from '../../testing/fixtures';

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

  it('approves the newest version, returns all fields and allows the merge', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    const developer = await developerOf(fixture);
    expect(await owner.api.put(`${fixture.request}/merge`, {})).toMatchObject({
      status: 406,
      body: { message: 'Branch cannot be merged' },
    });
    const { status, body } = await approve(developer, fixture, { sha: fixture.head });
    const { body: request } = await owner.api.get(fixture.request);
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
    expect((await owner.api.get(`${fixture.request}/approval_state`)).body).toMatchObject({
      approval_rules_overwritten: false,
      rules: [{ rule_type: 'any_approver', approved: true, approved_by: [{ id: developer.id }] }],
    });
    expect((await owner.api.put(`${fixture.request}/merge`, {})).body.state).toBe('merged');
    expect((await approve(await developerOf(fixture), fixture)).status).toBe(401);
  });

  it('refuses a sha that is not the head', async () => {
    const fixture = await createRequest(owner.api);
    const refused = await approve(await developerOf(fixture), fixture, { sha: '1'.repeat(40) });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: `SHA does not match HEAD of source branch: ${fixture.head}` },
    });
  });

  it('allows each developer one approval and refuses the author', async () => {
    const fixture = await createRequest(owner.api, { project: { visibility: 'public' } });
    const developer = await developerOf(fixture);
    const reporter = await createMember(owner.api, fixture.project, 20);
    expect((await api().post(`${fixture.request}/approve`)).status).toBe(401);
    expect((await approve(await createUser(), fixture)).status).toBe(401);
    for (const user of [reporter, owner])
      expect(await approve(user, fixture)).toMatchObject({ status: 401, body: { message: '401 Unauthorized' } });
    expect((await approve(developer, fixture)).status).toBe(201);
    expect((await approve(developer, fixture)).status).toBe(401);
    expect((await owner.api.get(`${fixture.request}/approvals`)).body).toMatchObject({
      approved_by: [{ user: { id: developer.id } }],
      user_can_approve: false,
    });
  });

  it('allows the author if the project permits it and a rule names them', async () => {
    const settings = { approvals_before_merge: 1, merge_requests_author_approval: false };
    const fixture = await createRequest(owner.api, { settings });
    expect((await approve(owner, fixture)).status).toBe(401);
    const named = await owner.api.put(`${fixture.request}/approvers`, {
      approver_ids: [owner.id],
      approver_group_ids: [],
    });
    expect(named.body).toMatchObject({ approvers: [{ user: { id: owner.id } }], user_can_approve: true });
    expect((await approve(owner, fixture)).body).toMatchObject({ approved: true });
  });

  it('refuses committers if the project excludes them', async () => {
    const fixture = await createRequest(owner.api, { settings: { merge_requests_disable_committers_approval: true } });
    const [committer, other] = [await developerOf(fixture), await developerOf(fixture)];
    await commitFile(committer.api, fixture.project, { branch: 'feature', path: 'b.txt' });
    expect((await approve(committer, fixture)).status).toBe(401);
    expect((await approve(other, fixture)).status).toBe(201);
    await owner.api.post(`${fixture.project}/approvals`, { merge_requests_disable_committers_approval: false });
    expect((await approve(committer, fixture)).status).toBe(201);
  });

  it('requires the password if the project does', async () => {
    const fixture = await createRequest(owner.api, { settings: { require_password_to_approve: true } });
    const developer = await developerOf(fixture);
    expect((await approve(developer, fixture)).status).toBe(401);
    expect((await approve(developer, fixture, { approval_password: 'wrong' })).status).toBe(401);
    expect((await approve(developer, fixture, { approval_password: PASSWORD })).status).toBe(201);
  });

  it('counts for each rule that names the approver directly or through a group', async () => {
    const fixture = await createRequest(owner.api);
    const [member, other] = [await developerOf(fixture), await developerOf(fixture)];
    const { id: group } = await createGroup(owner.api);
    await addMember(owner.api, `/groups/${group}`, member, 10);
    const rules = `${fixture.project}/approval_rules`;
    await owner.api.post(rules, { name: 'group', approvals_required: 1, group_ids: [group] });
    await owner.api.post(rules, { name: 'user', approvals_required: 1, user_ids: [member.id] });
    const ruled = await openAnother(fixture);
    expect(await left(ruled)).toBe(2);
    expect((await approve(other, ruled)).body).toMatchObject({ approved: false, approvals_left: 2 });
    expect((await approve(member, ruled)).body).toMatchObject({ approved: true, approvals_left: 0 });
    const { body } = await owner.api.get(`${ruled.request}/approval_state`);
    expect(body.rules.map(({ approved }: { approved: boolean }) => approved)).toEqual([true, true]);
  });

  /** Opens another merge request. Its rules are copied from the project when it is created. */
  async function openAnother(fixture: TestRequest): Promise<TestRequest> {
    await owner.api.put(fixture.request, { state_event: 'close' });
    return { ...fixture, request: await openRequest(owner.api, fixture.project) };
  }

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

  it('that survived a push stays valid when the project then resets approvals, until the next push', async () => {
    const settings = { approvals_before_merge: 1, reset_approvals_on_push: false };
    const fixture = await createRequest(owner.api, { settings });
    await approve(await developerOf(fixture), fixture);
    await commitFile(owner.api, fixture.project, { branch: 'feature', path: 'b.txt' });
    await owner.api.post(`${fixture.project}/approvals`, { reset_approvals_on_push: true });
    expect(await left(fixture)).toBe(0);
    await commitFile(owner.api, fixture.project, { branch: 'feature', path: 'c.txt' });
    expect(await left(fixture)).toBe(1);
  });

  it('becomes invalid when the target branch was missing', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    await approve(await developerOf(fixture), fixture);
    await owner.api.put(fixture.request, { target_branch: 'nowhere' });
    await owner.api.put(fixture.request, { target_branch: 'main' });
    expect(await left(fixture)).toBe(1);
  });

  it('becomes invalid when the target branch changes', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 1 } });
    await owner.api.post(`${fixture.project}/repository/branches`, { branch: 'stable', ref: 'main' });
    await approve(await developerOf(fixture), fixture);
    await owner.api.put(fixture.request, { target_branch: 'stable' });
    expect(await left(fixture)).toBe(1);
  });

  it('accepts two concurrent approvals, one per user', async () => {
    const fixture = await createRequest(owner.api, { settings: { approvals_before_merge: 2 } });
    const [one, other] = [await developerOf(fixture), await developerOf(fixture)];
    const answers = await Promise.all([one, one, other].map((user) => approve(user, fixture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 401]);
    expect((await owner.api.get(`${fixture.request}/approvals`)).body).toMatchObject({ approved: true });
    expect((await owner.api.get(`${fixture.request}/approvals`)).body.approved_by).toHaveLength(2);
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
