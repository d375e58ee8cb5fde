import {
  api,
  asRoot,
  createUser,
  unique,
  createMember,
  createGroup,
  createProject,
  type TestUser,
} from '@forgemesh/testing';

describe('POST /projects', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser();
  });

  it('rejects templates, which are not supported, and more than one origin', async () => {
    const create = (fields: object) => user.api.post('/projects', { name: unique('templated'), ...fields });
    expect(await create({ template_name: 'rails' })).toMatchObject({
      status: 400,
      body: { message: { template_name: ["'rails' is unknown or invalid"] } },
    });
    expect(await create({ template_project_id: 1 })).toMatchObject({
      status: 400,
      body: { message: { template_project_id: ['is unknown or invalid'] } },
    });
    expect(await create({ template_name: 'rails', import_url: 'https://example.com/a.git' })).toMatchObject({
      status: 400,
      body: { error: 'import_url, template_name are mutually exclusive' },
    });
    expect((await create({ template_name: '' })).status).toBe(201);
  });

  it('treats a blank name or path as absent', async () => {
    const path = unique('blank');
    const create = (fields: object) => user.api.post('/projects', fields);
    expect(await create({ name: '', path })).toMatchObject({ status: 201, body: { name: path, path } });
    const name = unique('Named');
    const named = { status: 201, body: { name, path: name.toLowerCase() } };
    expect(await create({ name, path: ' ' })).toMatchObject(named);
    const blank = { name: ["can't be blank"], path: ["can't be blank"], limit_reached: [] };
    expect(await create({ name: '', path: '' })).toMatchObject({ status: 400, body: { message: blank } });
  });

  it("creates a private project in the caller's namespace", async () => {
    const name = unique('My Project').replace('-', ' ');
    const { status, headers, body } = await user.api.post('/projects', { name, description: 'Text', tag_list: [] });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    const path = name.toLowerCase().replaceAll(' ', '-');
    expect(body).toMatchObject({
      name,
      path,
      description: 'Text',
      path_with_namespace: `${user.username}/${path}`,
      name_with_namespace: `Name of ${user.username} / ${name}`,
      visibility: 'private',
      default_branch: null,
      empty_repo: true,
      readme_url: null,
      archived: false,
      creator_id: user.id,
      merge_method: 'merge',
      tag_list: [],
      star_count: 0,
      forks_count: 0,
      open_issues_count: 0,
      shared_with_groups: [],
      owner: { id: user.id, username: user.username },
      namespace: { kind: 'user', path: user.username, full_path: user.username, parent_id: null },
      _links: { self: expect.stringMatching(/\/api\/v4\/projects\/\d+$/) },
    });
    expect(body.http_url_to_repo).toBe(`${body.web_url}.git`);
    expect(body.runners_token).toEqual(expect.any(String));
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).not.toHaveProperty('permissions');
    expect(body).not.toHaveProperty('repository_storage');
  });

  it('uses the storage that an administrator selects', async () => {
    const created = await asRoot().post('/projects', { name: unique('stored'), repository_storage: 'default' });
    expect([created.status, created.body.repository_storage]).toEqual([201, 'default']);
    for (const path of ['/projects', `/projects/user/${user.id}`]) {
      const refused = await asRoot().post(path, { name: unique('stored'), repository_storage: 'moon' });
      const message = { repository_storage: ['is not included in the list'], limit_reached: [] };
      expect([refused.status, refused.body]).toEqual([400, { message }]);
    }
    // Other users cannot set the parameter; it is ignored.
    expect((await user.api.post('/projects', { name: unique('stored'), repository_storage: 'moon' })).status).toBe(201);
  });

  it('takes the name from the path', async () => {
    const path = unique('Only.Path');
    const { body } = await user.api.post('/projects', { path });
    expect(body).toMatchObject({ name: path, path });
  });

  it('initializes the repository with a README', async () => {
    const project = await createProject(user.api, { initialize_with_readme: true });
    expect(project).toMatchObject({ default_branch: 'master', empty_repo: false });
    expect(project['readme_url']).toBe(`${project['web_url']}/-/blob/master/README.md`);
  });

  it('stores the given settings', async () => {
    const settings = {
      issues_access_level: 'private',
      wiki_access_level: 'disabled',
      merge_method: 'ff',
      build_timeout: '3600',
      only_allow_merge_if_pipeline_succeeds: true,
      tag_list: 'a, b',
      snippets_enabled: false,
    };
    expect(await createProject(user.api, settings)).toMatchObject({
      issues_access_level: 'private',
      issues_enabled: true,
      wiki_access_level: 'disabled',
      wiki_enabled: false,
      snippets_access_level: 'disabled',
      merge_method: 'ff',
      build_timeout: 3600,
      only_allow_merge_if_pipeline_succeeds: true,
      tag_list: ['a', 'b'],
    });
  });

  it('requires a name or a path', async () => {
    const { status, body } = await user.api.post('/projects', {});
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'name, path are missing, at least one parameter must be provided' });
  });

  it('rejects anonymous callers', async () => {
    expect((await api().post('/projects', { name: 'x' })).status).toBe(401);
  });

  it('rejects a name that is taken', async () => {
    const { name } = await createProject(user.api);
    const { status, body } = await user.api.post('/projects', { name });
    expect(status).toBe(400);
    expect(body).toEqual({
      message: { name: ['has already been taken'], path: ['has already been taken'], limit_reached: [] },
    });
  });

  it('gives a path, case-insensitive, to exactly one of several concurrent requests', async () => {
    const path = unique('Race');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        user.api.post('/projects', { name: `${path}-${number}`, path: number % 2 ? path : path.toLowerCase() }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    for (const { status, body } of responses) {
      if (status === 400) expect(body.message.path).toEqual(['has already been taken']);
    }
  });

  it.each([
    ['a reserved path', { path: 'blob' }, 'path', 'is a reserved name'],
    ['a path that ends in .git', { path: 'x.git' }, 'path', expect.stringContaining('can contain only')],
    ['a path with a slash', { path: 'a/b' }, 'path', expect.stringContaining('can contain only')],
    ['dots alone', { path: '..' }, 'path', expect.stringContaining('can contain only')],
    ['a leading dash', { path: '-x' }, 'path', expect.stringContaining('can contain only')],
    ['control characters', { name: 'a\u0007b' }, 'name', expect.stringContaining('can contain only')],
    ['characters that turn the text around', { name: 'a\u202Eb' }, 'name', expect.stringContaining('can contain only')],
    ['a blank name', { name: ' ' }, 'name', "can't be blank"],
    ['a name of a megabyte', { name: 'n'.repeat(1_000_000) }, 'name', 'is too long (maximum is 255 characters)'],
    [
      'a long description',
      { name: 'd', description: 'd'.repeat(2001) },
      'description',
      expect.stringContaining('2000'),
    ],
  ])('rejects %s', async (_what, fields, field, text) => {
    const { status, body } = await user.api.post('/projects', fields);
    expect(status).toBe(400);
    expect(body.message[field]).toEqual([text]);
  });

  it('rejects text that is not valid Unicode', async () => {
    const { status, body } = await user.api.post('/projects', '{"name":"\\ud800"}', {
      'Content-Type': 'application/json',
    });
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'name is invalid' });
  });

  it.each([
    ['visibility', 'secret'],
    ['merge_method', 'squash'],
    ['issues_access_level', 'public'],
  ])('rejects an unknown %s', async (field, value) => {
    const { status, body } = await user.api.post('/projects', { name: 'x', [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ error: `${field} does not have a valid value` });
  });

  it('rejects another project beyond the limit of the user', async () => {
    const limited = await createUser({ projects_limit: 1 });
    await createProject(limited.api);
    const { status, body } = await limited.api.post('/projects', { name: 'second' });
    expect(status).toBe(403);
    expect(body).toEqual({
      error: ['Your project limit is 1 projects! Please contact your administrator to increase it'],
    });
    const none = await createUser({ projects_limit: 0 });
    const refused = await none.api.post('/projects', { name: 'first' });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toEqual([
      'Personal project creation is not allowed. Please contact your administrator with questions',
    ]);
  });

  describe('in a group', () => {
    it('is allowed for the members that the group lets create projects', async () => {
      const group = await createGroup(user.api, { project_creation_level: 'maintainer' });
      const developer = await createMember(user.api, `/groups/${group.id}`, 30);
      const maintainer = await createMember(user.api, `/groups/${group.id}`, 40);
      const refused = await developer.api.post('/projects', { name: 'x', namespace_id: group.id });
      expect(refused.status).toBe(400);
      expect(refused.body).toEqual({ message: { namespace: ['is not valid'] } });
      const project = await createProject(maintainer.api, { namespace_id: group.id });
      expect(project).toMatchObject({
        path_with_namespace: `${group.path}/${project.path}`,
        namespace: { id: group.id, kind: 'group', full_path: group.path },
      });
      expect(project).not.toHaveProperty('owner');
    });

    it('is allowed for administrators only if the group lets nobody create projects', async () => {
      const group = await createGroup(user.api, { project_creation_level: 'noone' });
      expect((await user.api.post('/projects', { name: 'x', namespace_id: group.id })).status).toBe(400);
      expect((await asRoot().post('/projects', { name: 'x', namespace_id: group.id })).status).toBe(201);
    });

    it('returns the same error for an unreadable and a missing group', async () => {
      const group = await createGroup((await createUser()).api);
      for (const id of [group.id, 999_999_999]) {
        const { status, body } = await user.api.post('/projects', { name: 'x', namespace_id: id });
        expect({ status, body }).toEqual({ status: 400, body: { message: { namespace: ['is not valid'] } } });
      }
    });

    it('is never more visible than the group', async () => {
      const group = await createGroup(user.api, { visibility: 'private' });
      const { status, body } = await user.api.post('/projects', {
        name: unique('wide'),
        namespace_id: group.id,
        visibility: 'public',
      });
      expect(status).toBe(400);
      expect(body.message.visibility_level).toEqual(['Public is not allowed in a private group.']);
    });

    it('cannot use the path of a subgroup', async () => {
      const group = await createGroup(user.api);
      const inner = await createGroup(user.api, { parent_id: group.id });
      const { status, body } = await user.api.post('/projects', { path: inner.path, namespace_id: group.id });
      expect(status).toBe(400);
      expect(body.message.path).toEqual(['has already been taken']);
    });
  });
});
