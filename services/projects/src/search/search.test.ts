import { api, createUser, unique, type TestUser } from '@forgemesh/kit/testing';
import { ids, makeGroup, makeProject, type TestGroup, type TestProject } from '../testing/fixtures';

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
    group = await makeGroup(owner.api, { visibility: 'public' });
    const subgroup = await makeGroup(owner.api, { visibility: 'public', parent_id: group.id });
    hidden = await makeProject(owner.api, { name: `${word} hidden` });
    inside = await makeProject(owner.api, { name: `${word} inside`, namespace_id: subgroup.id, visibility: 'private' });
    open = await makeProject(owner.api, { description: `has ${word}`, namespace_id: group.id, visibility: 'public' });
  });

  describe('GET /search', () => {
    it('finds the projects that the caller may see, the newest first, in the simple fields', async () => {
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

    it.each([
      ['scope=everything&search=x', 'scope does not have a valid value'],
      ['search=x', 'scope is missing'],
      ['scope=projects', 'search is missing'],
      ['scope=projects&search=', 'search is empty'],
    ])('refuses %s', async (query, error) => {
      const { status, body } = await owner.api.get(`/search?${query}`);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('needs a user', async () => {
      expect((await api().get('/search?scope=projects&search=x')).status).toBe(401);
    });
  });

  describe('GET /groups/:id/search', () => {
    it('finds what is in the group and in those inside', async () => {
      const path = `/groups/${group.id}/search?scope=projects&search=${word}`;
      expect(ids(await owner.api.get(path))).toEqual([open.id, inside.id]);
      expect(ids(await stranger.api.get(path))).toEqual([open.id]);
    });

    it('hides a private group', async () => {
      const closed = await makeGroup(owner.api);
      const { status, body } = await stranger.api.get(`/groups/${closed.id}/search?scope=projects&search=x`);
      expect({ status, body }).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
    });
  });
});
