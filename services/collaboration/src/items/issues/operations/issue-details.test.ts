import {
  asRoot,
  createUser,
  createMember,
  ids,
  createIssue,
  createProject,
  borrowUser,
  type TestUser,
} from '@forgemesh/testing';

describe('users of an issue', () => {
  let owner: TestUser;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api)).id}`;
  });

  it('GET /projects/:id/issues/:issue_iid/participants lists author, assignees and note authors', async () => {
    const [guest, reporter] = [await createMember(owner.api, path, 10), await createMember(owner.api, path, 20)];
    const issue = await createIssue(owner.api, path, { assignee_ids: [reporter.id] });
    const at = `${path}/issues/${issue.iid}`;
    await guest.api.post(`${at}/notes`, { body: 'me too' });
    const { status, body, headers } = await guest.api.get(`${at}/participants`);
    expect(status).toBe(200);
    expect(ids({ body } as never)).toEqual([owner.id, reporter.id, guest.id]);
    expect(body[0]).toMatchObject({ username: owner.username, state: 'active', web_url: expect.any(String) });
    expect(headers.get('x-total')).toBe('3');
    expect(ids(await guest.api.get(`${at}/participants?per_page=2&page=2`))).toEqual([guest.id]);
    expect((await (await borrowUser()).api.get(`${at}/participants`)).status).toBe(404);
    const secret = await createIssue(owner.api, path, { confidential: true });
    expect((await guest.api.get(`${path}/issues/${secret.iid}/participants`)).status).toBe(404);
  });

  it('GET /projects/:id/issues/:issue_iid/user_agent_detail shows the origin to administrators', async () => {
    const { body: issue } = await owner.api.post(`${path}/issues`, { title: 'x' }, { 'User-Agent': 'Tested/1.0' });
    const at = `${path}/issues/${issue.iid}/user_agent_detail`;
    expect(await asRoot().get(at)).toMatchObject({
      status: 200,
      body: {
        user_agent: 'Tested/1.0',
        ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
        akismet_submitted: false,
      },
    });
    expect((await owner.api.get(at)).status).toBe(403);
    expect((await asRoot().get(`${path}/issues/99999/user_agent_detail`)).status).toBe(404);
  });
});
