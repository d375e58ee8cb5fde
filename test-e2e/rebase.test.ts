/**
 * A merge request falls behind in a fast-forward-only project: it cannot be merged, is rebased, and
 * merges; one with conflicts is unchanged.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, waitFor, mesh, unique, addMember, type ApiResponse, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from './support/git';

describe('a merge request behind its target', () => {
  let [owner, developer] = [] as unknown as [TestUser, TestUser];
  let path: string;
  let remote: string;
  let work: string;
  let request: string;
  let head: string;
  let tip: string;

  beforeAll(async () => {
    [owner, developer] = await Promise.all([createUser(), createUser()]);
    const fields = { name: unique('straight'), merge_method: 'ff' };
    const { body: project } = await owner.api.post('/projects', fields);
    path = `/projects/${project.id}`;
    await addMember(owner.api, path, developer, 30);
    remote = cloneUrl(mesh().url, project.path_with_namespace, owner.token);
    work = temporaryFolder('rebase');
    await git(work, 'init', '-q', '-b', 'main');
    await push('main', 'shared.txt', 'begin\n');
  });

  /** Commits a file on the checked-out branch and pushes it. */
  async function push(branch: string, file: string, text: string): Promise<string> {
    writeFileSync(join(work, file), text);
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', `Write ${file}`);
    await git(work, 'push', '-q', remote, branch);
    return git(work, 'rev-parse', 'HEAD');
  }

  async function open(branch: string): Promise<string> {
    const branches = { source_branch: branch, target_branch: 'main' };
    const made = await developer.api.post(`${path}/merge_requests`, { title: `Take ${branch}`, ...branches });
    expect(made).toMatchObject({ status: 201, body: { merge_status: 'can_be_merged' } });
    return `${path}/merge_requests/${made.body.iid}`;
  }

  const shown = (): Promise<ApiResponse> =>
    developer.api.get(`${request}?include_rebase_in_progress=true&include_diverged_commits_count=true`);
  const rebased = (): Promise<ApiResponse> => waitFor(shown, ({ body }) => body.rebase_in_progress === false);

  it('is refused while it is behind its target, and reports by how far', async () => {
    await git(work, 'checkout', '-q', '-b', 'change');
    await push('change', 'one.txt', 'one\n');
    head = await push('change', 'two.txt', 'two\n');
    request = await open('change');
    await git(work, 'checkout', '-q', 'main');
    tip = await push('main', 'other.txt', 'other\n');
    expect(await owner.api.put(`${request}/merge`)).toMatchObject({
      status: 406,
      body: { message: 'Branch cannot be merged' },
    });
    const { body } = await shown();
    expect(body).toMatchObject({ state: 'opened', sha: head, merge_status: 'can_be_merged', merge_error: null });
    expect(body).toMatchObject({ diverged_commits_count: 1, rebase_in_progress: false });
  });

  it('is rebased on request, with the caller as committer', async () => {
    expect(await developer.api.put(`${request}/rebase`)).toMatchObject({
      status: 202,
      body: { rebase_in_progress: true },
    });
    const { body } = await rebased();
    expect(body).toMatchObject({ merge_error: null, diverged_commits_count: 0, diff_refs: { base_sha: tip } });
    expect(body.sha).not.toBe(head);
    await git(work, 'fetch', '-q', remote, 'change');
    expect(await git(work, 'rev-parse', 'FETCH_HEAD')).toBe(body.sha);
    const commits = await git(work, 'log', '--reverse', '--format=%s, %an, %cn', `${tip}..FETCH_HEAD`);
    const names = `Ada, Name of ${developer.username}`;
    expect(commits).toBe(`Write one.txt, ${names}\nWrite two.txt, ${names}`);
    head = body.sha as string;
  });

  it('then merges without a merge commit', async () => {
    const { status, body } = await owner.api.put(`${request}/merge`, { sha: head });
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'merged', merge_commit_sha: null } });
    await git(work, 'pull', '-q', '--ff-only', remote, 'main');
    expect(await git(work, 'rev-parse', 'HEAD')).toBe(head);
  });

  it('is unchanged if its commits conflict, until they are rebased manually', async () => {
    await git(work, 'checkout', '-q', '-b', 'clash');
    head = await push('clash', 'shared.txt', 'mine\n');
    request = await open('clash');
    await git(work, 'checkout', '-q', 'main');
    tip = await push('main', 'shared.txt', 'theirs\n');
    expect((await developer.api.put(`${request}/rebase`)).status).toBe(202);
    const failed = { merge_error: 'Rebase failed. Please rebase locally', sha: head, state: 'opened' };
    expect((await rebased()).body).toMatchObject({ ...failed, merge_status: 'cannot_be_merged', has_conflicts: true });
    expect((await owner.api.put(`${request}/merge`)).status).toBe(405);

    await git(work, 'checkout', '-q', 'clash');
    await git(work, 'reset', '-q', '--hard', tip);
    writeFileSync(join(work, 'shared.txt'), 'ours\n');
    await git(work, 'commit', '-q', '-a', '-m', 'Write shared.txt');
    await git(work, 'push', '-q', '--force', remote, 'clash');
    const { status, body } = await owner.api.put(`${request}/merge`);
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'merged' } });
    const mended = await git(work, 'rev-parse', 'clash');
    expect((await owner.api.get(`${path}/repository/branches/main`)).body.commit.id).toBe(mended);
  });
});
