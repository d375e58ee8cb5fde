import {
  api,
  asRoot,
  createUser,
  unique,
  waitFor,
  createMember,
  ids,
  createGroup,
  createProject,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

describe('GET /projects', () => {
  const word = unique('listed').replace('-', '');
  let owner: TestUser;
  let own: TestProject;
  let internal: TestProject;
  let open: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    own = await createProject(owner.api, { name: `a ${word}`, path: unique('z') });
    internal = await createProject(owner.api, { name: `b ${word}`, path: unique('y'), visibility: 'internal' });
    open = await createProject(owner.api, {
      name: `C ${word}`,
      path: unique('x'),
      visibility: 'public',
      issues_access_level: 'private',
      merge_requests_enabled: false,
      description: 'Some WORDS of text',
    });
  });
  const find = (client: ReturnType<typeof api>, query = ''): ReturnType<typeof client.get> =>
    client.get(`/projects?search=${word}${query}`);

  it('lists projects that the caller may see, newest first', async () => {
    const stranger = await createUser();
    const external = await createUser({ external: true });
    expect(ids(await find(owner.api))).toEqual([open.id, internal.id, own.id]);
    expect(ids(await find(asRoot()))).toEqual([open.id, internal.id, own.id]);
    expect(ids(await find(stranger.api))).toEqual([open.id, internal.id]);
    expect(ids(await find(external.api))).toEqual([open.id]);
    expect(ids(await find(api()))).toEqual([open.id]);
  });

  it('shows simple fields to anonymous callers and on request, else full ones', async () => {
    const anonymous = await find(api());
    const simple = await find(owner.api, '&simple=true');
    const full = await find(owner.api);
    expect(anonymous.body[0]).not.toHaveProperty('visibility');
    expect(simple.body[0]).not.toHaveProperty('visibility');
    expect(full.body[0]).toMatchObject({ visibility: 'public', permissions: { group_access: null } });
    expect(full.body[0]).not.toHaveProperty('runners_token');
  });

  it.each([
    ['order_by=id&sort=asc', () => [own, internal, open]],
    ['order_by=name&sort=asc', () => [own, internal, open]],
    ['order_by=name&sort=desc', () => [open, internal, own]],
    ['order_by=path&sort=asc', () => [open, internal, own]],
    ['order_by=created_at', () => [open, internal, own]],
    ['order_by=updated_at&sort=asc', () => [own, internal, open]],
    ['order_by=last_activity_at', () => [open, internal, own]],
    ['visibility=internal', () => [internal]],
    ['archived=true', () => []],
    ['archived=false&visibility=private', () => [own]],
    ['owned=true', () => [open, internal, own]],
    ['membership=true', () => [open, internal, own]],
    ['min_access_level=40&archived=false&membership=true', () => [open, internal, own]],
    ['with_merge_requests_enabled=true', () => [internal, own]],
    ['with_issues_enabled=true', () => [open, internal, own]],
  ])('supports %s', async (query, expected) => {
    expect(ids(await find(owner.api, `&${query}`))).toEqual(expected().map(({ id }) => id));
  });

  it('filters by storage and orders by size for administrators only', async () => {
    const of = async (client: ReturnType<typeof api>, query: string) => ids(await find(client, query));
    expect(await of(asRoot(), '&repository_storage=default')).toEqual([open.id, internal.id, own.id]);
    expect(await of(asRoot(), '&repository_storage=other')).toEqual([]);
    expect(await of(owner.api, '&repository_storage=other')).toEqual([open.id, internal.id, own.id]);
    const filled = await createProject(owner.api, { name: `d ${word}`, initialize_with_readme: true });
    const bySize = () => of(asRoot(), '&order_by=repository_size&sort=desc');
    expect((await waitFor(bySize, ([first]) => first === filled.id))[0]).toBe(filled.id);
    expect(await of(asRoot(), '&order_by=repository_size&sort=asc')).toHaveLength(4);
    expect(await of(owner.api, '&order_by=repository_size')).toEqual([filled.id, open.id, internal.id, own.id]);
    await owner.api.delete(`/projects/${filled.id}`);
  });

  it('excludes projects whose issues are members-only, for non-members', async () => {
    const stranger = await createUser();
    expect(ids(await find(stranger.api, '&with_issues_enabled=true'))).toEqual([internal.id]);
  });

  it('filters memberships by level', async () => {
    const reporter = await createMember(owner.api, `/projects/${own.id}`, 20);
    expect(ids(await find(reporter.api, '&membership=true'))).toEqual([own.id]);
    expect(ids(await find(reporter.api, '&min_access_level=20'))).toEqual([own.id]);
    expect(ids(await find(reporter.api, '&min_access_level=30'))).toEqual([]);
    expect(ids(await find(reporter.api, '&owned=true'))).toEqual([]);
  });

  it('lists projects of groups for the members of ancestor groups', async () => {
    const group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const inside = await createProject(owner.api, { namespace_id: inner.id });
    const member = await createMember(owner.api, `/groups/${group.id}`, 10);
    const { body } = await member.api.get(`/projects?membership=true`);
    expect(body).toMatchObject([{ id: inside.id, permissions: { group_access: { access_level: 10 } } }]);
  });

  it.each([
    ['a part of the name in any case', () => word.slice(2, 9).toUpperCase()],
    ['words of the description', () => `${word} ome words`],
    ['a part of the path', () => open.path],
  ])('finds %s', async (_what, search) => {
    expect(ids(await owner.api.get(`/projects?search=${encodeURIComponent(search())}`))).toContain(open.id);
  });

  it('treats the search text literally', async () => {
    expect(ids(await owner.api.get('/projects?search=.%2B'))).toEqual([]);
    expect(ids(await owner.api.get('/projects?search=%24%7Bwhere%7D%5C'))).toEqual([]);
  });

  it('paginates with totals', async () => {
    const { headers, body } = await find(owner.api, '&per_page=2');
    expect(body).toHaveLength(2);
    expect(headers.get('x-total')).toBe('3');
    expect(headers.get('x-total-pages')).toBe('2');
    expect(headers.get('x-next-page')).toBe('2');
    expect(ids(await find(owner.api, '&per_page=2&page=2'))).toEqual([own.id]);
    expect(ids(await find(owner.api, '&page=99'))).toEqual([]);
  });

  it('supports keyset pagination by id', async () => {
    const query = '&pagination=keyset&order_by=id&sort=asc&per_page=2';
    const first = await find(owner.api, query);
    expect(ids(first)).toEqual([own.id, internal.id]);
    expect(first.headers.get('x-total')).toBeNull();
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(new URL(link).searchParams.get('id_after')).toBe(String(internal.id));
    expect(first.headers.get('links')).toBe(first.headers.get('link'));
    expect(ids(await find(owner.api, `${query}&id_after=${internal.id}`))).toEqual([open.id]);
  });

  it('rejects keyset pagination with another order', async () => {
    const { status, body } = await owner.api.get('/projects?pagination=keyset&order_by=name');
    expect(status).toBe(405);
    expect(body).toEqual({ error: 'Keyset pagination is not yet available for this type of request' });
  });

  it.each(['order_by=size', 'sort=up', 'visibility=all', 'min_access_level=15', 'per_page=0', 'archived=maybe'])(
    'rejects %s',
    async (query) => {
      const { status, body } = await owner.api.get(`/projects?${query}`);
      expect(status).toBe(400);
      expect(body.error).toMatch(/does not have a valid value|is invalid/);
    },
  );

  it('does not list a deleted project', async () => {
    const deleted = await createProject(owner.api, { name: unique(word) });
    expect(ids(await find(owner.api))).toContain(deleted.id);
    await owner.api.delete(`/projects/${deleted.id}`);
    expect(ids(await find(owner.api))).not.toContain(deleted.id);
  });
});
