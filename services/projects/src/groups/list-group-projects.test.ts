import { api, createUser, type TestUser } from '@forgemesh/kit/testing';
import { ids, makeGroup, makeProject, type TestGroup, type TestProject } from '../testing/fixtures';

describe('GET /groups/:id/projects', () => {
  let owner: TestUser;
  let group: TestGroup;
  let own: TestProject;
  let open: TestProject;
  let deep: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    group = await makeGroup(owner.api, { visibility: 'public' });
    const inner = await makeGroup(owner.api, { parent_id: group.id, visibility: 'public' });
    own = await makeProject(owner.api, { namespace_id: group.id });
    open = await makeProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    deep = await makeProject(owner.api, { namespace_id: inner.id, visibility: 'public' });
  });

  it('lists the projects of the group that the caller may see', async () => {
    expect(ids(await owner.api.get(`/groups/${group.id}/projects`))).toEqual([open.id, own.id]);
    const anonymous = await api().get(`/groups/${group.id}/projects`);
    expect(ids(anonymous)).toEqual([open.id]);
    expect(anonymous.body[0]).not.toHaveProperty('visibility');
  });

  it('takes the groups inside along on demand', async () => {
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

  it('hides a private group', async () => {
    const hidden = await makeGroup(owner.api);
    expect((await api().get(`/groups/${hidden.id}/projects`)).status).toBe(404);
  });
});
