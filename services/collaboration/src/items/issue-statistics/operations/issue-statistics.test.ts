import {
  api,
  createUser,
  createMember,
  createGroup,
  createIssue,
  createProject,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';

describe('statistics of issues', () => {
  let owner: TestUser;
  let guest: TestUser;
  let group: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
    guest = await createMember(owner.api, path, 10);
    const second = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
    await createIssue(owner.api, path, { labels: 'one' });
    await createIssue(owner.api, path, { confidential: true });
    const closed = await createIssue(guest.api, path);
    await owner.api.put(`${path}/issues/${closed.iid}`, { state_event: 'close' });
    await createIssue(owner.api, second);
  });
  const counts = (all: number, closed: number, opened: number) => ({
    status: 200,
    body: { statistics: { counts: { all, closed, opened } } },
  });

  it('GET /projects/:id/issues_statistics counts visible issues with the filters of lists', async () => {
    const at = `${path}/issues_statistics`;
    expect(await owner.api.get(at)).toMatchObject(counts(3, 1, 2));
    expect(await guest.api.get(at)).toMatchObject(counts(2, 1, 1));
    expect(await owner.api.get(`${at}?labels=one`)).toMatchObject(counts(1, 0, 1));
    expect(await owner.api.get(`${at}?state=closed`)).toMatchObject(counts(1, 1, 0));
    expect(await owner.api.get(`${at}?author_id=${guest.id}`)).toMatchObject(counts(1, 1, 0));
    expect((await (await borrowUser()).api.get(at)).status).toBe(404);
    expect((await api().get(at)).status).toBe(401);
  });

  it('GET /groups/:id/issues_statistics counts over projects', async () => {
    const at = `/groups/${group.id}/issues_statistics`;
    expect(await owner.api.get(at)).toMatchObject(counts(4, 1, 3));
    expect(await guest.api.get(at)).toMatchObject(counts(2, 1, 1));
    expect((await (await borrowUser()).api.get(at)).status).toBe(404);
  });

  it("GET /issues_statistics counts the caller's own issues without a scope", async () => {
    expect(await guest.api.get('/issues_statistics')).toMatchObject(counts(1, 1, 0));
    expect(await owner.api.get(`/issues_statistics?scope=all&author_id=${guest.id}`)).toMatchObject(counts(1, 1, 0));
    expect((await api().get('/issues_statistics')).status).toBe(401);
  });
});
