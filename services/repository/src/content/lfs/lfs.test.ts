/** The protocol of large files, as a client speaks it. */
import { createHash, randomBytes } from 'node:crypto';
import { asRoot, createMember, createProject, createUser, mesh, waitFor, type TestUser } from '@forgemesh/testing';
import { createEmptyRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const TYPE = 'application/vnd.git-lfs+json';

interface LfsAnswer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any answer
  body: any;
  headers: Headers;
}

interface TestObject {
  content: Buffer;
  oid: string;
  size: number;
}

let project: TestRepository & { path_with_namespace: string };
let reporter: TestUser;
let developer: TestUser;
let maintainer: TestUser;

beforeAll(async () => {
  const created = await createEmptyRepository();
  project = { ...created, ...(await root.get(`/projects/${created.id}`)).body };
  [reporter, developer, maintainer] = (await Promise.all(
    [20, 30, 40].map((level) => createMember(root, `/projects/${project.id}`, level)),
  )) as [TestUser, TestUser, TestUser];
});

/** Credentials of a token, or of a user name and a token. */
const basic = (token: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(token.includes(':') ? token : `any:${token}`).toString('base64')}`,
});

async function send(url: string, init: RequestInit): Promise<LfsAnswer> {
  const response = await fetch(url, init);
  const text = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type') === TYPE;
  return { status: response.status, body: isJson ? JSON.parse(text.toString()) : text, headers: response.headers };
}

const urlOf = (suffix: string, path = project.path_with_namespace): string =>
  `${mesh().url}/${path}.git/info/lfs/${suffix}`;

function post(suffix: string, body: unknown, token?: string, path?: string): Promise<LfsAnswer> {
  const headers = { 'Content-Type': TYPE, Accept: TYPE, ...(token !== undefined && basic(token)) };
  return send(urlOf(suffix, path), {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function get(suffix: string, token?: string, headers: Record<string, string> = {}, path?: string): Promise<LfsAnswer> {
  return send(urlOf(suffix, path), { headers: { ...headers, ...(token !== undefined && basic(token)) } });
}

function newObject(size = 2_000): TestObject {
  const content = randomBytes(size);
  return { content, oid: createHash('sha256').update(content).digest('hex'), size };
}

function put({ content, oid, size }: TestObject, token?: string, path?: string): Promise<LfsAnswer> {
  const headers = { 'Content-Type': 'application/octet-stream', ...(token !== undefined && basic(token)) };
  return send(urlOf(`objects/${oid}/${size}`, path), { method: 'PUT', headers, body: new Uint8Array(content) });
}

async function stored(): Promise<TestObject> {
  const object = newObject();
  expect((await put(object, developer.token)).status).toBe(200);
  return object;
}

const batch = (operation: string, objects: object[], token?: string, path?: string): Promise<LfsAnswer> =>
  post('objects/batch', { operation, transfers: ['basic'], objects }, token, path);

describe('POST /:path.git/info/lfs/objects/batch', () => {
  it('tells where to upload missing objects, and to download the others', async () => {
    const [known, missing] = [await stored(), newObject()];
    const objects = [known, missing].map(({ oid, size }) => ({ oid, size }));
    const upload = await batch('upload', objects, developer.token);
    expect([upload.status, upload.headers.get('content-type')]).toEqual([200, TYPE]);
    const header = basic(developer.token);
    expect(upload.body).toEqual({
      transfer: 'basic',
      hash_algo: 'sha256',
      objects: [
        { oid: known.oid, size: known.size },
        {
          oid: missing.oid,
          size: missing.size,
          authenticated: true,
          actions: {
            upload: {
              href: expect.stringMatching(new RegExp(`/info/lfs/objects/${missing.oid}/${missing.size}$`)),
              header: { 'Content-Type': 'application/octet-stream', Authorization: expect.stringMatching(/^Basic /) },
            },
          },
        },
      ],
    });
    const download = await batch('download', objects, reporter.token);
    expect(download.body.objects).toEqual([
      {
        oid: known.oid,
        size: known.size,
        authenticated: true,
        actions: { download: { href: expect.stringContaining(known.oid), header: expect.any(Object) } },
      },
      { oid: missing.oid, size: missing.size, error: { code: 404, message: expect.any(String) } },
    ]);
    const { href, header: sent } = download.body.objects[0].actions.download;
    expect((await send(href, { headers: sent })).body.equals(known.content)).toBe(true);
    expect(Object.keys(header)).toEqual(['Authorization']);
  });

  it('refuses callers without the right', async () => {
    const [object] = [newObject()];
    const outsider = await createUser();
    expect((await batch('download', [object])).status).toBe(401);
    const anonymous = await batch('upload', [object]);
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Forgemesh"']);
    expect((await batch('download', [object], outsider.token)).status).toBe(404);
    const refused = await batch('upload', [object], reporter.token);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: 'You are not allowed to push code to this project.', documentation_url: expect.any(String) },
    ]);
    expect((await put(object, reporter.token)).status).toBe(403);
    expect((await put(object)).status).toBe(401);
    expect((await put(object, outsider.token)).status).toBe(404);
  });

  it.each([
    ['{', 400],
    ['[]', 422],
    [{ operation: 'delete', objects: [{ oid: 'a'.repeat(64), size: 1 }] }, 422],
    [{ operation: 'download', objects: [] }, 422],
    [{ operation: 'download', objects: [{ oid: 'A', size: 1 }] }, 422],
    [{ operation: 'download', objects: [{ oid: 'a'.repeat(64), size: -1 }] }, 422],
    [{ operation: 'download', objects: [null] }, 422],
    [{ operation: 'download', hash_algo: 'sha1', objects: [{ oid: 'a'.repeat(64), size: 1 }] }, 409],
    [{ operation: 'download', objects: Array(1_001).fill({ oid: 'a'.repeat(64), size: 1 }) }, 413],
  ])('refuses the body %#', async (body, status) => {
    const answer = await post('objects/batch', body, developer.token);
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  });

  it('knows no other operations, and refuses the old ones', async () => {
    expect((await post('objects', {}, developer.token)).status).toBe(501);
    expect((await post('other', {}, developer.token)).status).toBe(404);
    expect((await get('objects/batch', developer.token)).status).toBe(404);
  });

  it('is not found in projects and groups without large files', async () => {
    const group = (await root.post('/groups', { name: `lfs-${Date.now()}`, path: `lfs-${Date.now()}` })).body;
    const subgroup = (await root.post('/groups', { name: 'sub', path: 'sub', parent_id: group.id })).body;
    expect([group.lfs_enabled, subgroup.lfs_enabled]).toEqual([true, true]);
    const own = await createProject(root, { namespace_id: subgroup.id });
    const path = (await root.get(`/projects/${own.id}`)).body.path_with_namespace;
    const shown = async () => (await root.get(`/projects/${own.id}`)).body.lfs_enabled;
    const status = async () => (await batch('download', [newObject()], mesh().rootToken, path)).status;
    expect([await status(), await shown()]).toEqual([200, true]);
    expect((await root.put(`/groups/${group.id}`, { lfs_enabled: false })).body.lfs_enabled).toBe(false);
    expect([await status(), await shown()]).toEqual([404, false]);
    const listed = (await root.get(`/groups/${subgroup.id}/projects`)).body;
    expect(listed).toMatchObject([{ id: own.id, lfs_enabled: false }]);
    await root.put(`/groups/${group.id}`, { lfs_enabled: true });
    await root.put(`/projects/${own.id}`, { lfs_enabled: false });
    expect([await status(), await shown()]).toEqual([404, false]);
    await root.put(`/projects/${own.id}`, { lfs_enabled: true });
    await root.post(`/projects/${own.id}/archive`);
    expect([await status(), (await batch('upload', [newObject()], mesh().rootToken, path)).status]).toEqual([200, 403]);
  });

  it('accepts tokens of machines within their scopes', async () => {
    const object = await stored();
    const fields = { name: 'x', scopes: ['read_repository'] };
    const { username, token } = (await root.post(`/projects/${project.id}/deploy_tokens`, fields)).body;
    const reading = `${username}:${token}`;
    const read = await batch('download', [object], reading);
    expect([read.status, read.body.objects?.[0].actions]).toEqual([200, { download: expect.any(Object) }]);
    expect((await batch('upload', [object], reading)).status).toBe(403);
    expect((await put(newObject(), reading)).status).toBe(403);
  });
});

describe('PUT and GET /:path.git/info/lfs/objects/:oid', () => {
  it('stores content that is as announced, and nothing else', async () => {
    const object = newObject();
    const [short, wrong] = [
      { ...object, size: object.size + 1 },
      { ...object, content: randomBytes(object.size) },
    ];
    expect((await put(short, developer.token)).status).toBe(400);
    expect((await put(wrong, developer.token)).body.message).toContain('digest');
    expect((await get(`objects/${object.oid}`, developer.token)).status).toBe(404);
    expect((await put(object, developer.token)).status).toBe(200);
    expect((await put(object, developer.token)).status).toBe(200);
    const { oid, size } = object;
    expect((await post('objects/verify', { oid, size }, developer.token)).status).toBe(200);
    expect((await post('objects/verify', { oid, size: size + 1 }, developer.token)).status).toBe(404);
  });

  it('sends ranges', async () => {
    const { oid, content, size } = await stored();
    const whole = await get(`objects/${oid}`, reporter.token);
    expect([whole.status, whole.headers.get('accept-ranges'), whole.body.equals(content)]).toEqual([
      200,
      'bytes',
      true,
    ]);
    const part = async (range: string) => {
      const { status, headers, body } = await get(`objects/${oid}`, reporter.token, { Range: range });
      return [status, headers.get('content-range'), (body as Buffer).toString('hex')];
    };
    expect(await part('bytes=10-19')).toEqual([206, `bytes 10-19/${size}`, content.subarray(10, 20).toString('hex')]);
    expect(await part('bytes=1990-')).toEqual([206, `bytes 1990-1999/${size}`, content.subarray(1990).toString('hex')]);
    expect(await part('bytes=-5')).toEqual([206, `bytes 1995-1999/${size}`, content.subarray(-5).toString('hex')]);
    expect(await part('bytes=2000-')).toEqual([416, `bytes */${size}`, '']);
    expect((await part('bytes=0-1,5-6'))[0]).toBe(200);
  });

  it('keeps objects to the projects that have them, and gives them to forks', async () => {
    const object = await stored();
    const other = await createEmptyRepository();
    const otherPath = (await root.get(`/projects/${other.id}`)).body.path_with_namespace;
    expect((await get(`objects/${object.oid}`, mesh().rootToken, {}, otherPath)).status).toBe(404);
    const [upload] = (await batch('upload', [object], mesh().rootToken, otherPath)).body.objects;
    expect(upload.actions.upload).toBeDefined();
    const fork = (await developer.api.post(`/projects/${project.id}/fork`, {})).body;
    const forked = await waitFor(
      () => get(`objects/${object.oid}`, developer.token, {}, fork.path_with_namespace),
      ({ status }) => status === 200,
    );
    expect(forked.body.equals(object.content)).toBe(true);
    expect((await developer.api.delete(`/projects/${fork.id}/fork`)).status).toBe(204);
    const kept = await get(`objects/${object.oid}`, developer.token, {}, fork.path_with_namespace);
    expect(kept.body.equals(object.content)).toBe(true);
  });

  it('counts in the statistics of the project', async () => {
    await stored();
    const { statistics } = await waitFor(
      async () => (await root.get(`/projects/${project.id}?statistics=true`)).body,
      (body) => body.statistics.lfs_objects_size >= 2_000,
    );
    const { storage_size, repository_size, wiki_size, lfs_objects_size } = statistics;
    expect(storage_size).toBe(repository_size + wiki_size + lfs_objects_size);
  });
});

describe('/:path.git/info/lfs/locks', () => {
  it('locks files for their owners', async () => {
    const created = await post('locks', { path: 'a/b.bin', ref: { name: 'refs/heads/main' } }, developer.token);
    expect([created.status, created.body.lock]).toEqual([
      201,
      {
        id: expect.stringMatching(/^\d+$/),
        path: 'a/b.bin',
        locked_at: expect.stringMatching(/^\d{4}-.*Z$/),
        owner: { name: (await developer.api.get('/user')).body.name },
      },
    ]);
    const { lock } = created.body;
    const again = await post('locks', { path: 'a/b.bin' }, maintainer.token);
    expect([again.status, again.body]).toMatchObject([409, { lock, message: 'already locked' }]);
    expect((await get('locks?path=a/b.bin', reporter.token)).body).toEqual({ locks: [lock] });
    expect((await get('locks?path=none', reporter.token)).body).toEqual({ locks: [] });
    expect((await get(`locks?id=${lock.id}`, reporter.token)).body).toEqual({ locks: [lock] });
    expect((await get('locks?id=x', reporter.token)).body).toEqual({ locks: [] });
    const verified = async ({ token }: TestUser) => (await post('locks/verify', {}, token)).body;
    expect(await verified(developer)).toEqual({ ours: [lock], theirs: [] });
    expect(await verified(maintainer)).toEqual({ ours: [], theirs: [lock] });
    expect((await post('locks', { path: 'c' }, reporter.token)).status).toBe(403);
    expect((await post('locks/verify', {}, reporter.token)).status).toBe(403);
    const other = await createMember(root, `/projects/${project.id}`, 30);
    const unlock = (body: object, { token }: TestUser) => post(`locks/${lock.id}/unlock`, body, token);
    expect((await unlock({}, other)).status).toBe(403);
    expect((await unlock({ force: true }, other)).body.message).toBe(
      'You must have maintainer access to force delete a lock',
    );
    expect((await unlock({}, maintainer)).status).toBe(403);
    expect((await unlock({ force: true }, maintainer)).body).toEqual({ lock });
    expect((await unlock({}, developer)).status).toBe(404);
  });

  it('lists them in pages', async () => {
    for (const path of ['p1', 'p2', 'p3']) await post('locks', { path }, developer.token);
    const first = (await get('locks?limit=2', developer.token)).body;
    expect([first.locks.length, first.next_cursor]).toEqual([2, expect.any(String)]);
    const rest = (await get(`locks?limit=2&cursor=${first.next_cursor}`, developer.token)).body;
    expect(rest.locks.map(({ path }: { path: string }) => path)).toEqual(['p3']);
    expect((await get('locks?cursor=x', developer.token)).status).toBe(422);
    for (const { id } of [...first.locks, ...rest.locks]) await post(`locks/${id}/unlock`, {}, developer.token);
  });

  it.each(['', '/a', '../a', 'a//b', 'a\nb', 'x'.repeat(1_025), 7])('refuses the path %j', async (path) => {
    expect((await post('locks', { path }, developer.token)).status).toBe(422);
  });
});

describe('a push', () => {
  const pointerOf = ({ oid, size }: TestObject) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;

  it('of pointers needs their objects, and of locked files their owner', async () => {
    const clone = await GitClone.of(project, maintainer.token);
    const [present, missing] = [await stored(), newObject()];
    await clone.commit('present.bin', pointerOf(present));
    expect((await clone.run('push', '-q', 'origin', 'main')).output).toBe('');
    await clone.commit('missing.bin', pointerOf(missing));
    expect((await clone.run('push', 'origin', 'main')).output).toContain(
      'LFS objects are missing. Ensure LFS is properly set up or try a manual "git lfs push --all".',
    );
    await root.put(`/projects/${project.id}`, { lfs_enabled: false });
    expect((await clone.run('push', '-q', 'origin', 'main:disabled')).code).toBe(0);
    await root.put(`/projects/${project.id}`, { lfs_enabled: true });
    expect((await put(missing, developer.token)).status).toBe(200);
    expect((await clone.run('push', '-q', 'origin', 'main')).code).toBe(0);
    const { lock } = (await post('locks', { path: 'present.bin' }, developer.token)).body;
    await clone.commit('present.bin', pointerOf(missing));
    const text = `The path 'present.bin' is locked in Git LFS by ${lock.owner.name}`;
    expect((await clone.run('push', 'origin', 'main')).output).toContain(text);
    const change = { branch: 'main', commit_message: 'x', content: 'x' };
    const file = `${project.repository}/files/present.bin`;
    expect((await maintainer.api.put(file, change)).body).toEqual({ message: text });
    await post(`locks/${lock.id}/unlock`, {}, developer.token);
    expect((await clone.run('push', '-q', 'origin', 'main')).code).toBe(0);
    clone.remove();
    const raw = async (query: string) => {
      const headers = { 'PRIVATE-TOKEN': reporter.token };
      const response = await fetch(`${mesh().url}/api/v4${file}/raw?ref=main${query}`, { headers });
      return Buffer.from(await response.arrayBuffer());
    };
    expect((await raw('&lfs=true')).equals(missing.content)).toBe(true);
    expect((await raw('')).toString()).toBe(pointerOf(missing));
  });
});
