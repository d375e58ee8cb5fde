import { api, asRoot, createUser, createProjectWithReadme, addMember, type TestUser } from '@forgemesh/testing';

describe('GET /projects/:id/repository/merge_base', () => {
  let user: TestUser;
  let path: string;
  let trunk: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    user = await createUser();
    const project = await createProjectWithReadme(user.api);
    path = `/projects/${project.id}/repository`;
    trunk = project.default_branch;
    ids['base'] = (await user.api.get(`${path}/commits/${trunk}`)).body.id;
    for (const branch of ['left', 'right']) {
      const commit = await user.api.post(`${path}/commits`, {
        branch,
        start_branch: trunk,
        commit_message: branch,
        actions: [{ action: 'create', file_path: branch, content: branch }],
      });
      ids[branch] = commit.body.id;
    }
  });

  const get = (...refs: string[]) =>
    user.api.get(`${path}/merge_base?${refs.map((ref) => `refs[]=${encodeURIComponent(ref)}`).join('&')}`);

  it('returns the best common ancestor of branches and commits', async () => {
    const response = await get('left', ids['right'] as string);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: ids['base'], short_id: ids['base']?.slice(0, 8), parent_ids: [] });
    expect((await get('left', 'right', trunk)).body.id).toBe(ids['base']);
    expect((await get('left', 'left')).body.id).toBe(ids['left']);
  });

  it('refuses fewer than two refs and names those that do not exist', async () => {
    expect(await get()).toMatchObject({ status: 400, body: { error: 'refs is missing' } });
    expect(await get('left')).toMatchObject({ status: 400, body: { message: 'Provide at least 2 refs' } });
    const unknown = await get('left', 'nothing', '--all', '../x');
    expect(unknown).toMatchObject({ status: 400, body: { message: 'Could not find refs: nothing, --all, ../x' } });
  });

  it('is hidden from non-members and refused to guests', async () => {
    const guest = await createUser();
    const refs = '?refs[]=left&refs[]=right';
    expect(await guest.api.get(`${path}/merge_base${refs}`)).toMatchObject({
      status: 404,
      body: { message: '404 Project Not Found' },
    });
    const id = path.split('/')[2];
    await addMember(asRoot(), `/projects/${id}`, guest, 10);
    expect((await guest.api.get(`${path}/merge_base${refs}`)).status).toBe(403);
    expect((await api().get(`${path}/merge_base${refs}`)).status).toBe(404);
  });
});
