import { api, asRoot, unique, createMember, borrowMember, type ApiClient } from '@forgemesh/testing';
import { expectStatus, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const notFound = { status: 404, body: { message: '404 Not found' } };

let project: TestRepository;
let release: string;
let path: string;

beforeAll(async () => {
  project = await createRepository();
});

/** Each test has its own release. */
beforeEach(async () => {
  const tag_name = unique('v');
  release = `/projects/${project.id}/releases/${tag_name}`;
  path = `${release}/assets/links`;
  expectStatus(
    await root.post(`/projects/${project.id}/releases`, { tag_name, description: 'Notes', ref: 'main' }),
    201,
  );
});

/** The links of a release that does not exist. */
const missing = (): string => `/projects/${project.id}/releases/none/assets/links`;

async function add(name: string, url = `https://example.com/${name}`, as: ApiClient = root) {
  return as.post(path, { name, url });
}

describe('POST /projects/:id/releases/:tag_name/assets/links', () => {
  it('adds a link', async () => {
    const { status, body } = await add('binary');
    expect(status).toBe(201);
    expect(body).toEqual({ id: 1, name: 'binary', url: 'https://example.com/binary', external: true });
    const { body: own } = await add(
      'own',
      `${new URL((await root.get(`/projects/${project.id}`)).body.web_url).origin}/x`,
    );
    expect(own).toMatchObject({ id: 2, external: false });
    expect((await root.get(release)).body.assets).toMatchObject({ count: 6, links: [{ id: 2 }, { id: 1 }] });
  });

  it.each(['http://example.com/a', 'ftp://example.com/a'])('accepts %s', async (url) => {
    expect((await add('a', url)).status).toBe(201);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'example.com', '//example.com'])('refuses %s', async (url) => {
    expect(await add('a', url)).toMatchObject({
      status: 400,
      body: { message: { url: ['is blocked: Only allowed schemes are http, https, ftp'] } },
    });
  });

  it('refuses the name or URL of another link of the release', async () => {
    await add('a');
    expect(await add('a')).toMatchObject({
      status: 400,
      body: { message: { name: ['has already been taken'], url: ['has already been taken'] } },
    });
    const responses = await Promise.all(Array.from({ length: 5 }, () => add('b')));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  it('requires name and url', async () => {
    expect((await root.post(path, {})).body).toEqual({ error: 'name is missing, url is missing' });
    expect((await add('x'.repeat(256))).status).toBe(400);
  });

  it('requires developers and an existing release', async () => {
    expect((await add('a', undefined, (await createMember(root, `/projects/${project.id}`, 20)).api)).status).toBe(403);
    expect((await add('a', undefined, (await createMember(root, `/projects/${project.id}`, 30)).api)).status).toBe(201);
    expect((await add('b', undefined, api())).status).toBe(401);
    path = missing();
    expect(await add('a')).toMatchObject(notFound);
  });
});

describe('GET /projects/:id/releases/:tag_name/assets/links', () => {
  it('lists the newest first, by page', async () => {
    for (const name of ['a', 'b', 'c']) await add(name);
    const { body, headers } = await root.get(`${path}?per_page=2`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['c', 'b']);
    expect([headers.get('x-total'), headers.get('x-next-page')]).toEqual(['3', '2']);
    expect((await root.get(`${path}?per_page=2&page=2`)).body).toMatchObject([{ name: 'a' }]);
    expect((await root.get(`${path}?page=9`)).body).toEqual([]);
  });

  it('requires access to the code', async () => {
    expect((await (await borrowMember(root, `/projects/${project.id}`, 20)).api.get(path)).status).toBe(200);
    expect((await (await borrowMember(root, `/projects/${project.id}`, 10)).api.get(path)).status).toBe(403);
    expect((await api().get(path)).status).toBe(404);
    expectStatus(await root.put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await api().get(path)).status).toBe(200);
    expect(await root.get(missing())).toMatchObject(notFound);
  });
});

describe('/projects/:id/releases/:tag_name/assets/links/:link_id', () => {
  it('reads, changes and deletes', async () => {
    await add('a');
    await add('b');
    const link = `${path}/2`;
    expect((await root.get(link)).body).toMatchObject({ id: 2, name: 'b' });
    expect(await root.put(link, { name: 'new' })).toMatchObject({
      status: 200,
      body: { id: 2, name: 'new', url: 'https://example.com/b', external: true },
    });
    expect((await root.put(link, { name: 'a' })).body).toEqual({ message: { name: ['has already been taken'] } });
    expect((await root.put(link, { url: 'data:x' })).status).toBe(400);
    expect((await root.put(link, { url: 'https://example.com/b' })).status).toBe(200);
    expect((await root.put(link, {})).body).toEqual({
      error: 'name, url are missing, at least one parameter must be provided',
    });
    expect(await root.delete(link)).toMatchObject({ status: 200, body: { id: 2, name: 'new' } });
    for (const answer of [await root.get(link), await root.put(link, { name: 'x' }), await root.delete(link)])
      expect(answer).toMatchObject(notFound);
    expect((await add('c')).body.id).toBe(3);
  });

  it('can be changed by developers and deleted by maintainers', async () => {
    await add('a');
    const [developer, reporter] = [
      await borrowMember(root, `/projects/${project.id}`, 30),
      await borrowMember(root, `/projects/${project.id}`, 20),
    ];
    expect((await reporter.api.put(`${path}/1`, { name: 'x' })).status).toBe(403);
    expect((await developer.api.put(`${path}/1`, { name: 'x' })).status).toBe(200);
    expect((await developer.api.delete(`${path}/1`)).status).toBe(403);
    expect((await (await borrowMember(root, `/projects/${project.id}`, 40)).api.delete(`${path}/1`)).status).toBe(200);
  });
});
