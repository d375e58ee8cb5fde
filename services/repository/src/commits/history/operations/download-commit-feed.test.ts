import { getPage, mesh, asRoot, commitFiles, createMember, type TestCommit } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /:id/-/commits/:address?format=atom', () => {
  let project: TestRepository;
  let page: string;
  let newest: TestCommit;
  beforeAll(async () => {
    project = await createRepository({ 'one.txt': 'one\n' });
    page = `/${project.path_with_namespace}/-/commits`;
    const fields = { branch: 'feature/x', start_branch: 'main', commit_message: 'A <b> & \u0001 "c"\n\nText' };
    newest = await commitFiles(root, `/projects/${project.id}`, { 'src/two.txt': 'two\n' }, fields);
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
  });

  const titlesOf = (text: string): string[] =>
    [...text.matchAll(/^<title>(.*)<\/title>$/gm)].map(([, title = '']) => title);

  it('lists the newest commits of a ref', async () => {
    const { status, headers, text } = await getPage(`${page}/feature/x?format=atom`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(titlesOf(text).slice(1)).toEqual(['A &lt;b&gt; &amp; \uFFFD &quot;c&quot;', 'First']);
    expect(text).toContain(`<id>${mesh().url}/${project.path_with_namespace}/-/commit/${newest.id}</id>`);
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
    );
    expect(titlesOf((await getPage(`${page}/feature/x?format=atom&limit=1`)).text)).toHaveLength(2);
  });

  it('lists those that change a path', async () => {
    const { text } = await getPage(`${page}/feature/x/one.txt?format=atom`);
    expect(titlesOf(text).slice(1)).toEqual(['First']);
  });

  it('is refused for unknown refs and formats, and by the rights of the API', async () => {
    expect((await getPage(`${page}/none?format=atom`)).status).toBe(404);
    expect((await getPage(`${page}/main?format=rss`)).status).toBe(400);
    expect((await getPage(`${page}/main?format=atom&limit=101`)).status).toBe(400);
    const hidden = await createRepository();
    const path = `/${hidden.path_with_namespace}/-/commits/main?format=atom`;
    const guest = await createMember(root, `/projects/${hidden.id}`, 10);
    expect((await getPage(path)).status).toBe(404);
    expect((await getPage(path, { token: guest.token })).status).toBe(403);
    expect((await getPage(`${path}&private_token=${mesh().rootToken}`)).status).toBe(200);
  });

  it('leaves the page to browsers', async () => {
    for (const query of ['', '?format=atom'])
      expect((await getPage(`${page}/main${query}`, { Accept: 'text/html' })).headers.get('content-type')).toContain(
        'html',
      );
  });
});
