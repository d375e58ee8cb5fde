import { createHash } from 'node:crypto';
import { api, asRoot } from '@forgemesh/testing';
import { commit, makeMember, makeProject, makeRepository, type TestProject } from '../../../testing/fixtures';

const root = asRoot();

function fileOf(project: TestProject, path: string): string {
  return `${project.repository}/files/${encodeURIComponent(path)}`;
}

describe('GET /projects/:id/repository/files/:file_path', () => {
  it('gives content and facts, and the facts as headers to HEAD', async () => {
    const project = await makeRepository();
    const made = await commit(project, { 'src/über uns.md': 'hé\n' });
    await commit(project, { other: 'o' });
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
        last_commit_id: made.id,
        content: Buffer.from('hé\n').toString('base64'),
      },
    ]);
    const { headers } = await root.head(`${fileOf(project, 'src/über uns.md')}?ref=main`);
    const plain = await root.head(`${fileOf(project, 'other')}?ref=HEAD`);
    expect(headers.get('x-gitlab-last-commit-id')).toBe(made.id);
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

  it('says what is missing', async () => {
    const project = await makeRepository({ 'dir/file': 'f' });
    const answer = async (path: string, query: string) => (await root.get(`${fileOf(project, path)}${query}`)).body;
    expect(await answer('dir/file', '')).toEqual({ error: 'ref is missing' });
    expect(await answer('dir/file', '?ref=')).toEqual({ error: 'ref is empty' });
    expect(await answer('dir/file', '?ref=none')).toEqual({ message: '404 Commit Not Found' });
    expect(await answer('none', '?ref=main')).toEqual({ message: '404 File Not Found' });
    expect(await answer('dir', '?ref=main')).toEqual({ message: '404 File Not Found' });
    expect(await answer('../etc/passwd', '?ref=main')).toEqual({ message: '404 File Not Found' });
    const empty = await makeProject();
    expect((await root.get(`${fileOf(empty, 'a')}?ref=main`)).body).toEqual({ message: '404 Commit Not Found' });
  });
});

describe('GET /projects/:id/repository/files/:file_path/raw', () => {
  it('downloads small and large files as text', async () => {
    const large = 'line of text\n'.repeat(300_000);
    const project = await makeRepository({ small: '<b>no</b>', large });
    const small = await root.get(`${fileOf(project, 'small')}/raw?ref=main`);
    expect(small.headers.get('content-type')).toBe('text/plain');
    expect(small.headers.get('content-disposition')).toBe('inline');
    expect(small.headers.get('x-content-type-options')).toBe('nosniff');
    expect(small.body).toBe('<b>no</b>');
    const got = await root.get(`${fileOf(project, 'large')}/raw?ref=main`);
    expect(got.headers.get('content-length')).toBe(String(large.length));
    expect(got.body).toBe(large);
    expect((await root.get(`${fileOf(project, 'none')}/raw?ref=main`)).body).toEqual({ message: '404 File Not Found' });
  });
});

describe('changes of one file', () => {
  it('creates, updates and deletes it', async () => {
    const project = await makeRepository();
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

  it('refuses content that is not as encoded as it says, and a message of blanks', async () => {
    const project = await makeRepository();
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

  it('checks what the caller knows of the file', async () => {
    const project = await makeRepository();
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

  it('refuses with the rules of files', async () => {
    const project = await makeRepository();
    const fields = { branch: 'main', commit_message: 'm', content: 'c' };
    const message = (answer: { status: number; body: { message: string } }) => [answer.status, answer.body.message];
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

  it('is for developers, and by the protection of the branch', async () => {
    const project = await makeRepository();
    const [reporter, developer] = [await makeMember(project, 20), await makeMember(project, 30)];
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
  it('refuses further requests for one raw file or blob, and counts only those of readers', async () => {
    const project = await makeRepository();
    await commit(project, { limited: 'x' });
    const { body: file } = await root.get(`${fileOf(project, 'limited')}?ref=main`);
    const { raw_blob_request_limit } = (await root.get('/application/settings')).body;
    const statusesOf = async (path: string, as = root): Promise<number[]> => {
      const statuses: number[] = [];
      // A minute can end in between: with a limit of one, four requests are too many for two.
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
