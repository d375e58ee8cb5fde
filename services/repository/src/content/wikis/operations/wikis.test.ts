import { api, asRoot, createUser, waitFor, mesh, createMember, borrowMember } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import type { ForgeEvent } from '@forgemesh/events';
import { expectStatus, createEmptyRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const notFound = { status: 404, body: { message: '404 Wiki Page Not Found' } };

let project: TestRepository;
let path: string;

async function useNewWiki(): Promise<void> {
  project = await createEmptyRepository();
  path = `/projects/${project.id}/wikis`;
}

function create(title: string, fields: object = {}, as = root) {
  return as.post(path, { title, content: 'Hello', ...fields });
}

/** The files of the wiki as git sees them, and the messages of its commits. */
async function cloned(): Promise<{ files: string[]; log: string[] }> {
  const clone = await GitClone.of(project, mesh().rootToken, '.wiki.git');
  try {
    await clone.run('pull', '-q', 'origin', 'HEAD');
    const files = (await clone.run('ls-files')).output.split('\n').filter(Boolean);
    return { files, log: (await clone.run('log', '--format=%an: %s')).output.split('\n') };
  } finally {
    clone.remove();
  }
}

describe('POST /projects/:id/wikis', () => {
  beforeEach(useNewWiki);

  it('creates a page that git clones', async () => {
    const { status, body } = await create('My first page', { content: 'Héllo\n' });
    expect(status).toBe(201);
    expect(body).toEqual({ content: 'Héllo\n', format: 'markdown', slug: 'My-first-page', title: 'My first page' });
    expect((await create('folder/sub/Deep', { format: 'asciidoc' })).body).toMatchObject({
      slug: 'folder/sub/Deep',
      title: 'Deep',
      format: 'asciidoc',
    });
    const { files, log } = await cloned();
    expect(files).toEqual(['My-first-page.md', 'folder/sub/Deep.asciidoc']);
    expect(log).toEqual(['Administrator: root created page: Deep', 'Administrator: root created page: My first page']);
  });

  it.each(['rdoc', 'org'])('accepts %s', async (format) => {
    expect((await create('Page', { format })).body.format).toBe(format);
    expect((await cloned()).files).toEqual([`Page.${format}`]);
  });

  it('refuses the title of an existing page, whatever its format', async () => {
    await create('Page');
    const refused = { status: 400, body: { message: 'Duplicate page: A page with that title already exists' } };
    expect(await create('Page')).toMatchObject(refused);
    expect(await create('Page', { format: 'rdoc' })).toMatchObject(refused);
    const responses = await Promise.all(Array.from({ length: 5 }, () => create('Same')));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  it('checks its parameters', async () => {
    expect((await root.post(path, {})).body).toEqual({ error: 'title is missing, content is missing' });
    expect((await create('Page', { format: 'pdf' })).body).toEqual({ error: 'format does not have a valid value' });
  });

  it('requires developers and an enabled wiki', async () => {
    const [developer, reporter] = [
      await createMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 20),
    ];
    expect((await create('Page', {}, developer.api)).status).toBe(201);
    expect((await create('Other', {}, reporter.api)).status).toBe(403);
    expect((await create('Other', {}, (await createUser()).api)).status).toBe(404);
    expect((await create('Other', {}, api())).status).toBe(401);
    expectStatus(await root.put(`/projects/${project.id}`, { wiki_access_level: 'disabled' }), 200);
    expect((await create('Other', {}, developer.api)).status).toBe(403);
  });

  it('publishes the change like a push to the wiki', async () => {
    const { bus } = openTestBus(mesh().natsUrl);
    const events: ForgeEvent<'repository.wiki_push.received'>[] = [];
    await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
    const connection = bus.connection()!;
    const callback = (_error: unknown, message: { json<T>(): T }) => void events.push(message.json());
    connection.subscribe('repository.wiki_push.received', { callback });
    await connection.flush();
    await create('Page');
    const own = () => events.filter(({ data }) => data.entity.project_id === project.id);
    const [event] = await waitFor(
      () => Promise.resolve(own()),
      ({ length }) => length > 0,
    );
    await bus.close();
    expect(event?.data.entity).toMatchObject({
      repository: 'wiki',
      ref: 'refs/heads/master',
      user_username: 'root',
      commits: [{ added: ['Page.md'] }],
    });
  });
});

describe('POST /projects/:id/wikis with an invalid title', () => {
  beforeAll(useNewWiki);

  it.each([
    '../../etc/passwd',
    'a/../b',
    '..',
    '.',
    '.git/config',
    '.gitmodules',
    '-rf',
    'folder/--exec',
    'a\u0000b',
    'line\nbreak',
    'back\\slash',
    'a//b',
    'folder/',
    '/',
    ' ',
    'x'.repeat(246),
    `${'f'.repeat(256)}/page`,
    'a/'.repeat(30) + 'page',
  ])('refuses the title %j', async (title) => {
    const { status, body } = await create(title);
    expect([status, body]).toEqual([400, expect.anything()]);
    expect((await root.get(path)).body).toEqual([]);
  });
});

describe('GET /projects/:id/wikis', () => {
  beforeEach(useNewWiki);

  it('lists pages by slug, with content on request', async () => {
    expect((await root.get(path)).body).toEqual([]);
    for (const title of ['b', 'a/c', 'A']) await create(title, { content: `Content of ${title}` });
    const pages = [
      { format: 'markdown', slug: 'A', title: 'A' },
      { format: 'markdown', slug: 'a/c', title: 'c' },
      { format: 'markdown', slug: 'b', title: 'b' },
    ];
    expect((await root.get(path)).body).toEqual(pages);
    const contents = ['Content of A', 'Content of a/c', 'Content of b'];
    const full = pages.map((page, index) => ({ content: contents[index], ...page }));
    expect((await root.get(`${path}?with_content=true`)).body).toEqual(full);
  });

  it('lists pages pushed by git, on any branch', async () => {
    const clone = await GitClone.of(project, mesh().rootToken, '.wiki.git');
    await clone.commit('Home page.markdown', 'Welcome');
    await clone.commit('image.png', 'x');
    expect((await clone.run('push', '-q', 'origin', 'main')).code).toBe(0);
    clone.remove();
    expect((await root.get(path)).body).toEqual([{ format: 'markdown', slug: 'Home page', title: 'Home page' }]);
    expect((await root.get(`${path}/Home%20page`)).body.content).toBe('Welcome');
    await create('Second');
    expect((await root.get(path)).body).toHaveLength(2);
  });

  it('requires access to the wiki', async () => {
    await create('Page');
    expect((await (await borrowMember(root, `/projects/${project.id}`, 10)).api.get(path)).status).toBe(200);
    expect((await api().get(path)).status).toBe(404);
    expectStatus(await root.put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await api().get(`${path}/Page`)).body.content).toBe('Hello');
  });
});

describe('/projects/:id/wikis/:slug', () => {
  beforeEach(useNewWiki);

  const at = (slug: string): string => `${path}/${encodeURIComponent(slug)}`;

  it('reads, changes and moves', async () => {
    await create('folder/Page');
    expect((await root.get(at('folder/Page'))).body).toEqual({
      content: 'Hello',
      format: 'markdown',
      slug: 'folder/Page',
      title: 'Page',
    });
    expect(await root.put(at('folder/Page'), { content: 'New' })).toMatchObject({
      status: 200,
      body: { slug: 'folder/Page', content: 'New' },
    });
    expect((await root.put(at('folder/Page'), { title: 'Other name' })).body).toMatchObject({
      slug: 'folder/Other-name',
      title: 'Other name',
      content: 'New',
    });
    expect((await root.put(at('folder/Other-name'), { format: 'rdoc', content: '= Title' })).body).toMatchObject({
      format: 'rdoc',
      content: '= Title',
    });
    expect((await root.put(at('folder/Other-name'), { title: '/Top' })).body).toMatchObject({ slug: 'Top' });
    expect((await cloned()).files).toEqual(['Top.rdoc']);
    expect(await root.get(at('folder/Page'))).toMatchObject(notFound);
  });

  it('refuses invalid changes', async () => {
    for (const title of ['Page', 'Taken']) await create(title);
    expect((await root.put(at('Page'), { title: 'Taken' })).status).toBe(400);
    expect((await root.put(at('Page'), { title: '../out' })).status).toBe(400);
    expect((await root.put(at('Page'), {})).body).toEqual({
      error: 'title, content, format are missing, at least one parameter must be provided',
    });
    for (const slug of ['None', '../../../etc/passwd', 'Page.md', '-x', 'a/b/c', 'x'.repeat(300)]) {
      expect(await root.get(at(slug))).toMatchObject(notFound);
      expect(await root.put(at(slug), { content: 'x' })).toMatchObject(notFound);
      expect(await root.delete(at(slug))).toMatchObject(notFound);
    }
    expect((await root.get(at('a\u0000b'))).status).toBe(400);
  });

  it('can be changed by developers and deleted by maintainers', async () => {
    await create('Page');
    const [developer, reporter] = [
      await createMember(root, `/projects/${project.id}`, 30),
      await createMember(root, `/projects/${project.id}`, 20),
    ];
    expect((await reporter.api.put(at('Page'), { content: 'x' })).status).toBe(403);
    expect((await developer.api.put(at('Page'), { content: 'x' })).status).toBe(200);
    expect((await developer.api.delete(at('Page'))).status).toBe(403);
    expect((await (await borrowMember(root, `/projects/${project.id}`, 40)).api.delete(at('Page'))).status).toBe(204);
    expect(await root.get(at('Page'))).toMatchObject(notFound);
    expect((await root.get(path)).body).toEqual([]);
    expect((await create('Page')).status).toBe(201);
  });
});

describe('GET /projects/:id/wikis/:slug/versions', () => {
  beforeEach(useNewWiki);

  const at = (slug: string): string => `${path}/${encodeURIComponent(slug)}`;

  it('lists the commits that changed the page, and what each of them changed', async () => {
    await create('folder/Page', { content: 'one\n' });
    await create('Other');
    await root.put(at('folder/Page'), { content: 'two\n' });
    const { status, body, headers } = await root.get(`${at('folder/Page')}/versions`);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { title: 'root updated page: Page', author_name: 'Administrator' },
      { title: 'root created page: Page', author_name: 'Administrator' },
    ]);
    expect(headers.get('x-total')).toBe('2');
    const [second, first] = body as { id: string }[];
    const versions = `${at('folder/Page')}/versions`;
    expect((await root.get(`${versions}?per_page=1&page=2`)).body).toMatchObject([{ id: first?.id }]);
    expect((await root.get(`${versions}?page=3`)).body).toEqual([]);
    expect((await root.get(`${versions}/${second?.id}/diff`)).body).toMatchObject([
      { new_path: 'folder/Page.md', new_file: false, diff: expect.stringContaining('-one\n+two\n') },
    ]);
    expect((await root.get(`${versions}/${first?.id}/diff`)).body).toMatchObject([{ new_file: true }]);
    expect((await root.get(`${at('Other')}/versions/${second?.id}/diff`)).body).toEqual([]);
    expect((await root.get(`${at('folder/Page')}?version=${first?.id}`)).body).toMatchObject({ content: 'one\n' });
    expect(await root.get(`${at('Other')}?version=${first?.id}`)).toMatchObject(notFound);
  });

  it('is 404 for unknown pages and versions', async () => {
    await create('Page');
    expect(await root.get(`${at('None')}/versions`)).toMatchObject(notFound);
    const unknown = { status: 404, body: { message: '404 Wiki Page Version Not Found' } };
    for (const sha of ['0'.repeat(40), 'master', '../x', '-x', 'x'.repeat(300)]) {
      const encoded = encodeURIComponent(sha);
      expect(await root.get(`${at('Page')}/versions/${encoded}/diff`)).toMatchObject(unknown);
      expect(await root.get(`${at('Page')}?version=${encoded}`)).toMatchObject(unknown);
    }
  });

  it('requires access to the wiki', async () => {
    await create('Page');
    const versions = `${at('Page')}/versions`;
    const guest = await borrowMember(root, `/projects/${project.id}`, 10);
    const { body } = await guest.api.get(versions);
    expect(body).toHaveLength(1);
    const diff = `${versions}/${(body as { id: string }[])[0]?.id}/diff`;
    expect((await guest.api.get(diff)).status).toBe(200);
    for (const address of [versions, diff]) {
      expect((await api().get(address)).status).toBe(404);
      expect((await (await createUser()).api.get(address)).status).toBe(404);
    }
    expectStatus(await root.put(`/projects/${project.id}`, { wiki_access_level: 'disabled' }), 200);
    expect((await guest.api.get(versions)).status).toBe(403);
  });
});

