/** Push rules: set with REST, and checked by real pushes and by commits with REST. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';

describe('push rules', () => {
  let user: TestUser;
  let email: string;
  let id: number;
  let clone: string;
  let base: string;

  beforeAll(async () => {
    user = await createUser();
    email = `${user.username}@example.com`;
    const created = await user.api.post('/projects', { name: unique('ruled') });
    expect(created.status).toBe(201);
    id = created.body.id;
    clone = temporaryFolder('ruled');
    await git(clone, 'init', '-q', '-b', 'main');
    await git(clone, 'remote', 'add', 'origin', cloneUrl(mesh().url, created.body.path_with_namespace, user.token));
    await commit('README.md', 'Hello\n', 'First');
    await git(clone, 'push', '-q', 'origin', 'main');
  });

  beforeEach(async () => {
    await user.api.delete(`/projects/${id}/push_rule`);
    await git(clone, 'fetch', '-q', 'origin');
    await git(clone, 'checkout', '-q', '-B', 'main', 'origin/main');
    base = await git(clone, 'rev-parse', 'HEAD');
  });

  async function commit(path: string, content: string, message: string, ...options: string[]): Promise<void> {
    const file = join(clone, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    await git(clone, 'add', '-A');
    await git(clone, ...options, 'commit', '-q', '-m', message);
  }

  /** Commits as an author; the committer comes from git's own variables. */
  async function commitBy(author: string, path: string): Promise<void> {
    await commit(path, unique('content'), 'By somebody');
    await git(clone, 'commit', '-q', '--amend', '--no-edit', `--author=Somebody <${author}>`);
  }

  async function rule(fields: object): Promise<void> {
    const made = await user.api.post(`/projects/${id}/push_rule`, fields);
    expect(made.status).toBe(201);
  }

  function commitThroughRest(path: string, fields: object = {}) {
    return user.api.post(`/projects/${id}/repository/commits`, {
      branch: 'main',
      commit_message: 'A commit',
      actions: [{ action: 'create', file_path: path, content: 'text' }],
      ...fields,
    });
  }

  async function tipOfMain(): Promise<string> {
    return (await user.api.get(`/projects/${id}/repository/branches/main`)).body.commit.id as string;
  }

  async function expectBothRefuse(text: string, path: string, fields: object = {}): Promise<void> {
    expect(await gitFailure(clone, 'push', 'origin', 'main')).toContain(text);
    const response = await commitThroughRest(path, fields);
    expect({ status: response.status, body: response.body }).toEqual({ status: 400, body: { message: text } });
    expect(await tipOfMain()).toBe(base);
  }

  it('check messages against required and forbidden patterns', async () => {
    await rule({ commit_message_regex: '^[A-Z]+-\\d+', commit_message_negative_regex: 'WIP' });
    await commit(unique('file'), 'one', 'no ticket');
    const path = unique('rest');
    await expectBothRefuse("Commit message does not follow the pattern '^[A-Z]+-\\d+'", path);
    await git(clone, 'commit', '-q', '--amend', '-m', 'AB-1 WIP');
    await expectBothRefuse("Commit message contains the forbidden pattern 'WIP'", path, { commit_message: 'AB-1 WIP' });
    await git(clone, 'commit', '-q', '--amend', '-m', 'AB-1 done');
    await git(clone, 'push', '-q', 'origin', 'main');
    expect((await commitThroughRest(path, { commit_message: 'AB-2 done' })).status).toBe(201);
  });

  it('check every commit of a push, not only the last', async () => {
    await rule({ commit_message_negative_regex: 'secret' });
    await commit(unique('file'), 'one', 'secret');
    await commit(unique('file'), 'two', 'fine');
    expect(await gitFailure(clone, 'push', 'origin', 'main')).toContain('forbidden pattern');
    // Existing commits are not checked again.
    await git(clone, 'push', '-q', 'origin', `${base}:refs/heads/${unique('old')}`);
  });

  it('match emails against a pattern', async () => {
    await rule({ author_email_regex: '@example\\.com$' });
    await commitBy('ada@elsewhere.org', unique('file'));
    const text = "Author's email 'ada@elsewhere.org' does not follow the pattern '@example\\.com$'";
    await expectBothRefuse(text, unique('rest'), { author_email: 'ada@elsewhere.org' });
    expect((await commitThroughRest(unique('rest'))).status).toBe(201);
  });

  it('require known authors', async () => {
    await rule({ member_check: true });
    await commitBy('stranger@example.com', unique('file'));
    await expectBothRefuse("Author 'stranger@example.com' is not a member of team", unique('rest'), {
      author_email: 'stranger@example.com',
    });
    expect((await commitThroughRest(unique('rest'))).status).toBe(201);
  });

  it('require committers to push their own commits', async () => {
    await rule({ commit_committer_check: true });
    await commit(unique('file'), 'one', 'By Ada');
    expect(await gitFailure(clone, 'push', 'origin', 'main')).toContain(
      "You cannot push commits for 'ada@example.com'.",
    );
    // With REST the caller is the committer, regardless of the author.
    expect((await commitThroughRest(unique('rest'), { author_email: 'ada@example.com' })).status).toBe(201);
    expect(email).toContain('@');
  });

  it('require signatures', async () => {
    await rule({ reject_unsigned_commits: true });
    await commit(unique('file'), 'one', 'Unsigned');
    await expectBothRefuse('Commit must be signed with a GPG key', unique('rest'));
  });

  it('match names of new and changed files against a pattern, with the files API too', async () => {
    await rule({ file_name_regex: '\\.exe$' });
    await commit('tool.exe', 'MZ', 'A tool');
    const text = 'File name tool.exe was blacklisted by the pattern \\.exe$.';
    await expectBothRefuse(text, 'tool.exe');
    const response = await user.api.post(`/projects/${id}/repository/files/tool.exe`, {
      branch: 'main',
      content: 'MZ',
      commit_message: 'A tool',
    });
    expect({ status: response.status, body: response.body }).toEqual({ status: 400, body: { message: text } });
  });

  it('apply to cherry-picked and reverted commits', async () => {
    const picked = (await commitThroughRest(unique('rest'))).body.id as string;
    await rule({ commit_message_negative_regex: 'Revert' });
    const response = await user.api.post(`/projects/${id}/repository/commits/${picked}/revert`, { branch: 'main' });
    expect({ status: response.status, body: response.body }).toEqual({
      status: 400,
      body: { message: "Commit message contains the forbidden pattern 'Revert'" },
    });
  });

  it('contain no secrets', async () => {
    await rule({ prevent_secrets: true });
    await commit('.ssh/id_rsa', 'PRIVATE', 'A key');
    await expectBothRefuse(
      'File name .ssh/id_rsa was blacklisted by the pattern (^|[/_.])id_(rsa|dsa|ed25519|ecdsa)$.',
      '.ssh/id_rsa',
    );
    await git(clone, 'reset', '-q', '--hard', base);
    await commit(`${unique('key')}/id_rsa.pub`, 'PUBLIC', 'A public key');
    await git(clone, 'push', '-q', 'origin', 'main');
  });

  it('check changes made by a merge itself', async () => {
    await rule({ file_name_regex: '\\.exe$' });
    const branch = unique('side');
    await git(clone, 'checkout', '-q', '-b', branch);
    await commit(unique('side'), 'one', 'Aside');
    await git(clone, 'checkout', '-q', 'main');
    await commit(unique('main'), 'two', 'On main');
    await git(clone, 'merge', '-q', '--no-ff', '--no-commit', branch);
    await commit('merged.exe', 'MZ', 'A merge with more');
    expect(await gitFailure(clone, 'push', 'origin', 'main')).toContain('File name merged.exe was blacklisted');
  });

  it('limit the size of files', async () => {
    await rule({ max_file_size: 1 });
    const big = 'x'.repeat(1024 * 1024 + 1);
    await commit('big.txt', big, 'Big');
    await expectBothRefuse('File "big.txt" is larger than the allowed size of 1 MB', 'big.txt', {
      actions: [{ action: 'create', file_path: 'big.txt', content: big }],
    });
    await git(clone, 'reset', '-q', '--hard', base);
    await commit(unique('fits'), big.slice(1), 'Fits');
    await git(clone, 'push', '-q', 'origin', 'main');
  });

  it('match branch names against a pattern, except the default branch', async () => {
    await rule({ branch_name_regex: '^feature/' });
    const text = "Branch name does not follow the pattern '^feature/'";
    expect(await gitFailure(clone, 'push', 'origin', 'main:fix')).toContain(text);
    const made = await user.api.post(`/projects/${id}/repository/branches`, { branch: 'fix', ref: 'main' });
    expect({ status: made.status, body: made.body }).toEqual({ status: 400, body: { message: text } });
    const started = await commitThroughRest(unique('rest'), { branch: 'fix', start_branch: 'main' });
    expect({ status: started.status, body: started.body }).toEqual({ status: 400, body: { message: text } });
    await git(clone, 'push', '-q', 'origin', `main:feature/${unique('x')}`);
    await commit(unique('file'), 'one', 'On the default branch');
    await git(clone, 'push', '-q', 'origin', 'main');
  });

  it('protect tags from deletion by git while enabled', async () => {
    const tag = unique('v');
    await git(clone, 'push', '-q', 'origin', `main:refs/tags/${tag}`);
    await rule({ deny_delete_tag: true });
    expect(await gitFailure(clone, 'push', 'origin', `:refs/tags/${tag}`)).toContain('You cannot delete a tag');
    await user.api.put(`/projects/${id}/push_rule`, { deny_delete_tag: false });
    await git(clone, 'push', '-q', 'origin', `:refs/tags/${tag}`);
  });

  it('refuse commits that a slow expression cannot check in time, without delaying others', async () => {
    const slow = '(\\w?){500}\\W$';
    await rule({ commit_message_regex: slow });
    const received: string[] = [];
    const message = 'a'.repeat(64 * 1024);
    // Several requests, so that even a busy machine responds to the others before the last of them.
    const refused = Array.from({ length: 6 }, () => commitThroughRest(unique('rest'), { commit_message: message }));
    const allRefused = Promise.all(refused).finally(() => received.push('slow'));
    for (let count = 0; count < 15; count++) {
      expect((await user.api.get(`/projects/${id}/repository/branches/main`)).status).toBe(200);
    }
    received.push('others');
    const text = `Commit message could not be checked in time. The pattern '${slow}' of the push rule is too complex.`;
    for (const { status, body } of await allRefused)
      expect({ status, body }).toEqual({ status: 400, body: { message: text } });
    expect(received).toEqual(['others', 'slow']);
    await commit(unique('file'), 'one', message.slice(1));
    expect(await gitFailure(clone, 'push', 'origin', 'main')).toContain('Commit message could not be checked in time.');
    expect(await tipOfMain()).toBe(base);
  });

  it('refuse messages that are too long to check', async () => {
    await rule({ commit_message_negative_regex: 'secret' });
    const commit_message = 'a'.repeat(64 * 1024 + 1);
    const { status, body } = await commitThroughRest(unique('rest'), { commit_message });
    const text = 'Commit message is too long to be checked (maximum is 65536 bytes)';
    expect({ status, body }).toEqual({ status: 400, body: { message: text } });
  });
});
