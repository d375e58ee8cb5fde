import { asRoot, createUser, unique } from '@forgemesh/testing';

describe('POST /projects/user/:user_id', () => {
  it('creates a project of the user, who becomes its creator', async () => {
    const user = await createUser();
    const name = unique('given');
    const { status, body } = await asRoot().post(`/projects/user/${user.id}`, {
      name,
      initialize_with_readme: true,
      default_branch: 'trunk',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      path_with_namespace: `${user.username}/${name}`,
      creator_id: user.id,
      owner: { id: user.id },
      default_branch: 'trunk',
    });
    expect((await user.api.get(`/projects/${body.id}`)).status).toBe(200);
  });

  it('requires an administrator', async () => {
    const user = await createUser();
    expect((await user.api.post(`/projects/user/${user.id}`, { name: 'x' })).status).toBe(403);
  });

  it('returns 404 for unknown users', async () => {
    const { status, body } = await asRoot().post('/projects/user/99999999', { name: 'x' });
    expect(status).toBe(404);
    expect(body).toEqual({ message: '404 User Not Found' });
  });

  it('requires a name', async () => {
    const { status, body } = await asRoot().post('/projects/user/1', {});
    expect({ status, body }).toEqual({ status: 400, body: { error: 'name is missing' } });
  });
});
