import { asRoot, createMember } from '@forgemesh/testing';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const external_url = 'https://app.example.com/?a=b';

function pathOf(project: TestRepository): string {
  return `/projects/${project.id}/environments`;
}

function names(response: { body: { name: string }[] }): string[] {
  return response.body.map(({ name }) => name);
}

describe('environments of a project', () => {
  let project: TestRepository;
  let path: string;
  beforeAll(async () => {
    project = await createEmptyRepository();
    path = pathOf(project);
  });

  describe('POST /projects/:id/environments', () => {
    it('creates an environment', async () => {
      const { status, body } = await root.post(path, { name: 'review/fix foo', external_url });
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(Number),
          name: 'review/fix foo',
          slug: expect.stringMatching(/^review-fix-foo-[a-z0-9]{6}$/),
          external_url,
          state: 'available',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          updated_at: body.created_at,
        },
      ]);
      expect((await root.post(path, { name: 'plain' })).body).toMatchObject({ slug: 'plain', external_url: null });
    });

    it.each([
      [{}, { error: 'name is missing' }],
      [{ name: '' }, { error: 'name is empty' }],
      [{ name: 'x', slug: 'y' }, { error: 'slug is automatically generated and cannot be changed' }],
      [
        { name: 'x'.repeat(256) },
        { message: { name: expect.arrayContaining([expect.stringMatching(/^is too long/)]) } },
      ],
      [{ name: '/x' }, { message: { name: [expect.stringMatching(/^can contain only letters/)] } }],
      [{ name: 'x/' }, { message: { name: [expect.stringMatching(/^can contain only letters/)] } }],
      [{ name: 'ä' }, { message: { name: [expect.stringMatching(/^can contain only letters/)] } }],
      [{ name: 'x', external_url: 'no url' }, { message: { external_url: ['must be a valid URL'] } }],
      [
        { name: 'x', external_url: 'javascript:alert(1)' },
        { message: { external_url: ['is blocked: Only allowed schemes are http, https'] } },
      ],
    ])('refuses %#', async (fields, body) => {
      expect(await root.post(path, fields)).toMatchObject({ status: 400, body });
    });

    it('refuses a name that is taken, and a slug', async () => {
      expectStatus(await root.post(path, { name: 'taken' }), 201);
      const name = await root.post(path, { name: 'taken' });
      expect(name).toMatchObject({ status: 400, body: { message: { name: ['has already been taken'] } } });
      const slug = await root.post(path, { name: 'taken-' });
      expect(slug).toMatchObject({ status: 400, body: { message: { slug: ['has already been taken'] } } });
    });
  });

  it('GET /projects/:id/environments lists by name, part of the name and state', async () => {
    const own = pathOf(await createEmptyRepository());
    for (const name of ['production', 'Review/a.b', 'review/c']) expectStatus(await root.post(own, { name }), 201);
    const [, second] = (await root.get(own)).body;
    await root.post(`${own}/${second.id}/stop`);
    expect(names(await root.get(own))).toEqual(['production', 'Review/a.b', 'review/c']);
    expect(names(await root.get(`${own}?name=production`))).toEqual(['production']);
    expect(names(await root.get(`${own}?name=prod`))).toEqual([]);
    expect(names(await root.get(`${own}?search=REVIEW`))).toEqual(['Review/a.b', 'review/c']);
    expect(names(await root.get(`${own}?search=a.b`))).toEqual(['Review/a.b']);
    expect(names(await root.get(`${own}?search=a..`))).toEqual([]);
    expect(names(await root.get(`${own}?states=stopped`))).toEqual(['Review/a.b']);
    expect(names(await root.get(`${own}?states=available`))).toEqual(['production', 'review/c']);
    const page = await root.get(`${own}?per_page=2&page=2`);
    expect([names(page), page.headers.get('x-total')]).toEqual([['review/c'], '3']);
    expect((await root.get(`${own}?name=a&search=b`)).body).toEqual({ error: 'name, search are mutually exclusive' });
    expect((await root.get(`${own}?states=gone`)).body).toEqual({ error: 'states does not have a valid value' });
  });

  it('PUT /projects/:id/environments/:environment_id changes name and URL, never the slug', async () => {
    const { body: created } = await root.post(path, { name: 'before', external_url });
    await root.post(path, { name: 'other' });
    const one = `${path}/${created.id}`;
    const renamed = await root.put(one, { name: 'after' });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      { ...created, name: 'after', updated_at: renamed.body.updated_at },
    ]);
    expect(renamed.body.updated_at > created.updated_at).toBe(true);
    expect((await root.put(one, { external_url: null })).body.external_url).toBeNull();
    expect((await root.put(one, { external_url })).body.external_url).toBe(external_url);
    expect((await root.put(one, {})).body).toMatchObject({ name: 'after', external_url });
    expect(await root.put(one, { name: 'other' })).toMatchObject({
      status: 400,
      body: { message: { name: ['has already been taken'] } },
    });
    expect(await root.put(one, { slug: 'x' })).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect((await root.put(one, { external_url: 'x' })).status).toBe(400);
  });

  it('POST /projects/:id/environments/:environment_id/stop stops it', async () => {
    const { body: created } = await root.post(path, { name: 'stopping' });
    for (let time = 0; time < 2; time++) {
      const stopped = await root.post(`${path}/${created.id}/stop`);
      const { updated_at } = stopped.body;
      expect([stopped.status, stopped.body]).toEqual([200, { ...created, state: 'stopped', updated_at }]);
    }
  });

  it('DELETE /projects/:id/environments/:environment_id deletes it with its deployments', async () => {
    const own = await createRepository();
    const { id: sha } = (await root.get(`${own.repository}/commits/main`)).body;
    const fields = { environment: 'gone', sha, ref: 'main', tag: false, status: 'success' };
    const deployment = expectStatus(await root.post(`/projects/${own.id}/deployments`, fields), 201);
    const one = `${pathOf(own)}/${deployment.environment.id}`;
    expect(await root.delete(one)).toMatchObject({ status: 204, body: undefined });
    for (const response of [await root.get(one), await root.delete(one), await root.post(`${one}/stop`)])
      expect(response).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await root.get(`/projects/${own.id}/deployments`)).body).toEqual([]);
  });

  it('are readable by reporters, writable by developers, and hidden from others', async () => {
    const { body: created } = await root.post(path, { name: 'roles' });
    const one = `${path}/${created.id}`;
    const [guest, reporter, developer] = await Promise.all(
      [10, 20, 30].map((level) => createMember(root, `/projects/${project.id}`, level)),
    );
    expect((await guest?.api.get(path))?.status).toBe(403);
    expect((await reporter?.api.get(one))?.status).toBe(200);
    for (const response of [
      await reporter?.api.post(path, { name: 'x' }),
      await reporter?.api.put(one, { name: 'x' }),
      await reporter?.api.post(`${one}/stop`),
      await reporter?.api.delete(one),
    ])
      expect(response?.status).toBe(403);
    expect((await developer?.api.put(one, { name: 'renamed' }))?.status).toBe(200);
    expect((await developer?.api.post(`${one}/stop`))?.status).toBe(200);
    expect((await developer?.api.delete(one))?.status).toBe(204);
    const other = await createEmptyRepository();
    const { body: foreign } = await root.post(pathOf(other), { name: 'foreign' });
    expect((await root.get(`${path}/${foreign.id}`)).status).toBe(404);
    expect((await developer?.api.get(pathOf(other)))?.status).toBe(404);
  });
});
