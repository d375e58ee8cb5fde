import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, createUser, mesh, createMember } from '@forgemesh/testing';
import type { RepositoryKind } from '@forgemesh/git-engine';
import { createRepository, expectStatus, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';
import { folderOf } from '#testing/repository-folder';

const root = asRoot();

/** A project with a bundle, as maintenance writes it. */
interface Bundled {
  project: TestRepository;
  file: string;
  /** Path after the URL of the repository. */
  address: string;
}

async function createBundled(): Promise<Bundled> {
  const project = await createRepository();
  expectStatus(await root.post(`${project.repository}/tags`, { tag_name: 'v1', ref: 'main' }), 201);
  return { project, ...writeBundle(project) };
}

function writeBundle(project: TestRepository, kind: RepositoryKind = 'project'): Omit<Bundled, 'project'> {
  const branch = kind === 'wiki' ? 'master' : 'main';
  const folder = folderOf(project, kind);
  const id = randomBytes(16).toString('hex');
  const file = join(folder, 'clone-bundles', `${id}.bundle`);
  mkdirSync(join(folder, 'clone-bundles'), { recursive: true });
  execFileSync('git', ['-C', folder, 'bundle', 'create', '-q', file, '--tags', 'HEAD', `refs/heads/${branch}`]);
  return { file, address: `info/bundles/${id}.bundle` };
}

function get(
  { path_with_namespace: path }: TestRepository,
  rest: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const basic = `Basic ${Buffer.from(`anyone:${token}`).toString('base64')}`;
  const own = token === undefined ? headers : { ...headers, authorization: basic };
  return fetch(`${mesh().url}/${path}${rest}`, { headers: own });
}

const discover = (project: TestRepository, token?: string) =>
  get(project, '.git/info/refs?service=git-upload-pack', token, { 'git-protocol': 'version=2' });

/** Statuses of a download and of the discovery that a fetch begins with. */
async function statuses({ project, address }: Bundled, token?: string): Promise<number[]> {
  const responses = [await get(project, `.git/${address}`, token), await discover(project, token)];
  return responses.map(({ status }) => status);
}

async function isAnnounced(project: TestRepository): Promise<boolean> {
  return (await (await discover(project, mesh().rootToken)).text()).includes('bundle-uri');
}

async function expectGone({ project, file, address }: Bundled): Promise<void> {
  expect((await get(project, `.git/${address}`, mesh().rootToken)).status).toBe(404);
  expect(await isAnnounced(project)).toBe(false);
  expect(existsSync(file)).toBe(false);
}

describe('GET /<path>.git/info/bundles/<id>.bundle', () => {
  it('sends a bundle that git announces, and parts of it', async () => {
    const { project, file, address } = await createBundled();
    expect(await isAnnounced(project)).toBe(true);
    const content = readFileSync(file);
    for (const prefix of ['.git/', '/']) {
      const response = await get(project, prefix + address, mesh().rootToken);
      expect([response.status, response.headers.get('content-length')]).toEqual([200, String(content.length)]);
      expect(response.headers.get('cache-control')).toContain('no-cache');
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    }
    const part = await get(project, `.git/${address}`, mesh().rootToken, { range: 'bytes=100-' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-${content.length - 1}/${content.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100))).toBe(true);
    const clone = await GitClone.of(project, mesh().rootToken);
    expect((await clone.run('bundle', 'verify', file)).output).toContain('records a complete history');
    expect((await clone.run('fetch', '-q', 'origin')).code).toBe(0);
    clone.remove();
  });

  it('is used by git, which downloads it with the credentials of the clone', async () => {
    const { project, address } = await createBundled();
    const clone = await GitClone.of(project, mesh().rootToken);
    const { output, code } = await clone.run('clone', '-q', `--bundle-uri=${clone.url}/${address}`, clone.url, 'copy');
    expect([code, output]).toEqual([0, '']);
    const { output: refs } = await clone.run('-C', 'copy', 'for-each-ref', '--format=%(refname) %(objectname)');
    const { body: main } = await root.get(`${project.repository}/commits/main`);
    expect(refs.split('\n')).toEqual(
      expect.arrayContaining([`refs/bundles/main ${main.id}`, `refs/remotes/origin/main ${main.id}`]),
    );
    clone.remove();
  });

  it('lists the bundle to the command, and refuses the command without one', async () => {
    const { project, file, address } = await createBundled();
    const bundled = (other: TestRepository) =>
      fetch(`${mesh().url}/${other.path_with_namespace}.git/git-upload-pack`, {
        method: 'POST',
        body: '0017command=bundle-uri\n00010000',
        headers: {
          authorization: `Basic ${Buffer.from(`anyone:${mesh().rootToken}`).toString('base64')}`,
          'content-type': 'application/x-git-upload-pack-request',
          'git-protocol': 'version=2',
        },
      });
    const list = await (await bundled(project)).text();
    expect(list).toContain('bundle.version=1');
    expect(list).toContain('bundle.mode=all');
    expect(list).toContain(`bundle.clone.uri=${address}`);
    expect(existsSync(file)).toBe(true);
    expect((await bundled(await createRepository())).status).toBe(500);
  });

  it('has the rights of a fetch', async () => {
    const bundled = await createBundled();
    const { project } = bundled;
    expect(await statuses(bundled, mesh().rootToken)).toEqual([200, 200]);
    expect(await statuses(bundled, (await createMember(root, `/projects/${project.id}`, 20)).token)).toEqual([
      200, 200,
    ]);
    expect(await statuses(bundled, (await createMember(root, `/projects/${project.id}`, 10)).token)).toEqual([
      403, 403,
    ]);
    expect(await statuses(bundled, (await createUser()).token)).toEqual([404, 404]);
    expect(await statuses(bundled, 'x'.repeat(20))).toEqual([401, 401]);
    expect(await statuses(bundled)).toEqual([401, 401]);
    // Another project has no such bundle.
    const other = await createRepository();
    expect((await get(other, `.git/${bundled.address}`, mesh().rootToken)).status).toBe(404);
  });

  it('ends with a lost right, and with the visibility', async () => {
    const bundled = await createBundled();
    const { project } = bundled;
    const member = await createMember(root, `/projects/${project.id}`, 20);
    expect(await statuses(bundled, member.token)).toEqual([200, 200]);
    expectStatus(await root.delete(`/projects/${project.id}/members/${member.id}`), 204);
    expect(await statuses(bundled, member.token)).toEqual([404, 404]);
    expectStatus(await root.put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect(await statuses(bundled)).toEqual([200, 200]);
    expect(await statuses(bundled, member.token)).toEqual([200, 200]);
    expectStatus(await root.put(`/projects/${project.id}`, { visibility: 'private' }), 200);
    expect(await statuses(bundled)).toEqual([401, 401]);
    expect(await statuses(bundled, member.token)).toEqual([404, 404]);
  });

  it('is 404 after a tag was deleted by the API', async () => {
    const bundled = await createBundled();
    expectStatus(await root.delete(`${bundled.project.repository}/tags/v1`), 204);
    await expectGone(bundled);
  });

  it('is 404 after a forced push, but not after a commit', async () => {
    const bundled = await createBundled();
    const { project } = bundled;
    const clone = await GitClone.of(project, mesh().rootToken);
    await clone.run('pull', '-q', 'origin', 'main');
    await clone.commit('next', 'n');
    expect((await clone.run('push', '-q', 'origin', 'main')).code).toBe(0);
    expect(await statuses(bundled, mesh().rootToken)).toEqual([200, 200]);
    expectStatus(await root.delete(`/projects/${project.id}/protected_branches/main`), 204);
    await clone.run('commit', '-q', '--amend', '-m', 'Unrelated');
    expect((await clone.run('push', '-q', '-f', 'origin', 'main')).code).toBe(0);
    // The bundle was made before the commit that is rewritten here.
    expect(await statuses(bundled, mesh().rootToken)).toEqual([200, 200]);
    await clone.run('checkout', '-q', '--orphan', 'unrelated');
    await clone.commit('other', 'o');
    expect((await clone.run('push', '-q', '-f', 'origin', 'unrelated:main')).code).toBe(0);
    await expectGone(bundled);
    clone.remove();
  });

  it('is 404 after its branch was deleted', async () => {
    const bundled = await createBundled();
    const { project } = bundled;
    expectStatus(await root.post(`${project.repository}/branches`, { branch: 'next', ref: 'main' }), 201);
    expectStatus(await root.put(`/projects/${project.id}`, { default_branch: 'next' }), 200);
    expectStatus(await root.delete(`/projects/${project.id}/protected_branches/main`), 204);
    expect(await statuses(bundled, mesh().rootToken)).toEqual([200, 200]);
    expectStatus(await root.delete(`${project.repository}/branches/main`), 204);
    await expectGone(bundled);
  });

  it('exists for wikis separately', async () => {
    const { project, address } = await createBundled();
    const clone = await GitClone.of(project, mesh().rootToken, '.wiki.git');
    await clone.commit('home.md', 'Welcome');
    expect((await clone.run('push', '-q', 'origin', 'main:master')).code).toBe(0);
    clone.remove();
    const wiki = writeBundle(project, 'wiki');
    expect((await get(project, `.wiki.git/${wiki.address}`, mesh().rootToken)).status).toBe(200);
    expect((await get(project, `.wiki.git/${address}`, mesh().rootToken)).status).toBe(404);
    expect((await get(project, `.git/${wiki.address}`, mesh().rootToken)).status).toBe(404);
  });

  it('is not copied by a fork', async () => {
    const { project, address } = await createBundled();
    const user = await createUser();
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
    const fork = expectStatus(await user.api.post(`/projects/${project.id}/fork`, {}), 201) as TestRepository;
    expect(await isAnnounced(fork)).toBe(false);
    expect((await get(fork, `.git/${address}`, user.token)).status).toBe(404);
  });
});
