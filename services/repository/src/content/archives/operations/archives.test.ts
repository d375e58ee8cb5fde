import { execFileSync } from 'node:child_process';
import { api, asRoot, mesh, commitFiles } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

async function download(project: TestRepository, suffix: string): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(`${mesh().url}/api/v4${project.repository}/archive${suffix}`, {
    headers: { 'PRIVATE-TOKEN': mesh().rootToken },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('GET /projects/:id/repository/archive', () => {
  it('archives the files of a commit in every format', async () => {
    const project = await createRepository({ 'folder/file': 'content\n' });
    const { body: head } = await root.get(`${project.repository}/commits/main`);
    const name = `${project.path_with_namespace.split('/').at(-1)}-main-${head.id}`;
    const tars: [string, string, string][] = [
      ['', '-z', 'tar.gz'],
      ['.tar.gz', '-z', 'tar.gz'],
      ['.tar.bz2', '-j', 'tar.bz2'],
      ['.tbz2', '-j', 'tar.bz2'],
      ['.tar?sha=main', '', 'tar'],
    ];
    for (const [suffix, flag, extension] of tars) {
      const { response, bytes } = await download(project, suffix);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}.${extension}"`);
      const args = ['-t', '-f', '-', ...(flag ? [flag] : [])];
      expect(execFileSync('tar', args, { input: bytes }).toString()).toContain(`${name}/folder/file\n`);
    }
    const zip = await download(project, `.zip?sha=${head.id}`);
    expect(zip.response.headers.get('content-disposition')).not.toContain('main');
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('is not made again for who has it', async () => {
    const project = await createRepository();
    const path = `${project.repository}/archive.tar.gz?sha=main`;
    const etag = (await root.get(path)).headers.get('etag') as string;
    expect((await root.get(path, { 'If-None-Match': etag })).status).toBe(304);
    await commitFiles(root, `/projects/${project.id}`, { other: 'o' });
    expect((await root.get(path, { 'If-None-Match': etag })).status).toBe(200);
  });

  it('fails for missing commits and projects', async () => {
    const project = await createRepository();
    const notFound = { status: 404, body: { message: '404 File Not Found' } };
    expect(await root.get(`${project.repository}/archive?sha=none`)).toMatchObject(notFound);
    expect(await root.get(`${project.repository}/archive.rar`)).toMatchObject(notFound);
    expect(await root.get(`${(await createEmptyRepository()).repository}/archive`)).toMatchObject(notFound);
    expect((await api().get(`${project.repository}/archive`)).status).toBe(404);
  });
});

describe('GET /projects/:id/repository/files/:file_path/blame', () => {
  it('returns the commit of each line', async () => {
    const project = await createRepository({ 'folder/file': 'one\ntwo\n' });
    const { body: first } = await root.get(`${project.repository}/commits/main`);
    const actions = [{ action: 'update', file_path: 'folder/file', content: 'one\n\tchanged\nthree\n' }];
    const { body: second } = await root.post(`${project.repository}/commits`, {
      branch: 'main',
      commit_message: 'Second',
      actions,
    });
    const path = `${project.repository}/files/folder%2Ffile/blame`;
    const { body, headers } = await root.get(`${path}?ref=main`);
    expect(body).toEqual([
      { commit: expect.objectContaining({ id: first.id, parent_ids: [] }), lines: ['one'], previous: null },
      {
        commit: {
          id: second.id,
          parent_ids: [first.id],
          message: 'Second',
          authored_date: second.authored_date,
          author_name: second.author_name,
          author_email: second.author_email,
          committed_date: second.committed_date,
          committer_name: second.committer_name,
          committer_email: second.committer_email,
        },
        lines: ['\tchanged', 'three'],
        previous: { commit_id: first.id, path: 'folder/file' },
      },
    ]);
    expect(headers.get('x-gitlab-file-path')).toBe('folder/file');
    expect((await root.get(path)).body).toEqual({ error: 'ref is missing' });
    expect((await root.get(`${path}?ref=none`)).body).toEqual({ message: '404 Commit Not Found' });
    expect((await root.get(`${project.repository}/files/none/blame?ref=main`)).body).toEqual({
      message: '404 File Not Found',
    });
  });
});

describe('GET /projects/:id/repository/contributors', () => {
  it('counts commits by author', async () => {
    const project = await createRepository();
    const ada = { author_name: 'Ada', author_email: 'ada@example.com' };
    for (const path of ['a', 'b']) await commitFiles(root, `/projects/${project.id}`, { [path]: path }, ada);
    const list = async (query = '') => (await root.get(`${project.repository}/contributors${query}`)).body;
    const emails = async (query: string) => (await list(query)).map(({ email }: { email: string }) => email);
    const [one, two] = await list();
    expect(one).toMatchObject({ commits: 1 });
    expect(two).toEqual({ name: 'Ada', email: 'ada@example.com', commits: 2, additions: 0, deletions: 0 });
    expect(await emails('?sort=desc')).toEqual(['ada@example.com', one.email]);
    expect((await emails('?order_by=email'))[0]).toBe([one.email, 'ada@example.com'].sort()[0]);
    expect(await emails('?order_by=name&per_page=1')).toHaveLength(1);
    expect(await list('?order_by=age')).toEqual({ error: 'order_by does not have a valid value' });
    expect((await root.get(`${(await createEmptyRepository()).repository}/contributors`)).body).toEqual([]);
  });
});
