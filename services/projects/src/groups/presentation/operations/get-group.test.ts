import {
  api,
  asRoot,
  createUser,
  createMember,
  createGroup,
  createProject,
  borrowMember,
  type TestUser,
  type TestGroup,
} from '@forgemesh/testing';

describe('GET /groups/:id', () => {
  let owner: TestUser;
  let group: TestGroup;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
  });

  it('finds a group by id and by full path, case-insensitive, with its projects', async () => {
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const project = await createProject(owner.api, { namespace_id: inner.id });
    for (const ref of [
      inner.id,
      encodeURIComponent(inner.full_path),
      encodeURIComponent(inner.full_path.toUpperCase()),
    ]) {
      const { status, body } = await owner.api.get(`/groups/${ref}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: inner.id,
        parent_id: group.id,
        projects: [{ id: project.id }],
        shared_projects: [],
      });
      expect(body.projects[0]).not.toHaveProperty('permissions');
    }
  });

  it('leaves out the projects on request', async () => {
    const { body } = await owner.api.get(`/groups/${group.id}?with_projects=false`);
    expect(body).not.toHaveProperty('projects');
    expect(body).not.toHaveProperty('shared_projects');
  });

  it('shows the runner token to owners only', async () => {
    const maintainer = await borrowMember(owner.api, `/groups/${group.id}`, 40);
    expect((await owner.api.get(`/groups/${group.id}`)).body.runners_token).toEqual(expect.any(String));
    expect((await asRoot().get(`/groups/${group.id}`)).body.runners_token).toEqual(expect.any(String));
    expect((await maintainer.api.get(`/groups/${group.id}`)).body).not.toHaveProperty('runners_token');
  });

  it('returns 404 for a private group', async () => {
    const stranger = await createUser();
    for (const client of [stranger.api, api()]) {
      const { status, body } = await client.get(`/groups/${group.id}`);
      expect({ status, body }).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
    }
  });

  it('does not return the namespace of a user', async () => {
    expect((await asRoot().get(`/groups/${owner.username}`)).status).toBe(404);
  });

  it('lets members of anything inside read the group', async () => {
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const project = await createProject(owner.api, { namespace_id: inner.id });
    const ofProject = await createMember(owner.api, `/projects/${project.id}`, 10);
    const ofInner = await createMember(owner.api, `/groups/${inner.id}`, 10);
    for (const member of [ofProject, ofInner]) {
      expect((await member.api.get(`/groups/${group.id}`)).status).toBe(200);
      expect((await member.api.put(`/groups/${group.id}`, { name: 'x' })).status).toBe(403);
    }
    const seen = await ofProject.api.get(`/groups/${group.id}`);
    expect(seen.body.projects).toEqual([]);
  });

  it('shows only the projects that the caller may see', async () => {
    const open = await createGroup(owner.api, { visibility: 'public' });
    await createProject(owner.api, { namespace_id: open.id });
    const visible = await createProject(owner.api, { namespace_id: open.id, visibility: 'public' });
    const { body } = await api().get(`/groups/${open.id}`);
    expect(body.projects).toMatchObject([{ id: visible.id }]);
    expect(body.projects[0]).not.toHaveProperty('visibility');
  });
});
