import {
  createUser,
  asRoot,
  createGroup,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

describe.each([
  ['archive', true],
  ['unarchive', false],
])('POST /projects/:id/%s', (action, archived) => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}/${action}`;
    if (!archived) await owner.api.post(`/projects/${project.id}/archive`);
  });

  it('returns the project, also for repeated requests', async () => {
    for (const ref of [project.id, encodeURIComponent(project.path_with_namespace)]) {
      const { status, body } = await owner.api.post(`/projects/${ref}/${action}`);
      expect(status).toBe(201);
      expect(body).toMatchObject({ id: project.id, archived, path_with_namespace: project.path_with_namespace });
      expect(body).not.toHaveProperty('permissions');
    }
    expect((await owner.api.get(`/projects?archived=${archived}&owned=true`)).body).toMatchObject([{ id: project.id }]);
  });

  it('requires the owner, an owner of an ancestor group or an administrator', async () => {
    expect((await asRoot().post(path)).status).toBe(201);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    const refused = await maintainer.api.post(path);
    expect({ status: refused.status, body: refused.body }).toEqual({ status: 403, body: { message: '403 Forbidden' } });
    const group = await createGroup(owner.api);
    const inside = await createProject(owner.api, { namespace_id: group.id });
    const other = await borrowMember(owner.api, `/groups/${group.id}`, 50);
    expect((await other.api.post(`/projects/${inside.id}/${action}`)).body.archived).toBe(archived);
  });

  it('returns 404 for a private project', async () => {
    const { status, body } = await (await borrowUser()).api.post(path);
    expect({ status, body }).toEqual({ status: 404, body: { message: '404 Project Not Found' } });
  });
});
