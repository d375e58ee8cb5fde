import { asRoot, createMember, createUser, type TestUser } from '@forgemesh/testing';
import { createEmptyRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
let project: TestRepository;
let locks: string;
let reporter: TestUser;
let developer: TestUser;
let other: TestUser;
let maintainer: TestUser;

beforeAll(async () => {
  project = await createEmptyRepository();
  locks = `/projects/${project.id}/lfs_locks`;
  [reporter, developer, other, maintainer] = (await Promise.all(
    [20, 30, 30, 40].map((level) => createMember(root, `/projects/${project.id}`, level)),
  )) as [TestUser, TestUser, TestUser, TestUser];
});

describe('POST /projects/:id/lfs_locks', () => {
  it('locks a file for one user', async () => {
    const { status, body } = await developer.api.post(locks, { path: 'a/b.bin' });
    const { id, name, username } = (await developer.api.get('/user')).body;
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        path: 'a/b.bin',
        locked_at: expect.stringMatching(/^\d{4}-.*Z$/),
        owner: {
          id,
          name,
          username,
          state: 'active',
          avatar_url: null,
          web_url: expect.any(String),
        },
      },
    ]);
    expect((await developer.api.post(locks, { path: 'a/b.bin' })).body).toEqual(body);
    expect(await other.api.post(locks, { path: 'a/b.bin' })).toMatchObject({
      status: 409,
      body: { message: `a/b.bin is locked by ${name}` },
    });
  });

  it.each(['', '/a', '../a', 'a\nb'])('refuses the path %j', async (path) => {
    expect((await developer.api.post(locks, { path })).status).toBe(400);
  });

  it('needs the role of a developer, and a project that is not archived', async () => {
    expect((await reporter.api.post(locks, { path: 'x' })).status).toBe(403);
    const outsider = await createUser();
    expect((await outsider.api.post(locks, { path: 'x' })).status).toBe(404);
    const archived = await createEmptyRepository();
    await root.post(`/projects/${archived.id}/archive`);
    expect((await root.post(`/projects/${archived.id}/lfs_locks`, { path: 'x' })).status).toBe(403);
  });
});

describe('GET /projects/:id/lfs_locks', () => {
  it('lists the locks for those who may read the code', async () => {
    await developer.api.post(locks, { path: 'listed' });
    const { body } = await reporter.api.get(`${locks}?path=listed`);
    expect(body).toMatchObject([{ path: 'listed', owner: { id: developer.id } }]);
    expect((await reporter.api.get(`${locks}?path=none`)).body).toEqual([]);
    const paths = ((await reporter.api.get(locks)).body as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['listed']));
    const outsider = await createUser();
    expect((await outsider.api.get(locks)).status).toBe(404);
    const guest = await createMember(root, `/projects/${project.id}`, 10);
    expect((await guest.api.get(locks)).status).toBe(403);
  });

  it('is not found without large files', async () => {
    const own = await createEmptyRepository({ lfs_enabled: false });
    expect((await root.get(`/projects/${own.id}/lfs_locks`)).status).toBe(404);
    expect((await root.post(`/projects/${own.id}/lfs_locks`, { path: 'x' })).status).toBe(404);
  });
});

describe('DELETE /projects/:id/lfs_locks/:lock_id', () => {
  it('releases the lock of its owner, and with force of others for maintainers', async () => {
    const lock = async (path: string): Promise<string> =>
      `${locks}/${(await developer.api.post(locks, { path })).body.id}`;
    const [own, foreign] = [await lock('own'), await lock('foreign')];
    expect((await other.api.delete(own)).status).toBe(403);
    expect(await other.api.delete(`${own}?force=true`)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - You must have maintainer access to force delete a lock' },
    });
    expect((await reporter.api.delete(own)).status).toBe(403);
    expect((await developer.api.delete(own)).status).toBe(204);
    expect((await developer.api.delete(own)).status).toBe(404);
    expect((await maintainer.api.delete(foreign)).status).toBe(403);
    expect((await maintainer.api.delete(`${foreign}?force=true`)).status).toBe(204);
    const elsewhere = await createEmptyRepository();
    const { body } = await developer.api.post(locks, { path: 'elsewhere' });
    expect((await root.delete(`/projects/${elsewhere.id}/lfs_locks/${body.id}?force=true`)).status).toBe(404);
  });
});
