import {
  api,
  asRoot,
  createUser,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowUser,
  type ApiClient,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

describe.each([['projects'], ['starred_projects']])('GET /users/:user_id/%s', (list) => {
  let user: TestUser;
  let hidden: TestProject;
  let open: TestProject;
  beforeAll(async () => {
    user = await createUser();
    hidden = await createProject(user.api, { name: unique('b') });
    open = await createProject(user.api, { name: unique('a'), visibility: 'public', merge_requests_enabled: false });
    await star(user.api, hidden, open);
  });
  const star = async (client: ApiClient, ...projects: TestProject[]): Promise<void> => {
    for (const { id } of projects) expect((await client.post(`/projects/${id}/star`)).status).toBe(201);
  };
  const path = (query = '', who: number | string = user.id): string => `/users/${who}/${list}${query}`;

  it('lists projects that the caller may see, by user id or name', async () => {
    const stranger = await borrowUser();
    for (const who of [user.id, user.username, user.username.toUpperCase()]) {
      expect(ids(await user.api.get(path('', who)))).toEqual([open.id, hidden.id]);
      expect(ids(await asRoot().get(path('', who)))).toEqual([open.id, hidden.id]);
      expect(ids(await stranger.api.get(path('', who)))).toEqual([open.id]);
      expect(ids(await api().get(path('', who)))).toEqual([open.id]);
    }
  });

  it('shows simple fields to anonymous callers and on request, else full ones', async () => {
    expect((await api().get(path())).body[0]).not.toHaveProperty('visibility');
    expect((await user.api.get(path('?simple=true'))).body[0]).not.toHaveProperty('visibility');
    expect((await user.api.get(path('?statistics=true'))).body[0]).toMatchObject({
      visibility: 'public',
      permissions: { group_access: null },
      statistics: { commit_count: 0 },
    });
  });

  it.each([
    ['visibility=private', () => [hidden]],
    ['archived=true', () => []],
    ['order_by=name&sort=asc', () => [open, hidden]],
    ['order_by=id&sort=asc&pagination=keyset', () => [hidden, open]],
    ['with_merge_requests_enabled=true', () => [hidden]],
    ['owned=true&membership=true&starred=true&min_access_level=40', () => [open, hidden]],
  ])('supports %s', async (query, expected) => {
    expect(ids(await user.api.get(path(`?${query}`)))).toEqual(expected().map(({ id }) => id));
  });

  it('paginates with totals', async () => {
    const { headers, body } = await user.api.get(path('?per_page=1&page=2'));
    expect(body).toMatchObject([{ id: hidden.id }]);
    expect(headers.get('x-total')).toBe('2');
  });

  it('shows nothing of a private profile to others', async () => {
    const shy = await createUser({ private_profile: true });
    const project = await createProject(shy.api, { visibility: 'public' });
    await star(shy.api, project);
    expect(ids(await shy.api.get(path('', shy.id)))).toEqual([project.id]);
    expect(ids(await asRoot().get(path('', shy.id)))).toEqual([project.id]);
    for (const client of [user.api, api()]) {
      const { status, headers, body } = await client.get(path('', shy.username));
      expect({ status, body, total: headers.get('x-total') }).toEqual({ status: 200, body: [], total: '0' });
    }
  });

  it.each(['999999999', '99999999999999999999', 'no-such-user', '..%2F..'])('returns 404 for %s', async (who) => {
    expect(await user.api.get(path('', who))).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
  });

  it('rejects invalid parameters', async () => {
    expect((await user.api.get(path('?order_by=size'))).status).toBe(400);
    expect((await user.api.get(path('?pagination=keyset&order_by=name'))).status).toBe(405);
  });
});

describe('GET /users/:user_id/projects', () => {
  it('excludes projects of groups and projects that the user is only a member of', async () => {
    const [user, other] = [await createUser(), await createUser()];
    const group = await createGroup(user.api);
    await createProject(user.api, { namespace_id: group.id });
    const foreign = await createProject(other.api);
    const member = await createMember(other.api, `/projects/${foreign.id}`, 40);
    expect(ids(await user.api.get(`/users/${user.id}/projects`))).toEqual([]);
    expect(ids(await member.api.get(`/users/${member.id}/projects`))).toEqual([]);
    expect(ids(await member.api.get(`/users/${other.username}/projects`))).toEqual([foreign.id]);
  });
});
