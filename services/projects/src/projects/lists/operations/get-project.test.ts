import { isDeepStrictEqual } from 'node:util';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  addMember,
  createMember,
  createGroup,
  createProject,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const simpleFields = [
  'id',
  'description',
  'name',
  'name_with_namespace',
  'path',
  'path_with_namespace',
  'created_at',
  'default_branch',
  'tag_list',
  'topics',
  'ssh_url_to_repo',
  'http_url_to_repo',
  'web_url',
  'readme_url',
  'avatar_url',
  'star_count',
  'forks_count',
  'last_activity_at',
  'namespace',
];

describe('GET /projects/:id', () => {
  let owner: TestUser;
  let stranger: TestUser;
  let project: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    stranger = await createUser();
    project = await createProject(owner.api, { initialize_with_readme: true });
  });

  it('finds a project by id and by path, case-insensitive', async () => {
    const path = encodeURIComponent(project.path_with_namespace);
    for (const ref of [project.id, path, path.toUpperCase().replaceAll('%2F', '%2f')]) {
      const { status, body } = await owner.api.get(`/projects/${ref}`);
      expect({ status, id: body.id }).toEqual({ status: 200, id: project.id });
    }
  });

  it("shows the owner's own membership", async () => {
    const { body } = await owner.api.get(`/projects/${project.id}`);
    expect(body.permissions).toEqual({
      project_access: { access_level: 40, notification_level: 3 },
      group_access: null,
    });
    expect(body.runners_token).toEqual(expect.any(String));
  });

  it.each([
    ['a stranger', () => stranger.api],
    ['an anonymous caller', () => api()],
  ])('returns 404 for a private project to %s', async (_who, client) => {
    for (const ref of [
      project.id,
      encodeURIComponent(project.path_with_namespace),
      999_999_999,
      'no%2Fwhere',
      'bare',
    ]) {
      const { status, body } = await client().get(`/projects/${ref}`);
      expect({ status, body }).toEqual({ status: 404, body: { message: '404 Project Not Found' } });
    }
  });

  it('shows administrators the project with its storage', async () => {
    const { body } = await asRoot().get(`/projects/${project.id}`);
    expect(body).toMatchObject({ id: project.id, repository_storage: 'default', runners_token: expect.any(String) });
  });

  it('shows the simple fields of a public project to anonymous callers', async () => {
    const open = await createProject(owner.api, { visibility: 'public', initialize_with_readme: true });
    const { status, body } = await api().get(`/projects/${open.id}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([...simpleFields].sort());
  });

  it('shows an internal project to signed-in users who are not external', async () => {
    const internal = await createProject(owner.api, { visibility: 'internal' });
    const external = await createUser({ external: true });
    expect((await stranger.api.get(`/projects/${internal.id}`)).status).toBe(200);
    expect((await external.api.get(`/projects/${internal.id}`)).status).toBe(404);
    expect((await api().get(`/projects/${internal.id}`)).status).toBe(404);
  });

  it('hides code, secrets and private features from a guest', async () => {
    const guarded = await createProject(owner.api, {
      initialize_with_readme: true,
      issues_access_level: 'private',
      wiki_access_level: 'disabled',
    });
    const guest = await createMember(owner.api, `/projects/${guarded.id}`, 10);
    const { status, body } = await guest.api.get(`/projects/${guarded.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issues_enabled: true,
      wiki_enabled: false,
      readme_url: null,
      permissions: { project_access: { access_level: 10 } },
    });
    for (const field of ['default_branch', 'ci_config_path', 'runners_token', 'import_error', 'build_git_strategy'])
      expect(body).not.toHaveProperty(field);
  });

  it('shows members-only code and features based on it to reporters only', async () => {
    const guarded = await createProject(owner.api, {
      visibility: 'public',
      repository_access_level: 'private',
      initialize_with_readme: true,
    });
    const at = `/projects/${guarded.id}`;
    const guest = await createMember(owner.api, at, 10);
    const reporter = await createMember(owner.api, at, 20);
    const lists = ['/projects?membership=true', '/projects?membership=true&with_merge_requests_enabled=true'];
    for (const path of [`${at}?license=true`, lists[0]]) {
      const seen = [(await guest.api.get(path ?? '')).body].flat()[0];
      expect(seen).toMatchObject({ readme_url: null, merge_requests_enabled: false, jobs_enabled: false });
      expect(seen._links).not.toHaveProperty('merge_requests');
      for (const field of ['default_branch', 'ci_config_path', 'license', 'license_url'])
        expect(seen).not.toHaveProperty(field);
      const shown = [(await reporter.api.get(path ?? '')).body].flat()[0];
      expect(shown).toMatchObject({ default_branch: 'master', merge_requests_enabled: true, jobs_enabled: true });
      expect(shown._links).toHaveProperty('merge_requests');
    }
    expect((await guest.api.get(lists[1] ?? '')).body).toEqual([]);
    expect((await reporter.api.get(lists[1] ?? '')).body).toMatchObject([{ id: guarded.id }]);
  });

  it('computes feature fields for the caller', async () => {
    const open = await createProject(owner.api, { visibility: 'public', issues_access_level: 'private' });
    const { body } = await stranger.api.get(`/projects/${open.id}`);
    expect(body).toMatchObject({ issues_enabled: false, merge_requests_enabled: true });
    expect(body).not.toHaveProperty('open_issues_count');
    expect(body._links).not.toHaveProperty('issues');
    expect(body.permissions).toEqual({ project_access: null, group_access: null });
  });

  it('shows the highest membership in ancestor groups', async () => {
    const group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const inside = await createProject(owner.api, { namespace_id: inner.id });
    const member = await createMember(owner.api, `/groups/${group.id}`, 20);
    await addMember(owner.api, `/groups/${inner.id}`, member, 30);
    const { body } = await member.api.get(`/projects/${inside.id}`);
    expect(body.permissions).toEqual({
      project_access: null,
      group_access: { access_level: 30, notification_level: 3 },
    });
    expect(body.path_with_namespace).toBe(`${group.path}/${inner.path}/${inside.path}`);
  });

  it('shows the notification level of the caller as a number', async () => {
    const group = await createGroup(owner.api);
    const inside = await createProject(owner.api, { namespace_id: group.id });
    const member = await createMember(owner.api, `/groups/${group.id}`, 30);
    await addMember(owner.api, `/projects/${inside.id}`, member, 40);
    const path = `/projects/${inside.id}`;
    const memberLevels = async (as = member.api, at = path): Promise<unknown> => {
      const { body } = await as.get(at);
      const { permissions } = Array.isArray(body) ? body.find(({ id }: { id: number }) => id === inside.id) : body;
      return [permissions.project_access, permissions.group_access].map((access) => access?.notification_level);
    };
    expect(await memberLevels()).toEqual([3, 3]);
    const numbers = { disabled: 0, participating: 1, watch: 2, mention: 4, custom: 5, global: 3 };
    for (const [level, number] of Object.entries(numbers)) {
      expect((await member.api.put(`${path}/notification_settings`, { level })).status).toBe(200);
      await waitFor(memberLevels, (found) => isDeepStrictEqual(found, [number, 3]));
    }
    await member.api.put(`/groups/${group.id}/notification_settings`, { level: 'watch' });
    await waitFor(memberLevels, (found) => isDeepStrictEqual(found, [3, 2]));
    expect(await memberLevels(member.api, '/projects?membership=true')).toEqual([3, 2]);
    expect(await memberLevels(owner.api)).toEqual([undefined, 3]);
  });

  it('finds a project by its new path after an ancestor group is renamed, and redirects from the old one', async () => {
    const group = await createGroup(owner.api);
    const inside = await createProject(owner.api, { namespace_id: group.id });
    const renamed = `${group.path}-new`;
    expect((await owner.api.put(`/groups/${group.id}`, { path: renamed })).status).toBe(200);
    const found = await owner.api.get(`/projects/${encodeURIComponent(`${renamed}/${inside.path}`)}`);
    expect(found.body).toMatchObject({ id: inside.id, path_with_namespace: `${renamed}/${inside.path}` });
    const former = await owner.api.get(`/projects/${encodeURIComponent(`${group.path}/${inside.path}`)}`);
    expect([former.status, former.headers.get('location')]).toEqual([
      301,
      expect.stringMatching(`/projects/${inside.id}$`),
    ]);
  });

  it('treats digits as an id, never as a path', async () => {
    const { status } = await owner.api.get(`/projects/${'9'.repeat(40)}`);
    expect(status).toBe(404);
  });
});
