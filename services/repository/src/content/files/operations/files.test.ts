import { createHash } from 'node:crypto';
import { api, asRoot, commitFiles, borrowMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

function fileOf(project: TestRepository, path: string): string {
  return `${project.repository}/files/${encodeURIComponent(path)}`;
}

describe('GET /projects/:id/repository/files/:file_path', () => {
  it('returns content and metadata, and the metadata as headers to HEAD', async () => {
    const project = await createRepository();
    const created = await commitFiles(root, `/projects/${project.id}`, { 'src/über uns.md': 'hé\n' });
    await commitFiles(root, `/projects/${project.id}`, { other: 'o' });
    const tip = (await root.get(`${project.repository}/commits/main`)).body.id;
    const { status, body } = await root.get(`${fileOf(project, 'src/über uns.md')}?ref=main`);
    expect([status, body]).toEqual([
      200,
      {
        file_name: 'über uns.md',
        file_path: 'src/über uns.md',
        size: 4,
        encoding: 'base64',
        content_sha256: createHash('sha256').update('hé\n').digest('hex'),
        ref: 'main',
        blob_id: expect.stringMatching(/^[0-9a-f]{40}$/),
        commit_id: tip,
        last_commit_id: created.id,
        content: Buffer.from('hé\n').toString('base64'),
      },
    ]);
    const { headers } = await root.head(`${fileOf(project, 'src/über uns.md')}?ref=main`);
    const plain = await root.head(`${fileOf(project, 'other')}?ref=HEAD`);
    expect(headers.get('x-gitlab-last-commit-id')).toBe(created.id);
    expect(Buffer.from(headers.get('x-gitlab-file-name') ?? '', 'latin1').toString()).toBe('über uns.md');
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'x-gitlab-blob-id': expect.any(String),
      'x-gitlab-commit-id': tip,
      'x-gitlab-content-sha256': createHash('sha256').update('o').digest('hex'),
      'x-gitlab-encoding': 'base64',
      'x-gitlab-file-path': 'other',
      'x-gitlab-ref': 'HEAD',
      'x-gitlab-size': '1',
    });
  });

  it('reports what is missing', async () => {
    const project = await createRepository({ 'dir/file': 'f' });
    const getMetadata = async (path: string, query: string) =>
      (await root.get(`${fileOf(project, path)}${query}`)).body;
    expect(await getMetadata('dir/file', '')).toEqual({ error: 'ref is missing' });
    expect(await getMetadata('dir/file', '?ref=')).toEqual({ error: 'ref is empty' });
    expect(await getMetadata('dir/file', '?ref=none')).toEqual({ message: '404 Commit Not Found' });
    expect(await getMetadata('none', '?ref=main')).toEqual({ message: '404 File Not Found' });
    expect(await getMetadata('dir', '?ref=main')).toEqual({ message: '404 File Not Found' });
    expect(await getMetadata('../etc/passwd', '?ref=main')).toEqual({ message: '404 File Not Found' });
    const empty = await createEmptyRepository();
    expect((await root.get(`${fileOf(empty, 'a')}?ref=main`)).body).toEqual({ message: '404 Commit Not Found' });
  });
});

describe('GET /projects/:id/repository/files/:file_path/raw', () => {
  it('downloads small and large files as text', async () => {
    const large = 'line of text\n'.repeat(300_000);
    const project = await createRepository({ small: '<b>no</b>', large });
    const small = await root.get(`${fileOf(project, 'small')}/raw?ref=main`);
    expect(small.headers.get('content-type')).toBe('text/plain');
    expect(small.headers.get('content-disposition')).toBe('inline');
    expect(small.headers.get('x-content-type-options')).toBe('nosniff');
    expect(small.body).toBe('<b>no</b>');
    const downloaded = await root.get(`${fileOf(project, 'large')}/raw?ref=main`);
    expect(downloaded.headers.get('content-length')).toBe(String(large.length));
    expect(downloaded.body).toBe(large);
    expect((await root.get(`${fileOf(project, 'none')}/raw?ref=main`)).body).toEqual({ message: '404 File Not Found' });
  });

  it('is not sent again to who has it', async () => {
    const project = await createRepository({ small: 'small', large: 'line of text\n'.repeat(300_000) });
    for (const name of ['small', 'large']) {
      const path = `${fileOf(project, name)}/raw?ref=main`;
      const { headers } = await root.get(path);
      const etag = `W/"${headers.get('x-gitlab-blob-id')}"`;
      expect(headers.get('etag')).toBe(etag);
      expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate');
      const again = await root.get(path, { 'If-None-Match': etag });
      expect([again.status, again.body, again.headers.get('content-length')]).toEqual([304, undefined, null]);
      await commitFiles(root, `/projects/${project.id}`, { [`other-${name}`]: name });
      expect((await root.get(path, { 'If-None-Match': etag })).status).toBe(304);
      expect((await root.get(path, { 'If-None-Match': 'W/"0"' })).status).toBe(200);
    }
    const path = `${fileOf(project, 'small')}/raw?ref=main`;
    const { headers } = await root.get(path);
    await root.put(fileOf(project, 'small'), { branch: 'main', commit_message: 'Change', content: 'changed' });
    const changed = await root.get(path, { 'If-None-Match': headers.get('etag') as string });
    expect([changed.status, changed.body]).toEqual([200, 'changed']);
  });
});

