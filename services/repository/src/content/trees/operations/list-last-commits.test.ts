import { asRoot, borrowMember, borrowUser, commitFiles } from '@forgemesh/testing';
import { createEmptyRepository, createRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/tree/last_commits', () => {
  it('returns the last commit of each entry, in the order of the tree', async () => {
    const { id, repository } = await createRepository({ 'z/deep/file': 'f', a: 'a', 'b b/ü': 'u' });
    await commitFiles(root, `/projects/${id}`, { 'z/deep/other': 'o' }, { commit_message: 'Change z' });
    const { status, body, headers } = await root.get(`${repository}/tree/last_commits`);
    expect(status).toBe(200);
    expect(headers.get('x-total')).toBe('3');
    const entries = body as { path: string; commit: { id: string; title: string } }[];
    expect(entries.map(({ path }) => path)).toEqual(['b b', 'z', 'a']);
    const titles = new Map(entries.map(({ path, commit }) => [path, commit.title]));
    expect(titles.get('z')).toBe('Change z');
    for (const { path, commit } of entries) {
      const [expected] = (await root.get(`${repository}/commits?path=${encodeURIComponent(path)}&per_page=1`)).body;
      expect([path, commit]).toEqual([path, expected]);
    }
    const below = await root.get(`${repository}/tree/last_commits?path=z&ref=main`);
    expect(below.body).toMatchObject([{ path: 'z/deep', commit: { title: 'Change z' } }]);
    const page = await root.get(`${repository}/tree/last_commits?per_page=1&page=2`);
    expect(page.body).toMatchObject([{ path: 'z' }]);
  });

  it('reports a missing object', async () => {
    const { repository } = await createRepository();
    const notFound = { status: 404, body: { message: '404 Tree Not Found' } };
    for (const query of ['ref=none', 'path=none', 'path=README.md', 'path=../..', 'ref=-x', 'path=a%0Ab'])
      expect(await root.get(`${repository}/tree/last_commits?${query}`)).toMatchObject(notFound);
    const empty = await createEmptyRepository();
    expect(await root.get(`${empty.repository}/tree/last_commits`)).toMatchObject(notFound);
  });

  it('needs the Reporter role in a private project', async () => {
    const { id, repository } = await createRepository();
    const [guest, reporter] = await Promise.all([
      borrowMember(root, `/projects/${id}`, 10),
      borrowMember(root, `/projects/${id}`, 20),
    ]);
    expect((await guest.api.get(`${repository}/tree/last_commits`)).status).toBe(403);
    expect((await reporter.api.get(`${repository}/tree/last_commits`)).status).toBe(200);
    expect((await (await borrowUser()).api.get(`${repository}/tree/last_commits`)).status).toBe(404);
  });
});
