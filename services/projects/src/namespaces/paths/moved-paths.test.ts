import {
  api,
  asRoot,
  createUser,
  mesh,
  unique,
  waitFor,
  createMember,
  createGroup,
  createProject,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

const refOf = (fullPath: string): string => encodeURIComponent(fullPath);
const projectAt = (fullPath: string): string => `/projects/${refOf(fullPath)}`;

describe('a former path', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  const rename = async (path: string, to: string): Promise<void> => {
    const { status } = await owner.api.put(path, { path: to });
    expect(status).toBe(200);
  };
  const moveTo = async (project: TestProject, group: TestGroup): Promise<void> => {
    const { status } = await owner.api.put(`/projects/${project.id}/transfer`, { namespace: group.id });
    expect(status).toBe(200);
  };
  /** The address that a read of a path leads to. */
  const redirectOf = async (path: string, reader = owner.api): Promise<string | null> => {
    const { status, headers } = await reader.get(path);
    expect([path, status]).toEqual([path, 301]);
    return headers.get('location');
  };
  const url = (path: string): string => `${mesh().url}/api/v4${path}`;

  it('of a renamed project redirects reads, with their query, and is not cached', async () => {
    const project = await createProject(owner.api);
    const former = project.path_with_namespace;
    expect((await owner.api.get(projectAt(former))).status).toBe(200);
    await rename(`/projects/${project.id}`, unique('renamed'));
    const { status, headers, body } = await owner.api.get(`${projectAt(former)}?statistics=true&x=a%20b`);
    expect([status, body]).toEqual([301, { message: '301 Moved Permanently' }]);
    expect(headers.get('location')).toBe(url(`/projects/${project.id}?statistics=true&x=a%20b`));
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(await redirectOf(`${projectAt(former.toUpperCase())}/repository/branches/a%2Fb`)).toBe(
      url(`/projects/${project.id}/repository/branches/a%2Fb`),
    );
    const head = await owner.api.head(`${projectAt(former)}/issues`);
    expect([head.status, head.headers.get('location')]).toEqual([301, url(`/projects/${project.id}/issues`)]);
  });

  it('refuses writes and changes nothing', async () => {
    const project = await createProject(owner.api);
    const former = project.path_with_namespace;
    await rename(`/projects/${project.id}`, unique('renamed'));
    for (const write of [
      owner.api.post(`${projectAt(former)}/issues`, { title: 'x' }),
      owner.api.put(projectAt(former), { description: 'x' }),
      owner.api.delete(projectAt(former)),
    ]) {
      const { status, body } = await write;
      expect([status, body]).toEqual([405, { message: 'Non GET methods are not allowed for moved projects' }]);
    }
    expect((await owner.api.get(`/projects/${project.id}`)).body).toMatchObject({ description: null });
    expect((await owner.api.get(`/projects/${project.id}/issues`)).body).toEqual([]);
  });

  it('is told only to those who may read the project', async () => {
    const group = await createGroup(owner.api, { visibility: 'public' });
    const project = await createProject(owner.api, { namespace_id: group.id });
    const guest = await createMember(owner.api, `/projects/${project.id}`, 10);
    const stranger = await createUser();
    const former = projectAt(project.path_with_namespace);
    await rename(`/projects/${project.id}`, unique('renamed'));
    const missing = await stranger.api.get(projectAt(`${group.full_path}/${unique('none')}`));
    for (const reader of [stranger.api, api()]) {
      const { status, body } = await reader.get(former);
      expect([status, body]).toEqual([404, missing.body]);
    }
    expect((await stranger.api.put(former, { name: 'x' })).body).toEqual(missing.body);
    expect((await api().put(former, { name: 'x' })).status).toBe(401);
    await redirectOf(former, guest.api);
    await redirectOf(former, asRoot());
    await owner.api.put(`/projects/${project.id}`, { visibility: 'public' });
    await redirectOf(former, stranger.api);
    await redirectOf(former, api());
  });

  it('is told to nobody while a project has it that they may not read', async () => {
    const group = await createGroup(owner.api, { visibility: 'public' });
    const project = await createProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    const former = projectAt(project.path_with_namespace);
    await rename(`/projects/${project.id}`, unique('renamed'));
    expect(await redirectOf(former, api())).toBe(url(`/projects/${project.id}`));
    const taking = await createProject(owner.api, { namespace_id: group.id, path: project.path });
    expect((await api().get(former)).status).toBe(404);
    await rename(`/projects/${taking.id}`, unique('renamed'));
    await owner.api.put(`/projects/${taking.id}`, { visibility: 'public' });
    expect(await redirectOf(former, api())).toBe(url(`/projects/${taking.id}`));
  });

  it('of a transferred project leads to it after further moves and renames', async () => {
    const [first, second] = [await createGroup(owner.api), await createGroup(owner.api)];
    const project = await createProject(owner.api, { namespace_id: first.id });
    await moveTo(project, second);
    expect(await redirectOf(projectAt(project.path_with_namespace))).toBe(url(`/projects/${project.id}`));
    await rename(`/groups/${first.id}`, unique('first'));
    await rename(`/groups/${second.id}`, unique('second'));
    for (const former of [project.path_with_namespace, `${second.full_path}/${project.path}`])
      expect(await redirectOf(projectAt(former))).toBe(url(`/projects/${project.id}`));
  });

  it('of a renamed group redirects everything below it', async () => {
    const group = await createGroup(owner.api);
    const subgroup = await createGroup(owner.api, { parent_id: group.id });
    const project = await createProject(owner.api, { namespace_id: subgroup.id });
    await rename(`/groups/${group.id}`, unique('renamed'));
    expect(await redirectOf(`/groups/${refOf(group.full_path)}/issues`)).toBe(url(`/groups/${group.id}/issues`));
    expect(await redirectOf(`/groups/${refOf(subgroup.full_path)}`)).toBe(url(`/groups/${subgroup.id}`));
    expect(await redirectOf(`/namespaces/${refOf(group.full_path)}`)).toBe(url(`/namespaces/${group.id}`));
    expect(await redirectOf(projectAt(project.path_with_namespace))).toBe(url(`/projects/${project.id}`));
    await rename(`/groups/${subgroup.id}`, unique('renamed'));
    expect(await redirectOf(projectAt(project.path_with_namespace))).toBe(url(`/projects/${project.id}`));
    // A subgroup is no project, and a project no group.
    expect((await owner.api.get(projectAt(subgroup.full_path))).status).toBe(404);
    expect((await owner.api.get(`/groups/${refOf(project.path_with_namespace)}`)).status).toBe(404);
  });

  it('of a renamed user redirects to the projects of the user', async () => {
    const user = await createUser();
    const project = await createProject(user.api);
    const former = projectAt(project.path_with_namespace);
    const username = unique('renamed');
    expect((await asRoot().put(`/users/${user.id}`, { username })).status).toBe(200);
    await waitFor(
      () => user.api.get(former),
      ({ status, headers }) => status === 301 && headers.get('location') === url(`/projects/${project.id}`),
    );
    expect((await createUser({ username: user.username, email: `${unique('next')}@example.com` })).id).not.toBe(
      user.id,
    );
    expect((await user.api.get(former)).status).toBe(404);
  });

  it('ends when another project or group takes it, also for requests made just before', async () => {
    const group = await createGroup(owner.api);
    const project = await createProject(owner.api, { namespace_id: group.id });
    const former = project.path_with_namespace;
    expect((await owner.api.get(projectAt(former))).body.id).toBe(project.id);
    await rename(`/projects/${project.id}`, unique('renamed'));
    await redirectOf(projectAt(former));
    const next = await createProject(owner.api, { namespace_id: group.id, path: project.path });
    expect((await owner.api.get(projectAt(former))).body.id).toBe(next.id);
    // The former path now redirects to the project that left it last, and to nothing without it.
    await rename(`/projects/${next.id}`, unique('renamed'));
    expect(await redirectOf(projectAt(former))).toBe(url(`/projects/${next.id}`));
    await rename(`/projects/${next.id}`, project.path);
    expect((await owner.api.get(projectAt(former))).body.id).toBe(next.id);
    expect((await owner.api.delete(`/projects/${next.id}`)).status).toBe(202);
    await waitFor(
      () => owner.api.get(projectAt(former)),
      ({ status }) => status === 404,
    );

    await rename(`/groups/${group.id}`, unique('renamed'));
    const taking = await createGroup(owner.api, { path: group.path });
    expect((await owner.api.get(`/groups/${refOf(group.path)}`)).body.id).toBe(taking.id);
    expect((await owner.api.get(projectAt(former))).status).toBe(404);
  });

  it('of a deleted project is free of it', async () => {
    const project = await createProject(owner.api);
    await rename(`/projects/${project.id}`, unique('renamed'));
    await redirectOf(projectAt(project.path_with_namespace));
    await owner.api.delete(`/projects/${project.id}`);
    await waitFor(
      () => owner.api.get(projectAt(project.path_with_namespace)),
      ({ status }) => status === 404,
    );
  });

  it('names nothing in other parameters', async () => {
    const group = await createGroup(owner.api);
    await rename(`/groups/${group.id}`, unique('renamed'));
    const project = await createProject(owner.api);
    const transfer = await owner.api.put(`/projects/${project.id}/transfer`, { namespace: group.full_path });
    expect(transfer.status).toBe(404);
  });

  it('is one of the last twenty of a project', async () => {
    const project = await createProject(owner.api);
    const paths = [project.path, ...Array.from({ length: 21 }, () => unique('name'))];
    for (const path of paths.slice(1)) await rename(`/projects/${project.id}`, path);
    const statuses = await Promise.all(
      paths.map(async (path) => (await owner.api.get(projectAt(`${owner.username}/${path}`))).status),
    );
    expect(statuses).toEqual([404, ...Array.from({ length: 20 }, () => 301), 200]);
  });
});
