import {
  asRoot,
  createUser,
  unique,
  createGroup,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

describe('PUT /projects/:id', () => {
  let owner: TestUser;
  let project: TestProject;
  beforeAll(async () => {
    owner = await createUser();
  });
  beforeEach(async () => {
    project = await createProject(owner.api);
  });

  it('changes only the given fields', async () => {
    const { status, body } = await owner.api.put(`/projects/${project.id}`, {
      description: 'New',
      merge_method: 'rebase_merge',
      issues_enabled: 'false',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: project['name'],
      path: project.path,
      visibility: 'private',
      description: 'New',
      merge_method: 'rebase_merge',
      issues_access_level: 'disabled',
      issues_enabled: false,
    });
    expect(body).not.toHaveProperty('permissions');
    expect(new Date(body.last_activity_at).getTime()).toBe(new Date(project['last_activity_at'] as string).getTime());
  });

  it('changes the topics under both names', async () => {
    const path = `/projects/${project.id}`;
    const topicsOf = async (fields: object) => {
      const { body } = await owner.api.put(path, fields);
      expect(body.tag_list).toEqual(body.topics);
      return body.topics;
    };
    expect(await topicsOf({ topics: ['a', 'b', 'a'] })).toEqual(['a', 'b']);
    expect(await topicsOf({ tag_list: 'c,d' })).toEqual(['c', 'd']);
    expect(await topicsOf({ topics: 'e', tag_list: ['f'] })).toEqual(['e']);
    expect(await topicsOf({ topics: [] })).toEqual([]);
    expect((await owner.api.get(path)).body).toMatchObject({ topics: [], tag_list: [] });
  });

  it('changes the squash option, and accepts that pages are disabled', async () => {
    const path = `/projects/${project.id}`;
    expect(project).toMatchObject({ squash_option: 'default_off', pages_access_level: 'disabled' });
    const changed = await owner.api.put(path, { squash_option: 'always' });
    expect(changed).toMatchObject({ status: 200, body: { squash_option: 'always' } });
    expect((await owner.api.get(path)).body).toMatchObject({ squash_option: 'always' });
    expect(await owner.api.put(path, { squash_option: 'sometimes' })).toMatchObject({
      status: 400,
      body: { error: 'squash_option does not have a valid value' },
    });
    expect((await owner.api.put(path, { pages_access_level: 'disabled' })).status).toBe(200);
    expect(await owner.api.put(path, { pages_access_level: 'private' })).toMatchObject({
      status: 400,
      body: { error: 'pages_access_level does not have a valid value' },
    });
  });

  it('moves to another storage, for administrators only', async () => {
    const path = `/projects/${project.id}`;
    const refused = await asRoot().put(path, { repository_storage: 'moon', description: 'New' });
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: { repository_storage: ['is not included in the list'] } },
    ]);
    const ignored = await owner.api.put(path, { repository_storage: 'moon' });
    expect(ignored.status).toBe(200);
    expect(ignored.body).not.toHaveProperty('repository_storage');
    // The project is at this storage already, so nothing is moved.
    const unchanged = await asRoot().put(path, { repository_storage: 'default' });
    expect([unchanged.status, unchanged.body.repository_storage, unchanged.body.description]).toEqual([
      200,
      'default',
      null,
    ]);
    const { body: jobs } = await asRoot().get('/admin/jobs?kind=storage_move&per_page=100');
    expect((jobs as { project_id: number }[]).filter(({ project_id: id }) => id === project.id)).toEqual([]);
    const stranger = await borrowUser();
    expect((await stranger.api.put(path, { repository_storage: 'default' })).status).toBe(404);
  });

  it('clears a description with null', async () => {
    await owner.api.put(`/projects/${project.id}`, { description: 'Old' });
    const { body } = await owner.api.put(`/projects/${project.id}`, { description: null });
    expect(body.description).toBeNull();
  });

  it('moves to a new path and releases the old one', async () => {
    const path = unique('moved');
    const { body } = await owner.api.put(`/projects/${project.id}`, { path });
    expect(body).toMatchObject({ path, path_with_namespace: `${owner.username}/${path}`, name: project['name'] });
    expect((await owner.api.get(`/projects/${encodeURIComponent(project.path_with_namespace)}`)).status).toBe(301);
    expect((await owner.api.post('/projects', { path: project.path, name: unique('n') })).status).toBe(201);
  });

  it('changes the case of its own path', async () => {
    const { status, body } = await owner.api.put(`/projects/${project.id}`, { path: project.path.toUpperCase() });
    expect({ status, path: body.path }).toEqual({ status: 200, path: project.path.toUpperCase() });
  });

  it('is found by its new name', async () => {
    const name = unique('renamed');
    await owner.api.put(`/projects/${project.id}`, { name });
    const { body } = await owner.api.get(`/projects?search=${name}`);
    expect(body).toMatchObject([{ id: project.id, name }]);
  });

  it('rejects a path or name of another project', async () => {
    const other = await createProject(owner.api);
    const moved = await owner.api.put(`/projects/${project.id}`, { path: other.path.toUpperCase() });
    expect(moved.status).toBe(400);
    expect(moved.body).toEqual({ message: { path: ['has already been taken'], limit_reached: [] } });
    const renamed = await owner.api.put(`/projects/${project.id}`, { name: other['name'] });
    expect(renamed.body).toEqual({ message: { name: ['has already been taken'], limit_reached: [] } });
  });

  it('gives a path to one of two projects', async () => {
    const other = await createProject(owner.api);
    const path = unique('wanted');
    const responses = await Promise.all([project, other].map(({ id }) => owner.api.put(`/projects/${id}`, { path })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('requires a field to change', async () => {
    const { status, body } = await owner.api.put(`/projects/${project.id}`, {});
    expect(status).toBe(400);
    expect(body.error).toMatch(/^name, path, default_branch, .* are missing, at least one parameter must be provided$/);
  });

  it('requires a maintainer, and an owner for name and visibility', async () => {
    const developer = await borrowMember(owner.api, `/projects/${project.id}`, 30);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    const stranger = await borrowUser();
    const path = `/projects/${project.id}`;
    expect((await stranger.api.put(path, { description: 'x' })).status).toBe(404);
    expect((await developer.api.put(path, { description: 'x' })).status).toBe(403);
    expect((await maintainer.api.put(path, { description: 'x' })).status).toBe(200);
    expect((await maintainer.api.put(path, { name: 'x' })).body).toEqual({ message: '403 Forbidden' });
    expect((await maintainer.api.put(path, { visibility: 'public' })).status).toBe(403);
    expect((await owner.api.put(path, { visibility: 'public' })).body.visibility).toBe('public');
  });

  it('changes access with the visibility', async () => {
    const stranger = await borrowUser();
    await owner.api.put(`/projects/${project.id}`, { visibility: 'internal' });
    expect((await stranger.api.get(`/projects/${project.id}`)).status).toBe(200);
    await owner.api.put(`/projects/${project.id}`, { visibility: 'private' });
    expect((await stranger.api.get(`/projects/${project.id}`)).status).toBe(404);
  });

  it('rejects a visibility wider than that of the group', async () => {
    const group = await createGroup(owner.api, { visibility: 'internal' });
    const inside = await createProject(owner.api, { namespace_id: group.id });
    const { status, body } = await owner.api.put(`/projects/${inside.id}`, { visibility: 'public' });
    expect(status).toBe(400);
    expect(body).toEqual({ message: { visibility_level: ['Public is not allowed in a internal group.'] } });
  });

  it('limits access to merge requests to that of the repository', async () => {
    const { body } = await owner.api.put(`/projects/${project.id}`, { repository_access_level: 'disabled' });
    expect(body).toMatchObject({ repository_access_level: 'disabled', merge_requests_enabled: false });
  });

  it('rejects a default branch that does not exist', async () => {
    const started = await createProject(owner.api, { initialize_with_readme: true });
    for (const { id } of [project, started]) {
      const { status, body } = await owner.api.put(`/projects/${id}`, { default_branch: 'nowhere' });
      expect(status).toBe(400);
      expect(body.message.base).toEqual(["Could not change HEAD: branch 'nowhere' does not exist"]);
    }
  });

  it('changes the default branch', async () => {
    const started = await createProject(owner.api, { initialize_with_readme: true });
    const branch = await owner.api.post(`/projects/${started.id}/repository/branches?branch=next&ref=master`);
    expect(branch.status).toBe(201);
    const { status, body } = await owner.api.put(`/projects/${started.id}`, { default_branch: 'next' });
    expect({ status, branch: body.default_branch }).toEqual({ status: 200, branch: 'next' });
  });
});
