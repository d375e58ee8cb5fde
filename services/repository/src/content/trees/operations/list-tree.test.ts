import { asRoot } from '@forgemesh/testing';
import { createEmptyRepository, createRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /projects/:id/repository/tree', () => {
  it('lists folders first, below a path, or everything', async () => {
    const { repository } = await createRepository({ 'z/deep/file': 'f', a: 'a', 'b b/ü': 'u' });
    const { body, headers } = await root.get(`${repository}/tree`);
    expect(body.map(({ type, path }: { type: string; path: string }) => `${type} ${path}`)).toEqual([
      'tree b b',
      'tree z',
      'blob a',
    ]);
    expect(body[2]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      name: 'a',
      type: 'blob',
      path: 'a',
      mode: '100644',
    });
    expect(headers.get('x-total')).toBe('3');
    const paths = async (query: string) =>
      (await root.get(`${repository}/tree?${query}`)).body.map(({ path }: { path: string }) => path);
    expect(await paths('path=z')).toEqual(['z/deep']);
    expect(await paths('path=b%20b&ref=main')).toEqual(['b b/ü']);
    expect(await paths('recursive=true')).toEqual(['a', 'b b', 'b b/ü', 'z', 'z/deep', 'z/deep/file']);
    expect(await paths('recursive=true&per_page=4&page=2')).toEqual(['z/deep', 'z/deep/file']);
  });

  it('reports a missing object', async () => {
    const { repository } = await createRepository();
    const notFound = { status: 404, body: { message: '404 Tree Not Found' } };
    for (const query of ['ref=none', 'path=none', 'path=README.md', 'path=../..', 'ref=-x', 'path=a%0Ab'])
      expect(await root.get(`${repository}/tree?${query}`)).toMatchObject(notFound);
    expect(await root.get(`${(await createEmptyRepository()).repository}/tree`)).toMatchObject(notFound);
  });
});

describe('GET /projects/:id/repository/blobs/:sha', () => {
  it('returns a blob and its raw content', async () => {
    const { repository } = await createRepository({ file: 'text\n' });
    const [entry] = (await root.get(`${repository}/tree`)).body;
    expect((await root.get(`${repository}/blobs/${entry.id}`)).body).toEqual({
      size: 5,
      encoding: 'base64',
      content: Buffer.from('text\n').toString('base64'),
      sha: entry.id,
    });
    const raw = await root.get(`${repository}/blobs/${entry.id}/raw`);
    expect([raw.body, raw.headers.get('content-type')]).toEqual(['text\n', 'text/plain']);
  });

  it('says that there is none', async () => {
    const { repository } = await createRepository();
    const commit = (await root.get(`${repository}/commits/main`)).body.id;
    for (const sha of ['0'.repeat(40), 'main', commit, '-x'])
      for (const suffix of ['', '/raw'])
        expect(await root.get(`${repository}/blobs/${sha}${suffix}`)).toMatchObject({
          status: 404,
          body: { message: '404 Blob Not Found' },
        });
  });

  it('does not find the blobs of other projects', async () => {
    const [mine, other] = [await createRepository({ secret: 'secret of one' }), await createRepository()];
    const [entry] = (await root.get(`${mine.repository}/tree`)).body;
    expect((await root.get(`${other.repository}/blobs/${entry.id}`)).status).toBe(404);
  });
});
