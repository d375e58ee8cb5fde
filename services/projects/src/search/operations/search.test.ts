import {
  api,
  createUser,
  unique,
  ids,
  createGroup,
  createProject,
  addMember,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

describe('search', () => {
  const word = unique('Needle');
  let owner: TestUser;
  let stranger: TestUser;
  let group: TestGroup;
  let hidden: TestProject;
  let inside: TestProject;
  let open: TestProject;
  beforeAll(async () => {
    [owner, stranger] = [await createUser(), await createUser()];
    group = await createGroup(owner.api, { visibility: 'public' });
    const subgroup = await createGroup(owner.api, { visibility: 'public', parent_id: group.id });
    hidden = await createProject(owner.api, { name: `${word} hidden` });
    inside = await createProject(owner.api, {
      name: `${word} inside`,
      namespace_id: subgroup.id,
      visibility: 'private',
    });
    open = await createProject(owner.api, { description: `has ${word}`, namespace_id: group.id, visibility: 'public' });
  });

  describe('GET /search', () => {
    it('finds the projects that the caller may see, newest first, with the simple fields', async () => {
      const { status, body, headers } = await owner.api.get(`/search?scope=projects&search=${word.toLowerCase()}`);
      expect(status).toBe(200);
      expect(ids({ body } as never)).toEqual([open.id, inside.id, hidden.id]);
      expect(headers.get('x-total')).toBe('3');
      expect(body[0]).toMatchObject({ path_with_namespace: open.path_with_namespace, namespace: { id: group.id } });
      expect(body[0]).not.toHaveProperty('visibility');
      expect(ids(await stranger.api.get(`/search?scope=projects&search=${word}`))).toEqual([open.id]);
      const second = await owner.api.get(`/search?scope=projects&search=${word}&per_page=1&page=2`);
      expect(ids(second)).toEqual([inside.id]);
    });

    it('finds snippets by title and file name that the caller may read', async () => {
      const text = { content: 'x', file_name: 'a.txt' };
      const created = async (at: string, body: object): Promise<number> => {
        const response = await owner.api.post(`${at}/snippets`, { title: 'A snippet', ...text, ...body });
        expect(response.status).toBe(201);
        return response.body.id;
      };
      const [title, shared] = [unique('Snip'), { visibility: 'public' }];
      const own = await created('', { title, visibility: 'private' });
      const inHidden = await created(`/projects/${hidden.id}`, { file_name: `${title}.md`, ...shared });
      const inOpen = await created(`/projects/${open.id}`, { title: `a ${title}`, ...shared });
      const path = `/search?scope=snippet_titles&search=${title.toLowerCase()}`;
      const mine = await owner.api.get(path);
      expect(ids(mine)).toEqual([inOpen, inHidden, own]);
      expect(mine.headers.get('x-total')).toBe('3');
      expect(mine.body[1]).toMatchObject({ title: 'A snippet', file_name: `${title}.md`, project_id: hidden.id });
      expect(mine.body[1]).not.toHaveProperty('search_text');
      expect(ids(await stranger.api.get(path))).toEqual([inOpen]);
      expect((await owner.api.put(`/snippets/${own}`, { title: 'Another' })).status).toBe(200);
      expect(ids(await owner.api.get(path))).toEqual([inOpen, inHidden]);
    });

    it.each([
      ['scope=everything&search=x', 'scope does not have a valid value'],
      ['search=x', 'scope is missing'],
      ['scope=projects', 'search is missing'],
      ['scope=projects&search=', 'search is empty'],
    ])('rejects %s', async (query, error) => {
      const { status, body } = await owner.api.get(`/search?${query}`);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('requires a signed-in user', async () => {
      expect((await api().get('/search?scope=projects&search=x')).status).toBe(401);
    });
  });

  describe('GET /groups/:id/search', () => {
    it('finds objects in the group and its subgroups', async () => {
      const path = `/groups/${group.id}/search?scope=projects&search=${word}`;
      expect(ids(await owner.api.get(path))).toEqual([open.id, inside.id]);
      expect(ids(await stranger.api.get(path))).toEqual([open.id]);
    });

    it('supports the older path', async () => {
      const path = `/groups/${group.id}/-/search?scope=projects&search=${word}`;
      expect(ids(await owner.api.get(path))).toEqual([open.id, inside.id]);
    });

    it('finds members of the group, its ancestors and the subgroups that the caller may see', async () => {
      const [ancestorIds, below, closed] = [await createUser(), await createUser(), await createUser()];
      const middle = await createGroup(owner.api, { visibility: 'public', parent_id: group.id });
      const visible = await createGroup(owner.api, { visibility: 'public', parent_id: middle.id });
      const secret = await createGroup(owner.api, { visibility: 'private', parent_id: middle.id });
      for (const [{ id }, user] of [
        [group, ancestorIds],
        [visible, below],
        [secret, closed],
      ] as const)
        await addMember(owner.api, `/groups/${id}`, user, 20);
      const found = (as: TestUser, search: string) =>
        as.api.get(`/groups/${middle.id}/search?scope=users&search=${search}`);
      const names = [ancestorIds, below, closed].map(({ username }) => username);
      expect((await found(owner, names[0] ?? '')).body).toEqual([
        { ...(await found(owner, names[0] ?? '')).body[0], id: ancestorIds.id, username: names[0], state: 'active' },
      ]);
      expect(ids(await found(stranger, names[1] ?? ''))).toEqual([below.id]);
      expect(ids(await found(stranger, names[2] ?? ''))).toEqual([]);
      expect(ids(await found(owner, names[2] ?? ''))).toEqual([closed.id]);
      expect(ids(await found(owner, stranger.username))).toEqual([]);
    });

    it('returns 404 for a private group', async () => {
      const closed = await createGroup(owner.api);
      const { status, body } = await stranger.api.get(`/groups/${closed.id}/search?scope=projects&search=x`);
      expect({ status, body }).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
    });
  });

  describe('GET /projects/:id/search', () => {
    it('finds users with access', async () => {
      const at = (project: TestProject, search: string) =>
        `/projects/${project.id}/search?scope=users&search=${search}`;
      const { status, body } = await owner.api.get(at(inside, owner.username.toUpperCase()));
      expect([status, body]).toMatchObject([200, [{ id: owner.id, username: owner.username, state: 'active' }]]);
      const { body: older } = await owner.api.get(at(inside, owner.username).replace('/search', '/-/search'));
      expect(older).toEqual(body);
      expect((await owner.api.get(at(inside, stranger.username))).body).toEqual([]);
      expect(await stranger.api.get(at(hidden, 'x'))).toMatchObject({ status: 404 });
    });
  });
});
