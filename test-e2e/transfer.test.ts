/** A project is transferred: rights, URLs and clones change immediately. */
import { createUser, mesh, unique, createGroup, addMember, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';

describe('a project that is transferred', () => {
  let owner: TestUser;
  let before: { id: number; path: string; member: TestUser };
  let after: { id: number; path: string; member: TestUser };
  let project: { id: number; path: string; path_with_namespace: string };

  async function groupWithMember(): Promise<typeof before> {
    const name = unique('group');
    const body = await createGroup(owner.api, { name, path: name });
    const member = await createUser();
    await addMember(owner.api, `/groups/${body.id}`, member, 30);
    return { id: body.id, path: body.full_path, member };
  }

  beforeAll(async () => {
    owner = await createUser();
    [before, after] = [await groupWithMember(), await groupWithMember()];
    const fields = { name: unique('moving'), namespace_id: before.id, initialize_with_readme: true };
    project = (await owner.api.post('/projects', fields)).body;
    await owner.api.post(`/projects/${project.id}/hooks`, { url: 'https://hooks.example.com/' });
  });

  const clone = (path: string, { token }: TestUser) => [...['clone', '-q', cloneUrl(mesh().url, path, token), '.']];

  it('is cloned and pushed at its new address by its new members only', async () => {
    const old = project.path_with_namespace;
    await git(temporaryFolder('before'), ...clone(old, before.member));
    const moved = await owner.api.put(`/projects/${project.id}/transfer`, { namespace: after.path });
    expect(moved.status).toBe(200);
    const path = `${after.path}/${project.path}`;
    expect(moved.body.path_with_namespace).toBe(path);

    for (const user of [owner, after.member]) await git(temporaryFolder('old'), ...clone(old, user));
    expect(await gitFailure(temporaryFolder('old'), ...clone(old, before.member))).toContain('not found');
    expect(await gitFailure(temporaryFolder('none'), ...clone(path, before.member))).toContain('not found');
    const folder = temporaryFolder('after');
    await git(folder, ...clone(path, after.member));
    await git(folder, 'commit', '-q', '--allow-empty', '-m', 'Here now');
    await git(folder, 'push', '-q', 'origin', 'HEAD:feature');

    const url = `/projects/${project.id}`;
    expect((await before.member.api.get(url)).status).toBe(404);
    expect((await after.member.api.get(url)).body.permissions.group_access.access_level).toBe(30);
    expect((await after.member.api.get(`${url}/repository/branches/feature`)).status).toBe(200);
    expect((await owner.api.get(`${url}/hooks`)).body).toHaveLength(1);
    expect((await owner.api.get(`/projects/${encodeURIComponent(old)}`)).status).toBe(301);
    // The old path is available for another project.
    const second = await owner.api.post('/projects', { path: project.path, namespace_id: before.id });
    expect(second.body.path_with_namespace).toBe(old);
    expect((await owner.api.get(`/projects/${encodeURIComponent(old)}`)).body.id).toBe(second.body.id);
  });
});
