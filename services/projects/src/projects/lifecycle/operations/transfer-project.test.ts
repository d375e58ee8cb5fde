import {
  asRoot,
  createUser,
  waitFor,
  addMember,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowMember,
  type TestUser,
  type TestGroup,
} from '@forgemesh/testing';

const refused = (reason: string) => ({
  status: 400,
  body: { message: `Failed to transfer project {:new_namespace=>["${reason}"]}` },
});

describe('PUT /projects/:id/transfer', () => {
  let owner: TestUser;
  let group: TestGroup;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
  });

  async function transfer(as: TestUser, id: number, namespace: unknown) {
    const { status, body } = await as.api.put(`/projects/${id}/transfer`, { namespace });
    return { status, body };
  }

  it('moves the project to a namespace given by path or id; rights and URLs follow', async () => {
    const target = await createGroup(owner.api, { parent_id: group.id });
    const project = await createProject(owner.api, { namespace_id: group.id });
    const before = await borrowMember(owner.api, `/groups/${group.id}`, 20);
    const other = await createGroup(owner.api);
    const after = await borrowMember(owner.api, `/groups/${other.id}`, 20);
    const { status, body } = await transfer(owner, project.id, target.full_path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      path_with_namespace: `${target.full_path}/${project.path}`,
      http_url_to_repo: expect.stringContaining(`/${target.full_path}/${project.path}.git`),
      namespace: { id: target.id, full_path: target.full_path },
    });
    expect(body).not.toHaveProperty('permissions');
    expect(body.last_activity_at > (project['last_activity_at'] as string)).toBe(true);
    expect((await before.api.get(`/projects/${project.id}`)).status).toBe(200);
    expect((await after.api.get(`/projects/${project.id}`)).status).toBe(404);
    expect((await transfer(owner, project.id, other.id)).status).toBe(200);
    expect((await before.api.get(`/projects/${project.id}`)).status).toBe(404);
    expect((await after.api.get(`/projects/${project.id}`)).status).toBe(200);
    expect(ids(await after.api.get(`/groups/${other.id}/projects`))).toEqual([project.id]);
    const old = encodeURIComponent(project.path_with_namespace);
    expect((await owner.api.get(`/projects/${old}`)).status).toBe(301);
    expect((await owner.api.post('/projects', { path: project.path, namespace_id: group.id })).status).toBe(201);
  });

  it('makes the owner of a personal namespace owner and lists that user as maintainer', async () => {
    const project = await createProject(owner.api, { namespace_id: group.id });
    const user = await createUser();
    await addMember(owner.api, `/groups/${group.id}`, user, 50);
    const { status, body } = await transfer(user, project.id, user.username);
    expect(status).toBe(200);
    expect(body).toMatchObject({ owner: { id: user.id }, path_with_namespace: `${user.username}/${project.path}` });
    expect((await user.api.get(`/projects/${project.id}/members`)).body).toMatchObject([
      { id: user.id, access_level: 40 },
    ]);
    expect((await owner.api.get(`/projects/${project.id}`)).status).toBe(404);
  });

  it('rejects the current namespace, a taken name or path, and a less visible namespace', async () => {
    const project = await createProject(owner.api, { visibility: 'public' });
    expect(await transfer(owner, project.id, owner.username)).toEqual(refused('Project is already in this namespace.'));
    expect(await transfer(owner, project.id, group.id)).toEqual(refused('Transfer failed, please contact an admin.'));
    const taken = refused('Project with same name or path in target namespace already exists');
    const same = await createProject(owner.api);
    await createProject(owner.api, { namespace_id: group.id, path: same.path, name: `${same.path}-x` });
    expect(await transfer(owner, same.id, group.id)).toEqual(taken);
    const named = await createProject(owner.api);
    await createProject(owner.api, { namespace_id: group.id, path: `${named.path}-x`, name: named['name'] });
    expect(await transfer(owner, named.id, group.id)).toEqual(taken);
    const { body } = await owner.api.get(`/projects/${same.id}`);
    expect(body.path_with_namespace).toBe(same.path_with_namespace);
  });

  it('rejects a caller who is not an owner in the same way for every namespace', async () => {
    const project = await createProject(owner.api);
    const maintainer = await createMember(owner.api, `/projects/${project.id}`, 40);
    const hidden = await createGroup(asRoot());
    for (const namespace of [maintainer.username, group.id, hidden.id, 999_999_999, 'no/where'])
      expect(await transfer(maintainer, project.id, namespace)).toEqual({
        status: 403,
        body: { message: '403 Forbidden' },
      });
  });

  it('requires the owner and the right to create projects in the target', async () => {
    const project = await createProject(owner.api);
    const maintainer = await createMember(owner.api, `/projects/${project.id}`, 40);
    expect(await transfer(maintainer, project.id, maintainer.username)).toMatchObject({ status: 403 });
    expect(await transfer(await createUser(), project.id, group.id)).toEqual({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
    const other = await createUser();
    const theirs = await createGroup(other.api, { visibility: 'public' });
    expect(await transfer(owner, project.id, theirs.id)).toMatchObject({ status: 403 });
    await addMember(other.api, `/groups/${theirs.id}`, owner, 30);
    expect(await transfer(owner, project.id, theirs.id)).toMatchObject({ status: 200 });
  });

  it('returns 404 for a namespace that the caller may not read', async () => {
    const project = await createProject(owner.api);
    const other = await createUser();
    const hidden = await createGroup(other.api);
    for (const namespace of [hidden.id, hidden.full_path, other.username, 999_999_999, 'no/where']) {
      expect(await transfer(owner, project.id, namespace)).toEqual({
        status: 404,
        body: { message: '404 Namespace Not Found' },
      });
    }
    expect(await transfer(owner, project.id, undefined)).toEqual({
      status: 400,
      body: { error: 'namespace is missing' },
    });
  });

  it('respects the project limit of a user', async () => {
    const limited = await createUser({ projects_limit: 1 });
    await createProject(limited.api);
    const theirs = await createGroup(limited.api);
    const project = await createProject(limited.api, { namespace_id: theirs.id });
    const { status, body } = await transfer(limited, project.id, limited.username);
    expect(status).toBe(403);
    expect(body.error).toEqual([expect.stringContaining('Your project limit is 1 projects!')]);
    expect(await transfer({ ...limited, api: asRoot() }, project.id, group.id)).toMatchObject({ status: 200 });
  });

  it('releases the path of a rename as well', async () => {
    const project = await createProject(owner.api);
    await owner.api.put(`/projects/${project.id}`, { path: `${project.path}-new` });
    await waitFor(
      () => owner.api.post('/projects', { path: project.path, name: `${project.path}-2` }),
      ({ status }) => status === 201,
    );
  });
});
