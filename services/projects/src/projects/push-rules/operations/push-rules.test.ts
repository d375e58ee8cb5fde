import {
  api,
  createUser,
  meshCaller,
  createMember,
  createProject,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { PushPolicyServiceDefinition } from '@forgemesh/proto/projects/v1/push_policy';

describe('push rules', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeEach(async () => {
    owner ??= await createUser();
    project = await createProject(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}/push_rule`;
  });

  it('do not exist at first', async () => {
    const none = await owner.api.get(path);
    expect({ status: none.status, body: none.body }).toEqual({ status: 200, body: null });
    const changed = await owner.api.put(path, { deny_delete_tag: true });
    expect({ status: changed.status, body: changed.body }).toEqual({
      status: 404,
      body: { message: '404 Push Rule Not Found' },
    });
    expect((await owner.api.delete(path)).status).toBe(204);
  });

  it('are created once, read, changed and removed', async () => {
    const created = await owner.api.post(path, {
      commit_message_regex: '^[A-Z]',
      max_file_size: '5',
      member_check: 'true',
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(Number),
      project_id: project.id,
      commit_message_regex: '^[A-Z]',
      commit_message_negative_regex: '',
      branch_name_regex: '',
      deny_delete_tag: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      member_check: true,
      prevent_secrets: false,
      author_email_regex: '',
      file_name_regex: '',
      max_file_size: 5,
      commit_committer_check: false,
      reject_unsigned_commits: false,
    });
    expect((await owner.api.get(path)).body).toEqual(created.body);
    const again = await owner.api.post(path, {});
    expect({ status: again.status, body: again.body }).toEqual({
      status: 422,
      body: { error: 'Project push rule exists' },
    });
    const changed = await owner.api.put(path, { commit_message_regex: null, reject_unsigned_commits: true });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...created.body, commit_message_regex: '', reject_unsigned_commits: true });
    expect((await owner.api.delete(path)).status).toBe(204);
    expect((await owner.api.get(path)).body).toBeNull();
  });

  it('are created once by concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => owner.api.post(path, {})));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  it.each([['(a?){1000}'], ['a{1000}'.repeat(70)]])('reject the large expression %s', async (expression) => {
    await owner.api.post(path, {});
    const { status, body } = await owner.api.put(path, { commit_message_regex: expression });
    expect({ status, body }).toEqual({ status: 400, body: { message: { commit_message_regex: ['is too complex'] } } });
  });

  it('require a maintainer', async () => {
    const developer = await createMember(owner.api, `/projects/${project.id}`, 30);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    for (const [caller, status] of [
      [api(), 401],
      [developer.api, 403],
    ] as const) {
      expect((await caller.get(path)).status).toBe(status);
      expect((await caller.post(path, {})).status).toBe(status);
      expect((await caller.put(path, {})).status).toBe(status);
      expect((await caller.delete(path)).status).toBe(status);
    }
    expect((await maintainer.api.post(path, {})).status).toBe(201);
  });

  it('apply as far as the license allows', async () => {
    await owner.api.post(path, { deny_delete_tag: true, reject_unsigned_commits: true });
    const caller = meshCaller();
    try {
      const policy = caller.client(PushPolicyServiceDefinition, 'projects');
      const policyOf = async (tier: number) => (await policy.getPushPolicy({ project_id: project.id, tier })).push_rule;
      expect(await policyOf(0)).toBeUndefined();
      expect(await policyOf(1)).toMatchObject({ deny_delete_tag: true });
      expect((await policyOf(1))?.reject_unsigned_commits).toBeUndefined();
      expect(await policyOf(2)).toMatchObject({ deny_delete_tag: true, reject_unsigned_commits: true });
    } finally {
      caller.close();
    }
  });
});

describe('push rules that are refused', () => {
  let owner: TestUser;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api)).id}/push_rule`;
  });

  it.each([['('], ['(?=look)'], ['(a{1000}){1000}']])('have the expression %s', async (expression) => {
    const { status, body } = await owner.api.post(path, { branch_name_regex: expression, file_name_regex: 'fine' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: { branch_name_regex: ['is an invalid regular expression'] } },
    });
  });

  it.each([
    [{ max_file_size: -1 }, 'max_file_size does not have a valid value'],
    [{ max_file_size: 'big' }, 'max_file_size is invalid'],
    [{ member_check: 'perhaps' }, 'member_check is invalid'],
    [{ author_email_regex: 'a'.repeat(512) }, 'author_email_regex is too long (maximum is 511 characters)'],
  ])('have %j', async (request, error) => {
    const { status, body } = await owner.api.post(path, request);
    expect({ status, body }).toEqual({ status: 400, body: { error } });
  });
});
