/**
 * The core workflow: a real repository is pushed, listed, diffed, changed with REST, and fetched
 * again.
 */
import { join } from 'node:path';
import { createUser, waitFor, mesh, unique, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';

const ownHistory = join(__dirname, '..');

describe("a project with this repository's own history", () => {
  let user: TestUser;
  let path: string;
  let id: number;
  let head: string;
  let tree: string;
  let remote: string;

  beforeAll(async () => {
    // The history of this repository contains the password of other users of suites.
    user = await createUser({ password: unique('password') });
    const name = unique('history');
    const created = await user.api.post('/projects', { name });
    expect(created.status).toBe(201);
    ({ id, path_with_namespace: path } = created.body);
    remote = cloneUrl(mesh().url, path, user.token);
    head = await git(ownHistory, 'rev-parse', 'HEAD');
    tree = await git(ownHistory, 'rev-parse', 'HEAD^{tree}');
  });

  it('has no default branch and no commits before the first push', async () => {
    const project = await user.api.get(`/projects/${id}`);
    expect(project.body).toMatchObject({ default_branch: null, empty_repo: true });
    expect((await user.api.get(`/projects/${id}/repository/commits`)).body).toEqual([]);
  });

  it('accepts the push of all its commits and then has a default branch', async () => {
    const before = (await user.api.get(`/projects/${id}`)).body.last_activity_at as string;
    await git(ownHistory, 'push', remote, `${head}:refs/heads/main`);
    expect((await user.api.get(`/projects/${id}`)).body).toMatchObject({ default_branch: 'main', empty_repo: false });
    const branch = await user.api.get(`/projects/${id}/repository/branches/main`);
    expect(branch.body).toMatchObject({ name: 'main', default: true, protected: true, commit: { id: head } });
    await waitFor(
      async () => (await user.api.get(`/projects/${id}`)).body.last_activity_at as string,
      (after) => after > before,
    );
  });

  it('lists the commits that git log lists, page by page', async () => {
    const expected = (await git(ownHistory, 'log', '--format=%H', head)).split('\n');
    const listed: string[] = [];
    for (let page = '1'; page !== '';) {
      const response = await user.api.get(`/projects/${id}/repository/commits?per_page=7&page=${page}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-total')).toBe(String(expected.length));
      listed.push(...response.body.map((commit: { id: string }) => commit.id));
      page = response.headers.get('x-next-page') ?? '';
    }
    expect(listed).toEqual(expected);
  });

  it('shows a commit with the counts of git, and its diff with the files of git', async () => {
    const [commit] = (await user.api.get(`/projects/${id}/repository/commits?per_page=1`)).body;
    const single = (await user.api.get(`/projects/${id}/repository/commits/${commit.id}`)).body;
    const numbers = (await git(ownHistory, 'show', '--numstat', '--format=', '-M', '--first-parent', commit.id))
      .split('\n')
      .filter(Boolean);
    const additions = numbers.reduce((sum, line) => sum + (Number(line.split('\t')[0]) || 0), 0);
    const deletions = numbers.reduce((sum, line) => sum + (Number(line.split('\t')[1]) || 0), 0);
    expect(single.stats).toEqual({ additions, deletions, total: additions + deletions });
    expect(single.title).toBe(await git(ownHistory, 'log', '-1', '--format=%s', commit.id));
    const diff = await user.api.get(`/projects/${id}/repository/commits/${commit.id}/diff?per_page=100`);
    expect(diff.headers.get('x-total')).toBe(String(numbers.length));
  });

  it('adds a commit with REST, and a clone is complete', async () => {
    const added = await user.api.post(`/projects/${id}/repository/commits`, {
      branch: 'main',
      commit_message: 'Add a file through REST',
      actions: [
        { action: 'create', file_path: 'through/rest.txt', content: 'written through REST\n' },
        { action: 'move', previous_path: 'LICENSE', file_path: 'COPYING' },
      ],
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      title: 'Add a file through REST',
      parent_ids: [head],
      author_email: expect.any(String),
    });

    const folder = temporaryFolder('clone');
    await git(folder, 'clone', '--quiet', remote, 'clone');
    const clone = join(folder, 'clone');
    expect(await git(clone, 'rev-parse', 'HEAD')).toBe(added.body.id);
    expect(await git(clone, 'rev-parse', 'HEAD~1')).toBe(head);
    expect(await git(clone, 'rev-parse', 'HEAD~1^{tree}')).toBe(tree);
    expect(await git(clone, 'show', 'HEAD:through/rest.txt')).toBe('written through REST');
    expect(await git(clone, 'diff', '--name-status', '-M', 'HEAD~1', 'HEAD')).toBe(
      'R100\tLICENSE\tCOPYING\nA\tthrough/rest.txt',
    );
    await git(clone, 'fsck', '--full', '--strict');
    expect(await git(clone, 'rev-list', '--all', '--count')).toBe(
      String(Number(await git(ownHistory, 'rev-list', '--count', head)) + 1),
    );
  });

  it('serves a shallow and a partial clone', async () => {
    const folder = temporaryFolder('clone');
    await git(folder, 'clone', '--quiet', '--depth=1', remote, 'shallow');
    expect(await git(join(folder, 'shallow'), 'rev-list', '--count', 'HEAD')).toBe('1');
    await git(folder, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', remote, 'partial');
    expect(await git(join(folder, 'partial'), 'rev-list', '--objects', '--all', '--missing=print', '--count')).not.toBe(
      '0',
    );
  });

  it('is hidden from strangers, readable when public, and refuses their pushes', async () => {
    const stranger = await createUser({ password: unique('password') });
    const strangersUrl = cloneUrl(mesh().url, path, stranger.token);
    expect(await gitFailure('/', 'ls-remote', strangersUrl)).toMatch(/not found/i);
    expect(await gitFailure('/', 'ls-remote', `${mesh().url}/${path}.git`)).toMatch(
      /could not read Username|Authentication failed/,
    );
    expect(await gitFailure('/', 'ls-remote', cloneUrl(mesh().url, path, 'not-a-token'))).toMatch(
      /Authentication failed/,
    );
    await user.api.put(`/projects/${id}`, { visibility: 'public' });
    expect(await git('/', 'ls-remote', `${mesh().url}/${path}.git`, 'refs/heads/main')).toMatch(/refs\/heads\/main$/);
    expect(await gitFailure(ownHistory, 'push', strangersUrl, `${head}:refs/heads/other`)).toMatch(/not allowed/);
  });

  it('refuses a developer on the protected branch and accepts another branch', async () => {
    const developer = await createUser({ password: unique('password') });
    const added = await user.api.post(`/projects/${id}/members`, { user_id: developer.id, access_level: 30 });
    expect(added.status).toBe(201);
    const url = cloneUrl(mesh().url, path, developer.token);
    await git(ownHistory, 'push', '--quiet', url, `${head}:refs/heads/topic`);
    const refusal = await gitFailure(ownHistory, 'push', '--force', url, `${head}:refs/heads/main`);
    expect(refusal).toContain('You are not allowed to');
    const commit = await developer.api.post(`/projects/${id}/repository/commits`, {
      branch: 'main',
      commit_message: 'no',
      actions: [{ action: 'create', file_path: 'no', content: '' }],
    });
    expect(commit.status).toBe(403);
    expect(commit.body).toEqual({ message: '403 Forbidden - You are not allowed to push into this branch' });
  });

  it('is deleted with its repository', async () => {
    const deleted = await user.api.delete(`/projects/${id}`);
    expect(deleted.status).toBe(202);
    expect(deleted.body).toEqual({ message: '202 Accepted' });
    expect((await user.api.get(`/projects/${id}`)).body).toEqual({ message: '404 Project Not Found' });
    expect(await gitFailure('/', 'ls-remote', remote)).toMatch(/not found/i);
  });
});
