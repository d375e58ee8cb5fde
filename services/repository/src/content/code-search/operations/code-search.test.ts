import { asRoot, commitFiles, borrowUser, borrowMember } from '@forgemesh/testing';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/search', () => {
  let project: TestRepository;
  const at = (scope: string, search: string, query = ''): string =>
    `/projects/${project.id}/search?scope=${scope}&search=${encodeURIComponent(search)}${query}`;
  beforeAll(async () => {
    const far = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n');
    project = await createRepository({
      'a b/c.d.md': `one\ntwo\nThe Needle\nfour\nfive\nsix\n${far}\nneedle again`,
      'ü:x': 'no end, a needle',
      regexp: 'a.c\n$^*[x]\n-n --flag',
    });
    const binary = { file_path: 'binary', encoding: 'base64', content: Buffer.from('needle\0').toString('base64') };
    await commitFiles(root, `/projects/${project.id}`, {}, { actions: [{ action: 'create', ...binary }] });
    await commitFiles(
      root,
      `/projects/${project.id}`,
      { other: 'needle' },
      { branch: 'side/branch', start_branch: 'main', commit_message: 'Fix\n\nOf *Things*' },
    );
  });

  describe('blobs', () => {
    it('finds lines with context', async () => {
      const { status, body, headers } = await root.get(at('blobs', 'nEEDLE'));
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          basename: 'a b/c.d',
          data: 'one\ntwo\nThe Needle\nfour\nfive\n',
          path: 'a b/c.d.md',
          filename: 'a b/c.d.md',
          id: null,
          ref: 'main',
          startline: 1,
          project_id: project.id,
        },
        expect.objectContaining({ path: 'a b/c.d.md', startline: 14, data: 'line 7\nline 8\nneedle again\n' }),
        expect.objectContaining({ path: 'ü:x', basename: 'ü:x', startline: 1, data: 'no end, a needle\n' }),
      ]);
      expect(headers.get('x-total')).toBe('3');
      const page = await root.get(at('blobs', 'needle', '&per_page=1&page=2'));
      expect(page.body).toMatchObject([{ startline: 14 }]);
    });

    it('searches literally', async () => {
      const paths = async (text: string) =>
        (await root.get(at('blobs', text))).body.map(({ path }: { path: string }) => path);
      for (const text of ['a.c', '$^*[x]', '-n --flag', '*['])
        expect([text, await paths(text)]).toEqual([text, ['regexp']]);
      for (const text of ['a+c', 'one\ntwo', '--open-files-in-pager=id']) expect(await paths(text)).toEqual([]);
    });

    it('searches another ref', async () => {
      const found = await root.get(at('blobs', 'needle', '&ref=side%2Fbranch'));
      expect(found.body.map(({ path }: { path: string }) => path)).toContain('other');
      expect(found.body[0].ref).toBe('side/branch');
      for (const ref of ['none', '-x', '--all'])
        expect((await root.get(at('blobs', 'x', `&ref=${ref}`))).body).toEqual([]);
    });

    it('finds files by their paths', async () => {
      const named = await root.get(at('blobs', 'C.D.'));
      expect(named.body).toMatchObject([{ path: 'a b/c.d.md', data: '', startline: 1 }]);
      const found = async (text: string) =>
        (await root.get(at('blobs', text))).body.map(
          ({ path, startline }: { path: string; startline: number }) => `${path}:${startline}`,
        );
      expect(await found('needle extension:md')).toEqual(['a b/c.d.md:1', 'a b/c.d.md:14']);
      expect(await found('-extension:md needle')).toEqual(['ü:x:1']);
      expect(await found('path:"a b" needle filename:c*')).toEqual(['a b/c.d.md:1', 'a b/c.d.md:14']);
      expect(await found('path:"A B" needle filename:x')).toEqual([]);
      expect(await found('filename:*.md')).toEqual(['a b/c.d.md:1']);
      expect(await found('path:[a] needle')).toEqual([]);
    });

    it('finds nothing in an empty repository', async () => {
      const { id } = await createEmptyRepository();
      const { status, body } = await root.get(`/projects/${id}/search?scope=blobs&search=x`);
      expect([status, body]).toEqual([200, []]);
    });
  });

  describe('commits', () => {
    it('finds messages and ids', async () => {
      const { body, headers } = await root.get(at('commits', 'OF *things*', '&ref=side/branch'));
      expect(body).toHaveLength(1);
      expect(body[0]).toMatchObject({ title: 'Fix', message: 'Fix\n\nOf *Things*', project_id: project.id });
      expect(headers.get('x-total')).toBe('1');
      expect((await root.get(at('commits', 'things'))).body).toEqual([]);
      const byId = await root.get(at('commits', body[0].id.slice(0, 9)));
      expect(byId.body.map(({ id }: { id: string }) => id)).toEqual([body[0].id]);
      expect((await root.get(at('commits', '-i'))).body).toEqual([]);
      expect((await root.get(at('commits', 'First', '&ref=none'))).body).toEqual([]);
    });
  });

  describe('wiki_blobs', () => {
    it('finds lines of pages', async () => {
      expect((await root.get(at('wiki_blobs', 'x'))).body).toEqual([]);
      const page = { title: 'Home', content: 'Some\nWords here' };
      expectStatus(await root.post(`/projects/${project.id}/wikis`, page), 201);
      const { body } = await root.get(at('wiki_blobs', 'words'));
      expect(body).toMatchObject([{ path: 'Home.md', data: 'Some\nWords here\n', project_id: project.id }]);
      expect((await root.get(at('wiki_blobs', 'words', `&ref=${body[0].ref}`))).body).toHaveLength(1);
      expect((await root.get(at('wiki_blobs', 'words', '&ref=none'))).body).toEqual([]);
    });
  });

  it('requires access to the searched content', async () => {
    const [guest, nonMember] = [await borrowMember(root, `/projects/${project.id}`, 10), await borrowUser()];
    for (const scope of ['blobs', 'commits', 'wiki_blobs']) {
      expect((await nonMember.api.get(at(scope, 'x'))).status).toBe(404);
      expect((await guest.api.get(at(scope, 'x'))).status).toBe(scope === 'wiki_blobs' ? 200 : 403);
    }
    expect((await root.put(`/projects/${project.id}`, { repository_access_level: 'disabled' })).status).toBe(200);
    expect((await guest.api.get(at('blobs', 'x'))).status).toBe(403);
  });
});
