import {
  asRoot,
  createUser,
  waitFor,
  createMember,
  createGroup,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
} from '@forgemesh/testing';

describe('DELETE /projects/:id', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  it('removes the project and releases its path', async () => {
    const project = await createProject(owner.api);
    const { status, body } = await owner.api.delete(`/projects/${project.id}`);
    expect({ status, body }).toEqual({ status: 202, body: { message: '202 Accepted' } });
    expect((await owner.api.get(`/projects/${project.id}`)).status).toBe(404);
    expect((await owner.api.delete(`/projects/${project.id}`)).status).toBe(404);
    expect((await owner.api.post('/projects', { name: project['name'], path: project.path })).status).toBe(201);
  });

  it('requires the owner', async () => {
    const project = await createProject(owner.api);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    expect((await maintainer.api.delete(`/projects/${project.id}`)).status).toBe(403);
    expect((await (await borrowUser()).api.delete(`/projects/${project.id}`)).status).toBe(404);
  });

  it('is allowed for owners of ancestor groups', async () => {
    const group = await createGroup(owner.api);
    const project = await createProject(owner.api, { namespace_id: group.id });
    const other = await borrowMember(owner.api, `/groups/${group.id}`, 50);
    expect((await other.api.delete(`/projects/${project.id}`)).status).toBe(202);
  });

  it('is rejected if the project has changed in the meantime', async () => {
    const project = await createProject(owner.api);
    const before = { 'If-Unmodified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' };
    const { status, body } = await owner.api.delete(`/projects/${project.id}`, undefined, before);
    expect({ status, body }).toEqual({ status: 412, body: { message: '412 Precondition Failed' } });
    expect((await owner.api.get(`/projects/${project.id}`)).status).toBe(200);
  });

  it('removes the memberships', async () => {
    const project = await createProject(owner.api, { visibility: 'public' });
    const member = await createMember(owner.api, `/projects/${project.id}`, 30);
    await owner.api.delete(`/projects/${project.id}`);
    await waitFor(
      () => member.api.get('/projects?membership=true'),
      ({ body }) => body.length === 0,
    );
  });

  it('marks the project if the instance has a grace period', async () => {
    const project = await createProject(owner.api);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    await asRoot().put('/application/settings', { deletion_adjourned_period: 7 });
    try {
      expect((await owner.api.delete(`/projects/${project.id}`)).status).toBe(202);
      const first = await owner.api.get(`/projects/${project.id}`);
      const today = new Date().toISOString().slice(0, 10);
      expect(first.body).toMatchObject({
        archived: true,
        marked_for_deletion_at: today,
        marked_for_deletion_on: today,
      });
      expect((await owner.api.delete(`/projects/${project.id}`)).status).toBe(202);
      expect((await maintainer.api.get(`/projects/${project.id}`)).body.archived).toBe(true);
      expect((await owner.api.post('/projects', { path: project.path, name: 'other' })).status).toBe(400);
    } finally {
      await asRoot().put('/application/settings', { deletion_adjourned_period: 0 });
    }
  });
});
