import { api, asRoot, createUser, getPage, mesh, unique, commitFiles, createMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const asAdmin = { token: mesh().rootToken };

describe('GET /:id/-/raw/:address', () => {
  let project: TestRepository;
  let page: string;
  beforeAll(async () => {
    project = await createRepository({ 'README.md': 'Hello\n', 'src/a b.html': '<script>1</script>' });
    page = `/${project.path_with_namespace}`;
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
  });

  it('downloads a file as text, of a branch, tag or commit', async () => {
    const { status, headers, text } = await getPage(`${page}/-/raw/main/src/a%20b.html`);
    expect([status, text]).toEqual([200, '<script>1</script>']);
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.get('content-disposition')).toBe('inline');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    await root.post(`${project.repository}/tags`, { tag_name: 'v1.0', ref: 'main' });
    const { id } = (await root.get(`${project.repository}/commits/main`)).body;
    for (const ref of ['v1.0', id, 'HEAD'])
      expect((await getPage(`${page}/-/raw/${ref}/README.md`)).text).toBe('Hello\n');
    expect((await getPage(`${page}/raw/main/README.md`)).text).toBe('Hello\n');
    const head = await fetch(`${mesh().url}${page}/-/raw/main/README.md`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '6']);
  });

  it('takes the longest ref that the address begins with', async () => {
    const files = { 'x/file.txt': 'of the branch\n' };
    await commitFiles(root, `/projects/${project.id}`, files, { branch: 'feature/x/deep', start_branch: 'main' });
    expect((await getPage(`${page}/-/raw/feature/x/deep/x/file.txt`)).text).toBe('of the branch\n');
    expect((await getPage(`${page}/-/raw/feature%2Fx%2Fdeep/x%2Ffile.txt`)).text).toBe('of the branch\n');
    const tagged = { 'deep/x/file.txt': 'of the tag\n' };
    await commitFiles(root, `/projects/${project.id}`, tagged, { branch: 'other', start_branch: 'main' });
    await root.post(`${project.repository}/tags`, { tag_name: 'feature/x', ref: 'other' });
    expect((await getPage(`${page}/-/raw/feature/x/deep/x/file.txt`)).text).toBe('of the branch\n');
    await root.delete(`${project.repository}/branches/feature%2Fx%2Fdeep`);
    expect((await getPage(`${page}/-/raw/feature/x/deep/x/file.txt`)).text).toBe('of the tag\n');
  });

  it('is 404 for unknown refs, paths and projects', async () => {
    for (const path of [
      `${page}/-/raw/none/README.md`,
      `${page}/-/raw/main/none`,
      `${page}/-/raw/main/src`,
      `${page}/-/raw/main`,
      `${page}-none/-/raw/main/README.md`,
      `${page}/-/raw/${'a/'.repeat(4000)}x`,
      `${page}/-/raw/main/..%2f..%2fREADME.md`,
    ])
      expect([path, (await getPage(path, asAdmin)).status]).toEqual([path, 404]);
    expect((await getPage(`${page}/-/raw/main/%zz`)).status).toBe(400);
  });

  it('follows the rights of the API, with its tokens', async () => {
    const hidden = await createRepository({ 'README.md': 'Hidden\n' });
    const path = `/${hidden.path_with_namespace}/-/raw/main/README.md`;
    const [guest, reporter, stranger] = [
      await createMember(root, `/projects/${hidden.id}`, 10),
      await createMember(root, `/projects/${hidden.id}`, 20),
      await createUser(),
    ];
    expect((await getPage(path)).status).toBe(404);
    expect((await getPage(path, { token: stranger.token })).status).toBe(404);
    expect((await getPage(path, { token: guest.token })).status).toBe(403);
    expect((await getPage(path, { token: reporter.token })).text).toBe('Hidden\n');
    expect((await getPage(path, { Authorization: `Bearer ${reporter.token}` })).text).toBe('Hidden\n');
    expect((await getPage(`${path}?private_token=${reporter.token}`)).text).toBe('Hidden\n');
    expect((await getPage(path, { token: 'wrong' })).status).toBe(401);
    await root.put(`/projects/${hidden.id}`, { visibility: 'public', repository_access_level: 'private' });
    expect((await getPage(path)).status).toBe(403);
  });

  it('leaves the page to browsers without a token', async () => {
    const accept = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const path = `${page}/-/raw/main/README.md`;
    expect((await getPage(path, accept)).headers.get('content-type')).toContain('text/html');
    expect((await getPage(path, { ...accept, ...asAdmin })).text).toBe('Hello\n');
    expect((await getPage(`${page}/-/blob/main/raw/README.md`, accept)).headers.get('content-type')).toContain('html');
  });

  it('redirects from a former path of the project', async () => {
    const moving = await createRepository({ 'a b.txt': 'Moved\n' });
    const former = `/${moving.path_with_namespace}/-/raw/main/a%20b.txt`;
    const { body } = await root.put(`/projects/${moving.id}`, { path: unique('moved') });
    const { status, headers } = await getPage(`${former}?inline=false`, asAdmin);
    const expected = `${mesh().url}/${body.path_with_namespace}/-/raw/main/a%20b.txt?inline=false`;
    expect([status, headers.get('location')]).toEqual([301, expected]);
    expect((await getPage(former)).status).toBe(404);
    expect((await api().get(`/projects/${moving.id}`)).status).toBe(404);
  });

  it('shares the limit of raw files', async () => {
    const { raw_blob_request_limit: usual } = (await root.get('/application/settings')).body;
    await root.put('/application/settings', { raw_blob_request_limit: 2 });
    try {
      const limited = await createRepository();
      const path = `/${limited.path_with_namespace}/-/raw/main/README.md`;
      const statuses = [];
      for (let count = 0; count < 3; count++) statuses.push((await getPage(path, asAdmin)).status);
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await root.put('/application/settings', { raw_blob_request_limit: usual });
    }
  });
});
