import { asRoot, createUser, createGroup, createProject } from '@forgemesh/testing';

describe('POST /groups/:id/projects/:project_id', () => {
  it('moves the project with its path', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const project = await createProject(owner.api);
    const ref = encodeURIComponent(project.path_with_namespace);
    const { status, body } = await asRoot().post(`/groups/${group.id}/projects/${ref}`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: group.id, projects: [{ id: project.id }] });
    const moved = await owner.api.get(`/projects/${project.id}`);
    expect(moved.body).toMatchObject({
      path_with_namespace: `${group.path}/${project.path}`,
      permissions: { project_access: { access_level: 40 }, group_access: { access_level: 50 } },
    });
    expect(moved.body).not.toHaveProperty('owner');
    expect((await owner.api.get(`/projects/${ref}`)).status).toBe(301);
    expect((await owner.api.post('/projects', { path: project.path })).status).toBe(201);
  });

  it('rejects a path that the group already has, and a project wider than the group', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const project = await createProject(owner.api);
    await createProject(owner.api, { namespace_id: group.id, path: project.path });
    const taken = await asRoot().post(`/groups/${group.id}/projects/${project.id}`);
    expect(taken.status).toBe(400);
    expect(taken.body.message).toBe(
      'Failed to transfer project {:new_namespace=>["Project with same name or path in target namespace already exists"]}',
    );
    const open = await createProject(owner.api, { visibility: 'public' });
    expect((await asRoot().post(`/groups/${group.id}/projects/${open.id}`)).status).toBe(400);
    expect((await owner.api.get(`/projects/${open.id}`)).body.path_with_namespace).toBe(open.path_with_namespace);
  });

  it('requires an administrator', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const project = await createProject(owner.api);
    expect((await owner.api.post(`/groups/${group.id}/projects/${project.id}`)).status).toBe(403);
  });
});