describe('changes of one file', () => {
  let project: TestRepository;
  beforeAll(async () => {
    project = await createRepository();
  });

  it('creates, updates and deletes it', async () => {
    const path = fileOf(project, 'docs/a b.md');
    const fields = { branch: 'main', commit_message: 'By file' };
    expect(await root.post(path, { ...fields, content: 'YQ==', encoding: 'base64' })).toMatchObject({
      status: 201,
      body: { file_path: 'docs/a b.md', branch: 'main' },
    });
    expect((await root.get(`${path}/raw?ref=main`)).body).toBe('a');
    expect(await root.put(path, { ...fields, content: '' })).toMatchObject({ status: 200, body: { branch: 'main' } });
    expect((await root.get(`${path}?ref=main`)).body.size).toBe(0);
    expect((await root.delete(`${path}?branch=main&commit_message=gone`)).status).toBe(204);
    expect((await root.get(`${path}?ref=main`)).status).toBe(404);
  });

  it('refuses invalid base64, and a blank message', async () => {
    const path = fileOf(project, 'README.md');
    const fields = { branch: 'main', commit_message: 'm', content: '@@@', encoding: 'base64' };
    const error = 'content is not valid base64';
    expect(await root.post(fileOf(project, 'a'), fields)).toMatchObject({ status: 400, body: { error } });
    expect(await root.put(path, fields)).toMatchObject({ status: 400, body: { error } });
    expect(await root.put(path, { ...fields, content: 'YQ=b' })).toMatchObject({ status: 400, body: { error } });
    for (const content of ['YWJjZA==', 'YWJj\nZA==\n', 'YWJjZA']) {
      expect((await root.put(path, { ...fields, content, commit_message: content })).status).toBe(200);
      expect((await root.get(`${path}/raw?ref=main`)).body).toBe('abcd');
      await root.put(path, { ...fields, content: '' });
    }
    expect(await root.put(path, { ...fields, content: '', commit_message: '  ' })).toMatchObject({
      status: 400,
      body: { error: 'commit_message is empty' },
    });
  });

  it('checks the last commit known to the caller', async () => {
    const path = fileOf(project, 'README.md');
    const fields = { branch: 'main', commit_message: 'm', content: 'new', last_commit_id: 'a'.repeat(40) };
    expect(await root.put(path, fields)).toMatchObject({
      status: 400,
      body: { message: 'You are attempting to update a file that has changed since you started editing it.' },
    });
    const known = (await root.get(`${path}?ref=main`)).body.last_commit_id;
    expect((await root.put(path, { ...fields, last_commit_id: known })).status).toBe(200);
    expect((await root.delete(path, { ...fields, last_commit_id: known })).status).toBe(400);
  });

  it('enforces the rules of files', async () => {
    const fields = { branch: 'main', commit_message: 'm', content: 'c' };
    const message = (getMetadata: { status: number; body: { message: string } }) => [
      getMetadata.status,
      getMetadata.body.message,
    ];
    expect(message(await root.post(fileOf(project, 'README.md'), fields))).toEqual([
      400,
      'A file with this name already exists',
    ]);
    expect(message(await root.put(fileOf(project, 'none'), fields))).toEqual([
      400,
      "A file with this name doesn't exist",
    ]);
    expect((await root.post(fileOf(project, 'x'), { ...fields, content: undefined })).body).toEqual({
      error: 'content is missing',
    });
  });

  it('requires developers, or the level of the branch protection', async () => {
    const [reporter, developer] = [
      await borrowMember(root, `/projects/${project.id}`, 20),
      await borrowMember(root, `/projects/${project.id}`, 30),
    ];
    const fields = { branch: 'main', commit_message: 'm', content: 'c' };
    const path = fileOf(project, 'x');
    expect((await reporter.api.post(path, fields)).body).toEqual({ message: '403 Forbidden' });
    expect(await developer.api.post(path, fields)).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to push into this branch' },
    });
    const branch = { branch: 'topic', start_branch: 'main' };
    expect((await developer.api.post(path, { ...fields, ...branch })).status).toBe(201);
  });
});

describe('raw_blob_request_limit', () => {
  it('limits requests for one raw file or blob, and counts only authorized ones', async () => {
    const project = await createRepository();
    await commitFiles(root, `/projects/${project.id}`, { limited: 'x' });
    const { body: file } = await root.get(`${fileOf(project, 'limited')}?ref=main`);
    const { raw_blob_request_limit } = (await root.get('/application/settings')).body;
    const statusesOf = async (path: string, as = root): Promise<number[]> => {
      const statuses: number[] = [];
      // A new minute may start in between: with a limit of one, four requests exceed two windows.
      for (let count = 0; count < 4; count++) statuses.push((await as.get(path)).status);
      return statuses;
    };
    await root.put('/application/settings', { raw_blob_request_limit: 1 });
    try {
      const path = `${fileOf(project, 'limited')}/raw?ref=main`;
      expect(await statusesOf(path, api())).not.toContain(429);
      const statuses = await statusesOf(path);
      expect([statuses[0], statuses.includes(429)]).toEqual([200, true]);
      expect(await statusesOf(`${project.repository}/blobs/${file.blob_id}/raw`)).toContain(429);
      expect(await statusesOf(`${fileOf(project, 'limited')}?ref=main`)).toEqual([200, 200, 200, 200]);
    } finally {
      await root.put('/application/settings', { raw_blob_request_limit });
    }
  });
});
