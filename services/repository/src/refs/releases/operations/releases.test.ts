import { asRoot, createMember, createUser, borrowMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

function releasesOf(project: TestRepository): string {
  return `/projects/${project.id}/releases`;
}

async function create(project: TestRepository, tag_name: string, fields: object = {}, as = root) {
  return as.post(releasesOf(project), { tag_name, description: 'Notes', ref: 'main', ...fields });
}

describe('POST /projects/:id/releases', () => {
  it('creates a release, and its tag if it is missing', async () => {
    const project = await createRepository();
    const links = [{ name: 'Binary', url: 'https://example.com/binary' }];
    const { status, body } = await create(project, 'v1', { name: 'One', assets: { links } });
    expect(status).toBe(201);
    expect(body).toEqual({
      tag_name: 'v1',
      name: 'One',
      description: 'Notes',
      description_html: '<p>Notes</p>\n',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      released_at: body.created_at,
      upcoming_release: false,
      author: expect.objectContaining({ username: 'root', id: expect.any(Number) }),
      commit: expect.objectContaining({ title: 'First' }),
      assets: {
        count: 5,
        sources: ['zip', 'tar.gz', 'tar.bz2', 'tar'].map((format) => ({
          format,
          url: expect.stringMatching(new RegExp(`/repository/archive\\.${format}\\?sha=v1$`)),
        })),
        links: [{ id: 1, ...links[0], external: true }],
      },
    });
    expect((await root.get(`${project.repository}/tags/v1`)).body.release.description).toBe('Notes');
    const later = await create(project, 'v2', { released_at: '2100-01-01T00:00:00Z' });
    expect(later.body).toMatchObject({ name: 'v2', upcoming_release: true, released_at: '2100-01-01T00:00:00.000Z' });
  });

  it('creates a release from a tag alone: notes are optional, the name is that of the tag', async () => {
    const project = await createRepository();
    expect((await root.post(`${project.repository}/tags`, { tag_name: 'v1', ref: 'main' })).status).toBe(201);
    expect(await root.post(releasesOf(project), { tag_name: 'v1' })).toMatchObject({
      status: 201,
      body: { tag_name: 'v1', name: 'v1', description: null, description_html: null },
    });
    expect((await root.get(`${project.repository}/tags/v1`)).body.release).toEqual({
      tag_name: 'v1',
      description: null,
    });
    const named = await root.post(releasesOf(project), { tag_name: 'v2', name: 'Two', ref: 'main' });
    expect(named).toMatchObject({ status: 201, body: { tag_name: 'v2', name: 'Two', description: null } });
  });

  it('refuses invalid requests', async () => {
    const project = await createRepository();
    await create(project, 'v1');
    expect(await create(project, 'v1')).toMatchObject({ status: 409, body: { message: 'Release already exists' } });
    expect(await create(project, 'v2', { ref: undefined })).toMatchObject({
      status: 422,
      body: { message: 'Ref is not specified' },
    });
    expect(await create(project, 'v2', { ref: 'none' })).toMatchObject({
      status: 400,
      body: { message: 'Target none is invalid' },
    });
    const linked = (links: object[]) => create(project, 'v2', { assets: { links } });
    expect((await linked([{ name: 'x', url: 'javascript:alert(1)' }])).status).toBe(400);
    const link = { name: 'x', url: 'https://example.com' };
    expect((await linked([link, link])).body.message).toBe('Validation failed: Links have duplicate values (name)');
    expect((await root.get(`${project.repository}/tags/v2`)).status).toBe(404);
    expect((await root.post(releasesOf(project), { name: 'v2' })).body).toEqual({ error: 'tag_name is missing' });
    const reporter = await createMember(root, `/projects/${project.id}`, 20);
    expect((await create(project, 'v3', {}, reporter.api)).status).toBe(403);
  });
});

describe('GET /projects/:id/feeds/releases', () => {
  it('has the releases, newest first', async () => {
    const project = await createRepository();
    await create(project, 'v1', { name: 'One & only' });
    await create(project, 'v2', { description: 'Faster' });
    const { status, headers, body } = await root.get(`/projects/${project.id}/feeds/releases`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const titles = [...String(body).matchAll(/<title>([^<]+)<\/title>/g)].map(([, title]) => title);
    expect(titles.slice(1)).toEqual(['v2', 'One &amp; only']);
    expect(body).toContain('<summary type="text">Faster</summary>');
    expect(body).toMatch(/href="[^"]+\/-\/releases\/v2"/);
    const stranger = await createUser();
    expect((await stranger.api.get(`/projects/${project.id}/feeds/releases`)).status).toBe(404);
  });
});

describe('/projects/:id/releases/:tag_name', () => {
  it('reads, changes and deletes', async () => {
    const project = await createRepository();
    for (const name of ['v1', 'v2']) expect((await create(project, name)).status).toBe(201);
    const { body: list } = await root.get(releasesOf(project));
    expect(list.map(({ tag_name }: { tag_name: string }) => tag_name)).toEqual(['v2', 'v1']);
    const path = `${releasesOf(project)}/v1`;
    expect((await root.get(path)).body).toMatchObject({ tag_name: 'v1', name: 'v1' });
    expect(await root.put(path, { name: 'One', description: '**New** <script>' })).toMatchObject({
      status: 200,
      body: {
        name: 'One',
        description: '**New** <script>',
        description_html: expect.stringMatching(/^<p><strong>New(?!.*<script)/),
      },
    });
    expect(await root.put(path, {})).toMatchObject({ status: 400, body: { message: 'params is empty' } });
    const [developer, reporter] = [
      await borrowMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 20),
    ];
    expect((await reporter.api.get(path)).status).toBe(200);
    expect((await reporter.api.put(path, { name: 'x' })).status).toBe(403);
    expect((await developer.api.put(path, { name: 'Two' })).status).toBe(200);
    expect((await developer.api.delete(path)).status).toBe(403);
    expect(await root.delete(path)).toMatchObject({ status: 200, body: { tag_name: 'v1', name: 'Two' } });
    expect(await root.get(path)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect(await root.delete(path)).toMatchObject({ status: 404, body: { message: 'Release does not exist' } });
    expect(await root.put(`${releasesOf(project)}/none`, { name: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Tag does not exist' },
    });
    expect((await root.get(`${project.repository}/tags/v1`)).body.release).toBeNull();
  });
});
