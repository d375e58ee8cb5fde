import {
  api,
  asRoot,
  createUser,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  type TestUser,
  type TestGroup,
} from '@forgemesh/testing';

describe('GET /groups', () => {
  const word = unique('grouped').replace('-', '');
  let owner: TestUser;
  let mine: TestGroup;
  let inner: TestGroup;
  let internal: TestGroup;
  let open: TestGroup;
  beforeAll(async () => {
    owner = await createUser();
    mine = await createGroup(owner.api, { name: `D ${word}`, path: `${word}-1` });
    inner = await createGroup(owner.api, { name: `c ${word}`, path: `${word}-2`, parent_id: mine.id });
    internal = await createGroup(owner.api, { name: `B ${word}`, path: `${word}-3`, visibility: 'internal' });
    open = await createGroup(owner.api, { name: `a ${word}`, path: `${word}-4`, visibility: 'public' });
  });
  const find = (client: ReturnType<typeof api>, query = ''): ReturnType<typeof client.get> =>
    client.get(`/groups?search=${word}${query}`);

  it('lists all groups by name for administrators', async () => {
    expect(ids(await find(asRoot()))).toEqual([open.id, internal.id, inner.id, mine.id]);
  });

  it('lists groups by membership for other users, and all visible ones on request', async () => {
    const stranger = await createUser();
    const external = await createUser({ external: true });
    expect(ids(await find(owner.api))).toEqual([open.id, internal.id, inner.id, mine.id]);
    expect(ids(await find(stranger.api))).toEqual([]);
    expect(ids(await find(stranger.api, '&all_available=true'))).toEqual([open.id, internal.id]);
    expect(ids(await find(external.api, '&all_available=true'))).toEqual([open.id]);
    expect(ids(await find(api()))).toEqual([open.id]);
  });

  it('lists the ancestor groups of a project that the caller is a member of', async () => {
    const project = await createProject(owner.api, { namespace_id: inner.id });
    const member = await createMember(owner.api, `/projects/${project.id}`, 20);
    expect(ids(await find(member.api))).toEqual([inner.id, mine.id]);
  });

  it.each([
    ['order_by=path', () => [mine, inner, internal, open]],
    ['order_by=path&sort=desc', () => [open, internal, inner, mine]],
    ['order_by=id&sort=desc', () => [open, internal, inner, mine]],
    ['sort=desc', () => [mine, inner, internal, open]],
    ['owned=true', () => [open, internal, inner, mine]],
    ['min_access_level=50', () => [open, internal, inner, mine]],
  ])('supports %s', async (query, expected) => {
    expect(ids(await find(owner.api, `&${query}`))).toEqual(expected().map(({ id }) => id));
  });

  it('excludes groups by id', async () => {
    expect(ids(await find(owner.api, `&skip_groups[]=${open.id}&skip_groups[]=${mine.id}`))).toEqual([
      internal.id,
      inner.id,
    ]);
  });

  it('filters by custom attributes, for administrators', async () => {
    const set = (group: TestGroup, key: string, value: string): Promise<unknown> =>
      asRoot().put(`/groups/${group.id}/custom_attributes/${key}`, { value });
    await Promise.all([set(inner, 'team', word), set(open, 'team', word)]);
    await set(inner, 'site', 'north');
    const expected = `&custom_attributes[team]=${word}`;
    expect(ids(await find(asRoot(), expected))).toEqual([open.id, inner.id]);
    expect(ids(await find(asRoot(), `${expected}&custom_attributes[site]=north`))).toEqual([inner.id]);
    expect(ids(await find(asRoot(), `${expected}&custom_attributes[site]=south`))).toEqual([]);
    // Together with a search.
    expect(ids(await asRoot().get(`/groups?search=${word}-4${expected}`))).toEqual([open.id]);
    expect(ids(await asRoot().get(`/groups/${mine.id}/subgroups?custom_attributes[site]=north`))).toEqual([inner.id]);
    expect(ids(await asRoot().get(`/groups/${mine.id}/subgroups?custom_attributes[site]=south`))).toEqual([]);
    expect(ids(await find(owner.api, `${expected}&custom_attributes[site]=south`))).toHaveLength(4);
    expect(await find(asRoot(), '&custom_attributes[__proto__]=x')).toMatchObject({
      status: 400,
      body: { error: 'custom_attributes[__proto__] is invalid' },
    });
  });

  it('filters memberships by level', async () => {
    const developer = await createMember(owner.api, `/groups/${mine.id}`, 30);
    expect(ids(await find(developer.api, '&min_access_level=30'))).toEqual([inner.id, mine.id]);
    expect(ids(await find(developer.api, '&min_access_level=40'))).toEqual([]);
    expect(ids(await find(developer.api, '&owned=true'))).toEqual([]);
  });

  it('paginates with totals', async () => {
    const { headers, body } = await find(owner.api, '&per_page=3&page=2');
    expect(body).toHaveLength(1);
    expect(headers.get('x-total')).toBe('4');
    expect(headers.get('x-prev-page')).toBe('1');
  });
});

describe('GET /groups/:id/subgroups', () => {
  it('lists the direct subgroups that the caller may see', async () => {
    const owner = await createUser();
    const top = await createGroup(owner.api, { visibility: 'public' });
    const hidden = await createGroup(owner.api, { parent_id: top.id, name: 'a', visibility: 'private' });
    const visible = await createGroup(owner.api, { parent_id: top.id, name: 'b', visibility: 'public' });
    await createGroup(owner.api, { parent_id: visible.id, visibility: 'public' });
    expect(ids(await owner.api.get(`/groups/${top.id}/subgroups`))).toEqual([hidden.id, visible.id]);
    expect(ids(await api().get(`/groups/${top.id}/subgroups`))).toEqual([visible.id]);
    expect((await api().get(`/groups/${hidden.id}/subgroups`)).status).toBe(404);
  });
});
