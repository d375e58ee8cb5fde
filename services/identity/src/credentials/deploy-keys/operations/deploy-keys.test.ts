import { api, asRoot, createUser, waitFor, createProject, type ApiClient, type TestUser } from '@forgemesh/testing';
import { newSshKey } from '#testing/new-keys';

const missing = { status: 404, body: { message: '404 Deploy Key Not Found' } };
const taken = { status: 400, body: { message: { fingerprint: ['has already been taken'] } } };

/** Creates a project. Returns it with the path of its deploy keys. */
async function createTarget(as: ApiClient, fields: object = {}): Promise<{ id: number; path: string }> {
  const { id } = await createProject(as, fields);
  return { id, path: `/projects/${id}/deploy_keys` };
}

describe('/projects/:id/deploy_keys', () => {
  let owner: TestUser;
  let project: { id: number; path: string };
  beforeAll(async () => {
    owner = await createUser();
    project = await createTarget(owner.api);
  });

  it('adds, shows, lists, changes and removes', async () => {
    const { path } = await createTarget(owner.api);
    const key = newSshKey();
    const created = await owner.api.post(path, { title: 'CI', key: `${key} ci@example`, can_push: true });
    const expected = {
      id: expect.any(Number),
      title: 'CI',
      key: `${key} ci@example`,
      fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      can_push: true,
    };
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: expected });
    const one = `${path}/${created.body.id}`;
    expect((await owner.api.get(one)).body).toEqual(created.body);
    expect((await owner.api.get(path)).body).toEqual([created.body]);
    const changed = await owner.api.put(one, { title: 'Deploy', can_push: false });
    expect({ status: changed.status, body: changed.body }).toEqual({
      status: 200,
      body: { ...created.body, title: 'Deploy', can_push: false },
    });
    await owner.api.post(path, { title: 'other', key: newSshKey() });
    const page = await owner.api.get(`${path}?per_page=1&page=2`);
    expect({
      titles: page.body.map(({ title }: { title: string }) => title),
      total: page.headers.get('x-total'),
    }).toEqual({ titles: ['other'], total: '2' });
    const removed = await owner.api.delete(one);
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: undefined });
    for (const response of [
      await owner.api.get(one),
      await owner.api.put(one, { title: 'x' }),
      await owner.api.delete(one),
      await owner.api.post(`${one}/enable`),
    ]) {
      expect(response).toMatchObject(missing);
    }
    // The key no longer belongs to anyone.
    expect((await owner.api.post('/user/keys', { title: 'mine', key })).status).toBe(201);
  });

  it('links a key that another project has', async () => {
    const key = newSshKey();
    const other = await createTarget(owner.api);
    const { body: first } = await owner.api.post(project.path, { title: 'first', key, can_push: true });
    const { status, body: second } = await owner.api.post(other.path, { title: 'second', key });
    expect({ status, body: second }).toEqual({ status: 201, body: { ...first, can_push: false } });
    expect((await owner.api.post(other.path, { title: 'third', key, can_push: true })).body).toEqual(second);
    expect((await owner.api.put(`${other.path}/${first.id}`, { title: 'x' })).status).toBe(403);
    expect((await owner.api.put(`${other.path}/${first.id}`, { can_push: true })).body.can_push).toBe(true);
    expect((await owner.api.delete(`${project.path}/${first.id}`)).status).toBe(204);
    expect((await owner.api.get(`${project.path}/${first.id}`)).status).toBe(404);
    expect((await owner.api.get(`${other.path}/${first.id}`)).status).toBe(200);
  });

  it('belongs to a user or to projects', async () => {
    const [mine, theirs] = [newSshKey(), newSshKey()];
    expect((await owner.api.post('/user/keys', { title: 'mine', key: mine })).status).toBe(201);
    expect(await owner.api.post(project.path, { title: 'x', key: mine })).toMatchObject(taken);
    expect((await owner.api.post(project.path, { title: 'x', key: theirs })).status).toBe(201);
    expect(await owner.api.post('/user/keys', { title: 'x', key: theirs })).toMatchObject(taken);
  });

  it('adds a key once for concurrent requests', async () => {
    const key = newSshKey();
    const projects = await Promise.all(Array.from({ length: 4 }, () => createTarget(owner.api)));
    const responses = await Promise.all(projects.map(({ path }) => owner.api.post(path, { title: 'x', key })));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    for (const { path } of projects) expect((await owner.api.get(path)).body).toHaveLength(1);
  });

  it('enables a key of another project that the caller maintains', async () => {
    const stranger = await createUser();
    const theirs = await createTarget(stranger.api);
    const { body: key } = await owner.api.post(project.path, { title: 'x', key: newSshKey(), can_push: true });
    expect(await stranger.api.post(`${theirs.path}/${key.id}/enable`)).toMatchObject(missing);
    const other = await createTarget(owner.api);
    const enabled = await owner.api.post(`${other.path}/${key.id}/enable`);
    expect({ status: enabled.status, body: enabled.body }).toEqual({ status: 201, body: { ...key, can_push: false } });
    expect((await owner.api.get(`${other.path}/${key.id}`)).body).toEqual(enabled.body);
    const { body: mine } = await owner.api.post('/user/keys', { title: 'mine', key: newSshKey() });
    expect(await owner.api.post(`${other.path}/${mine.id}/enable`)).toMatchObject(missing);
    expect(await owner.api.get(`/keys/${mine.id}`)).toMatchObject({ status: 403 });
    expect((await asRoot().get(`/keys/${key.id}`)).status).toBe(404);
  });

  it.each([
    [{ key: 'x' }, { error: 'title is missing' }],
    [{ title: 'x' }, { error: 'key is missing' }],
    [{ title: 'x', key: 'ssh-rsa nothing' }, { message: { fingerprint: ['cannot be generated'] } }],
    [{ title: 't'.repeat(256), key: newSshKey() }, { message: { title: ['is too long (maximum is 255 characters)'] } }],
  ])('refuses %#', async (request, body) => {
    expect(await owner.api.post(project.path, request)).toMatchObject({ status: 400, body });
  });

  it('requires a changed field', async () => {
    const { body: key } = await owner.api.post(project.path, { title: 'x', key: newSshKey() });
    expect((await owner.api.put(`${project.path}/${key.id}`, {})).status).toBe(400);
    expect(await owner.api.put(`${project.path}/${key.id}`, { title: ' ' })).toMatchObject({
      status: 400,
      body: { message: { title: ["can't be blank"] } },
    });
  });

  it('requires a maintainer', async () => {
    const own = await createTarget(owner.api, { visibility: 'public' });
    const { body: key } = await owner.api.post(own.path, { title: 'x', key: newSshKey() });
    const developer = await createUser();
    const member = { user_id: developer.id, access_level: 30 };
    expect((await owner.api.post(`/projects/${own.id}/members`, member)).status).toBe(201);
    const statuses = async (caller: ApiClient, path: string): Promise<number[]> => {
      const responses = [
        await caller.get(path),
        await caller.get(`${path}/${key.id}`),
        await caller.post(path, { title: 'x', key: newSshKey() }),
        await caller.put(`${path}/${key.id}`, { can_push: true }),
        await caller.post(`${path}/${key.id}/enable`),
        await caller.delete(`${path}/${key.id}`),
      ];
      return responses.map(({ status }) => status);
    };
    expect(await statuses(api(), own.path)).toEqual(Array(6).fill(401));
    expect(await statuses((await createUser()).api, own.path)).toEqual(Array(6).fill(403));
    expect(await statuses(developer.api, own.path)).toEqual(Array(6).fill(403));
    const hidden = await createTarget(owner.api, { visibility: 'private' });
    expect(await statuses(developer.api, hidden.path)).toEqual(Array(6).fill(404));
  });

  it('is removed with its last project', async () => {
    const key = newSshKey();
    const [one, other] = [await createTarget(owner.api), await createTarget(owner.api)];
    const { body } = await owner.api.post(one.path, { title: 'x', key });
    await owner.api.post(other.path, { title: 'x', key });
    expect((await owner.api.delete(`/projects/${one.id}`)).status).toBe(202);
    expect((await owner.api.get(`${other.path}/${body.id}`)).status).toBe(200);
    expect((await owner.api.delete(`/projects/${other.id}`)).status).toBe(202);
    await waitFor(
      () => owner.api.post('/user/keys', { title: 'mine', key }),
      ({ status }) => status === 201,
    );
  });
});

describe('GET /deploy_keys', () => {
  it('lists the keys of all projects for administrators', async () => {
    const owner = await createUser();
    const { path } = await createTarget(owner.api);
    const { body: key } = await owner.api.post(path, { title: 'x', key: newSshKey() });
    const { body: mine } = await owner.api.post('/user/keys', { title: 'mine', key: newSshKey() });
    const { can_push: _canPush, ...expected } = key;
    const pages = Number((await asRoot().head('/deploy_keys?per_page=100')).headers.get('x-total-pages'));
    const { body: last } = await asRoot().get(`/deploy_keys?per_page=100&page=${Math.max(pages, 1)}`);
    expect(last).toContainEqual(expected);
    expect(last.map(({ id }: { id: number }) => id)).not.toContain(mine.id);
    expect((await owner.api.get('/deploy_keys')).status).toBe(403);
    expect((await api().get('/deploy_keys')).status).toBe(401);
  });
});
