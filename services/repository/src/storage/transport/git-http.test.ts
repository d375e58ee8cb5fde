import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { asRoot, createUser, mesh, commitFiles, createMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';
import { folderOf } from '#testing/repository-folder';

const root = asRoot();
const clones: GitClone[] = [];
/** A repository with one commit, for tests that leave `main` unchanged. */
let shared: TestRepository;
beforeAll(async () => {
  shared = await createRepository();
});
afterAll(() => clones.forEach((clone) => clone.remove()));

async function cloneOf(...args: Parameters<typeof GitClone.of>): Promise<GitClone> {
  const clone = await GitClone.of(...args);
  clones.push(clone);
  return clone;
}

describe('git over HTTP', () => {
  it('creates the repository, its default branch and protection with the first push', async () => {
    const project = await createEmptyRepository();
    const git = await cloneOf(project, mesh().rootToken);
    const id = await git.commit('file', 'one\n');
    expect(await git.run('push', 'origin', 'main:trunk')).toMatchObject({ code: 0 });
    expect((await root.get(`/projects/${project.id}`)).body.default_branch).toBe('trunk');
    expect((await root.get(`${project.repository}/branches/trunk`)).body).toMatchObject({
      default: true,
      protected: true,
      commit: { id },
    });
    const other = await cloneOf(project, mesh().rootToken);
    expect((await other.run('pull', '-q', 'origin', 'HEAD')).code).toBe(0);
    expect((await other.run('rev-parse', 'HEAD')).output).toBe(id);
  });

  it('transfers large packs both ways', async () => {
    const project = await createEmptyRepository();
    const git = await cloneOf(project, mesh().rootToken);
    const id = await git.commit('random', randomBytes(8 * 1024 * 1024));
    expect((await git.run('push', '-q', 'origin', 'main')).code).toBe(0);
    const other = await cloneOf(project, mesh().rootToken, '');
    expect((await other.run('fetch', '-q', 'origin')).code).toBe(0);
    expect((await other.run('rev-parse', 'origin/main')).output).toBe(id);
  });

  it('shows pushes in the API and commits of the API to git', async () => {
    const project = await createRepository();
    const git = await cloneOf(project, mesh().rootToken);
    await git.run('pull', '-q', 'origin', 'main');
    await git.commit('pushed', 'p');
    await git.run('push', '-q', 'origin', 'main', 'main:refs/heads/topic');
    expect((await root.get(`${project.repository}/commits/main`)).body.title).toBe('Change pushed');
    expect((await root.get(`${project.repository}/branches/topic`)).status).toBe(200);
    const created = await commitFiles(root, `/projects/${project.id}`, { api: 'a' });
    await git.run('fetch', '-q', 'origin');
    expect((await git.run('rev-parse', 'origin/main')).output).toBe(created.id);
  });

  it('accepts pushes to the source branch of a merge request whose author allows it', async () => {
    const project = await createRepository();
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
    const [maintainer, author] = [await createMember(root, `/projects/${project.id}`, 40), await createUser()];
    const fork = (await author.api.post(`/projects/${project.id}/fork`, {})).body;
    await author.api.post(`/projects/${fork.id}/repository/branches`, { branch: 'patch', ref: 'main' });
    const fields = { title: 'x', source_branch: 'patch', target_branch: 'main', target_project_id: project.id };
    const git = await cloneOf(fork, maintainer.token);
    await git.run('pull', '-q', 'origin', 'patch');
    const id = await git.commit('pushed', 'p');
    const push = async (...args: string[]) => (await git.run('push', 'origin', ...args)).output;
    expect(await push('main:patch')).toContain('You are not allowed to push code to this project.');
    await author.api.post(`/projects/${fork.id}/merge_requests`, { ...fields, allow_collaboration: true });
    expect(await push('main:other')).toContain('You are not allowed to push code to this project.');
    await push('main:patch');
    expect((await author.api.get(`/projects/${fork.id}/repository/branches/patch`)).body.commit.id).toBe(id);
    expect(await push(':patch')).toContain('You are not allowed to push code to this project.');
  });

  it('refuses with the message of the rule', async () => {
    const project = shared;
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    const git = await cloneOf(project, developer.token);
    await git.run('pull', '-q', 'origin', 'main');
    await git.commit('mine', 'm');
    const push = async (...args: string[]) => (await git.run('push', 'origin', ...args)).output;
    expect(await push('main')).toContain('You are not allowed to push code to protected branches on this project.');
    expect(await push(':main')).toContain('The default branch of a project cannot be deleted.');
    expect(await push('main:topic')).toContain('[new branch]');
    await git.run('tag', 'v1');
    expect(await push('v1')).toContain('[new tag]');
    expect(await push(':v1')).toContain('You are not allowed to change existing tags on this project.');
    expect(await push(':topic')).toContain('[deleted]');

    const maintainer = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 40)).token);
    await maintainer.commit('unrelated', 'u');
    expect((await maintainer.run('push', '-f', 'origin', 'main')).output).toContain(
      'You are not allowed to force push code to a protected branch on this project.',
    );
  });

  it('accepts only branches, tags and notes, with the names that the API accepts', async () => {
    const project = shared;
    const { token } = await createMember(root, `/projects/${project.id}`, 40);
    for (const suffix of ['.git', '.wiki.git']) {
      const git = await cloneOf(project, token, suffix);
      await git.commit('file', 'f');
      const push = async (...args: string[]) => (await git.run('push', 'origin', ...args)).output;
      expect(await push('main:refs/heads/-x')).toContain('Branch name is invalid');
      expect(await push('main:refs/heads/HEAD')).toContain('Branch name is invalid');
      expect(await push('main:refs/tags/-x')).toContain('Tag name invalid');
      expect(await push('main:refs/replace/x')).toContain(
        "Only branches, tags and notes can be pushed: 'refs/replace/x' is none of them.",
      );
      expect(await push('main:refs/keep-around/x')).toContain('deny updating a hidden ref');
      expect(await push('main:refs/notes/review', 'main:refs/heads/topic')).toContain('[new branch]');
    }
  });

  it('deletes a branch with a name that is not accepted any more', async () => {
    const project = shared;
    const git = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 40)).token);
    execFileSync('git', ['-C', folderOf(project), 'update-ref', 'refs/heads/-old', 'refs/heads/main']);
    expect((await git.run('push', 'origin', ':refs/heads/-old')).output).toContain('[deleted]');
  });

  it('accepts all refs of a push or none', async () => {
    const project = shared;
    const git = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 30)).token);
    await git.run('pull', '-q', 'origin', 'main');
    await git.commit('mine', 'm');
    expect((await git.run('push', 'origin', 'main', 'main:allowed')).code).not.toBe(0);
    expect((await root.get(`${project.repository}/branches/allowed`)).status).toBe(404);
  });

  it('requires developers to push and readers to fetch', async () => {
    const project = shared;
    const reporter = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 20)).token);
    expect((await reporter.run('pull', '-q', 'origin', 'main')).code).toBe(0);
    await reporter.commit('mine', 'm');
    expect((await reporter.run('push', 'origin', 'main:x')).output).toContain(
      'You are not allowed to push code to this project.',
    );
    const guest = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 10)).token);
    expect((await guest.run('fetch', 'origin')).output).toContain(
      'You are not allowed to download code from this project.',
    );
    const nonMember = await cloneOf(project, (await createUser()).token);
    expect((await nonMember.run('fetch', 'origin')).output).toContain('could not be found');
    const wrong = await cloneOf(project, 'x'.repeat(20));
    expect((await wrong.run('fetch', 'origin')).output).toContain('Authentication failed');
  });

  it('serves the wiki as a separate repository', async () => {
    const project = shared;
    const wiki = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 30)).token, '.wiki.git');
    const id = await wiki.commit('home.md', '# Home');
    expect((await wiki.run('push', '-q', 'origin', 'main')).code).toBe(0);
    const reader = await cloneOf(project, (await createMember(root, `/projects/${project.id}`, 20)).token, '.wiki.git');
    await reader.run('fetch', '-q', 'origin');
    expect((await reader.run('rev-parse', 'origin/main')).output).toBe(id);
    expect((await root.get(`${project.repository}/commits/${id}`)).status).toBe(404);
  });

  it('accepts only requests of the mesh on its own port', async () => {
    const project = shared;
    const url = `http://127.0.0.1:${mesh().processes['repository']?.http}/git/${project.id}/project/info/refs?service=git-upload-pack`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { 'forge-context': 'eyJhbGciOiJub25lIn0.e30.' } })).status).toBe(401);
    const forged = {
      'forge-transport-grant': Buffer.from('{"repo":"/"}').toString('base64'),
      'forge-transport-secret': '',
    };
    expect((await fetch(url, { headers: forged })).status).toBe(401);
  });
});
