import {
  api,
  createUser,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

describe('GET /groups/:id/projects', () => {
  let owner: TestUser;
  let group: TestGroup;
  let own: TestProject;
  let open: TestProject;
  let deep: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { visibility: 'public' });
    const inner = await createGroup(owner.api, { parent_id: group.id, visibility: 'public' });
    own = await createProject(owner.api, { namespace_id: group.id });
    open = await createProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    deep = await createProject(owner.api, { namespace_id: inner.id, visibility: 'public' });
  });

  it('lists the projects of the group that the caller may see', async () => {
    expect(ids(await owner.api.get(`/groups/${group.id}/projects`))).toEqual([open.id, own.id]);
    const anonymous = await api().get(`/groups/${group.id}/projects`);
    expect(ids(anonymous)).toEqual([open.id]);
    expect(anonymous.body[0]).not.toHaveProperty('visibility');
  });

  it('returns each caller only what they may see, for concurrent requests and after changes', async () => {
    const [guest, stranger] = [await createMember(owner.api, `/groups/${group.id}`, 10), await createUser()];
    const shown = async (as: TestUser, query = ''): Promise<Record<string, unknown>> =>
      (await as.api.get(`/groups/${group.id}/projects?search=${open.path}${query}`)).body[0];
    const level = (access_level: number) => ({ group_access: { access_level } });
    for (let round = 0; round < 3; round++) {
      const [owners, guests, strangers, simple] = await Promise.all([
        shown(owner),
        shown(guest),
        shown(stranger),
        shown(owner, '&simple=true'),
      ]);
      expect(owners).toMatchObject({ id: open.id, permissions: level(50), build_git_strategy: 'fetch' });
      expect(guests).toMatchObject({ id: open.id, permissions: level(10) });
      expect(guests).not.toHaveProperty('build_git_strategy');
      expect(strangers).toMatchObject({ id: open.id, permissions: { group_access: null, project_access: null } });
      expect(simple).not.toHaveProperty('permissions');
    }
    const renamed = await owner.api.put(`/groups/${group.id}`, { name: unique('renamed') });
    expect(await shown(guest)).toMatchObject({ namespace: { name: renamed.body.name } });
    await owner.api.put(`/groups/${group.id}/members/${guest.id}`, { access_level: 20 });
    expect(await shown(guest)).toMatchObject({ permissions: level(20) });
    await owner.api.put(`/projects/${open.id}`, { description: 'another' });
    expect(await shown(stranger)).toMatchObject({ description: 'another' });
  });

  it('includes the projects of subgroups on request', async () => {
    const { headers, body } = await owner.api.get(
      `/groups/${group.id}/projects?include_subgroups=true&order_by=id&sort=asc&per_page=2`,
    );
    expect(body.map(({ id }: TestProject) => id)).toEqual([own.id, open.id]);
    expect(headers.get('x-total')).toBe('3');
    expect(ids(await owner.api.get(`/groups/${group.id}/projects?include_subgroups=true&search=${deep.path}`))).toEqual(
      [deep.id],
    );
  });

  it('filters', async () => {
    expect(ids(await owner.api.get(`/groups/${group.id}/projects?visibility=private`))).toEqual([own.id]);
    expect(ids(await owner.api.get(`/groups/${group.id}/projects?archived=true`))).toEqual([]);
  });

  it('returns 404 for a private group', async () => {
    const hidden = await createGroup(owner.api);
    expect((await api().get(`/groups/${hidden.id}/projects`)).status).toBe(404);
  });
});