describe('POST /projects/:id/wikis/attachments', () => {
  beforeEach(useNewWiki);

  const send = (name: string, content: string | Buffer, fields: Record<string, string> = {}, as = root) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new Blob([content]), name);
    return as.post(`${path}/attachments`, form);
  };

  it('stores a file beside the pages', async () => {
    const { status, body } = await send('my picture.png', 'not really');
    expect(status).toBe(201);
    const url = expect.stringMatching(/^uploads\/[0-9a-f]{32}\/my_picture\.png$/);
    expect(body).toEqual({
      file_name: 'my_picture.png',
      file_path: url,
      branch: 'master',
      link: { url, markdown: `![my_picture](${body.file_path})` },
    });
    await create('Page');
    const other = await send('notes.txt', 'x', { branch: 'master' });
    expect(other.body.link.markdown).toBe(`[notes.txt](${other.body.file_path})`);
    const { files, log } = await cloned();
    expect(files.sort()).toEqual(['Page.md', body.file_path, other.body.file_path].sort());
    expect(log[0]).toBe('Administrator: Upload attachment notes.txt');
    expect((await root.get(path)).body).toHaveLength(1);
  });

  it('refuses large files, missing branches and callers without write access', async () => {
    await create('Page');
    expect(await send('large', Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
    expect((await send('a', 'x', { branch: 'none' })).status).toBe(400);
    expect(await root.post(`${path}/attachments`, {})).toMatchObject({
      status: 400,
      body: { error: 'file is missing' },
    });
    const reporter = await createMember(root, `/projects/${project.id}`, 20);
    expect((await send('a', 'x', {}, reporter.api)).status).toBe(403);
    expect((await send('a', 'x', {}, (await createUser()).api)).status).toBe(404);
    expectStatus(await root.post(`/projects/${project.id}/archive`), 201);
    expect((await send('a', 'x')).status).toBe(403);
  });
});
