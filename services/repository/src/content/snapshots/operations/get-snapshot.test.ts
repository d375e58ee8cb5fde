import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, asRoot, mesh, commitFiles, borrowMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-snapshot-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Downloads a snapshot and unpacks it. */
async function download(project: TestRepository, query = ''): Promise<Headers> {
  const url = `${mesh().url}/api/v4/projects/${project.id}/snapshot${query}`;
  const response = await fetch(url, { headers: { 'PRIVATE-TOKEN': mesh().rootToken } });
  expect(response.status).toBe(200);
  execFileSync('tar', ['-x', '-f', '-', '-C', folder], { input: Buffer.from(await response.arrayBuffer()) });
  return response.headers;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

describe('GET /projects/:id/snapshot', () => {
  it('is a bare repository that passes fsck and can be cloned', async () => {
    const project = await createRepository({ 'README.md': 'Hello\n' });
    const { id } = await commitFiles(asRoot(), `/projects/${project.id}`, { 'folder/file': 'content' });
    const headers = await download(project);
    expect(headers.get('content-type')).toBe('application/x-tar');
    expect(headers.get('content-disposition')).toBe('attachment; filename="snapshot.tar"');
    git('fsck', '--full', '--strict');
    git('clone', '-q', folder, join(folder, 'clone'));
    expect(git('-C', 'clone', 'rev-parse', 'HEAD')).toBe(id);
    expect(git('-C', 'clone', 'ls-files').split('\n')).toEqual(['README.md', 'folder/file']);
  });

  it('returns the wiki on request', async () => {
    const project = await createRepository();
    const clone = await GitClone.of(project, mesh().rootToken, '.wiki.git');
    const id = await clone.commit('home.md', 'Welcome');
    expect((await clone.run('push', '-q', 'origin', 'main')).code).toBe(0);
    clone.remove();
    await download(project, '?wiki=true');
    git('fsck', '--full', '--strict');
    expect(git('rev-parse', 'main')).toBe(id);
  });

  it('does not exist without a repository', async () => {
    const project = await createRepository();
    const response = await asRoot().get(`/projects/${project.id}/snapshot?wiki=true`);
    expect([response.status, response.body]).toEqual([404, { message: '404 Repository Not Found' }]);
    expect((await asRoot().get('/projects/999999999/snapshot')).status).toBe(404);
  });

  it('requires administrators', async () => {
    const project = await createRepository();
    const path = `/projects/${project.id}/snapshot`;
    expect((await (await borrowMember(asRoot(), `/projects/${project.id}`, 40)).api.get(path)).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
  });

  it('checks its parameters', async () => {
    const project = await createRepository();
    expect((await asRoot().get(`/projects/${project.id}/snapshot?wiki=perhaps`)).body).toEqual({
      error: 'wiki is invalid',
    });
  });
});
