import { createUser, createIssue, createProject, borrowUser, borrowMember, type TestUser } from '@forgemesh/testing';

describe('POST /projects/:id/issues/:issue_iid/subscribe', () => {
  let owner: TestUser;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api)).id}`;
  });

  it('subscribes once, and unsubscribes once', async () => {
    const issue = await createIssue(owner.api, path);
    const at = `${path}/issues/${issue.iid}`;
    const guest = await borrowMember(owner.api, path, 10);
    expect((await guest.api.get(at)).body.subscribed).toBe(false);
    expect((await guest.api.post(`${at}/unsubscribe`)).status).toBe(304);
    expect(await guest.api.post(`${at}/subscribe`)).toMatchObject({
      status: 201,
      body: { id: issue.id, subscribed: true, updated_at: issue['updated_at'] },
    });
    expect(await guest.api.post(`${at}/subscribe`)).toMatchObject({ status: 304, body: undefined });
    expect((await guest.api.get(at)).body.subscribed).toBe(true);
    // The author is subscribed until they unsubscribe.
    expect((await owner.api.post(`${at}/subscribe`)).status).toBe(304);
    expect(await owner.api.post(`${at}/unsubscribe`)).toMatchObject({ status: 201, body: { subscribed: false } });
    expect((await guest.api.get(at)).body.subscribed).toBe(true);
  });

  it('requires a reader of the issue', async () => {
    const guest = await borrowMember(owner.api, path, 10);
    const { iid } = await createIssue(owner.api, path, { confidential: true });
    expect((await guest.api.post(`${path}/issues/${iid}/subscribe`)).status).toBe(404);
    expect((await (await borrowUser()).api.post(`${path}/issues/${iid}/subscribe`)).status).toBe(404);
    const open = await createProject(owner.api, { visibility: 'public' });
    const issue = await createIssue(owner.api, `/projects/${open.id}`);
    const anybody = await borrowUser();
    expect((await anybody.api.post(`/projects/${open.id}/issues/${issue.iid}/subscribe`)).status).toBe(201);
  });
});
