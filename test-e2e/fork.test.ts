/**
 * The life of a fork: created with REST, pushed to with real git, compared with its source, and
 * intact after the source is deleted.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, waitFor, mesh, createProject, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from './support/git';

describe('a fork', () => {
  let owner: TestUser;
  let user: TestUser;
  let source: { id: number; path_with_namespace: string };
  let fork: { id: number; path_with_namespace: string };
  let work: string;

  beforeAll(async () => {
    [owner, user] = await Promise.all([createUser(), createUser()]);
    source = await createProject(owner.api, { visibility: 'public' });
    work = temporaryFolder('fork');
    await git(work, 'init', '-q', '-b', 'trunk');
    for (const name of ['one', 'two', 'three']) await commit(name);
    await git(work, 'tag', '-a', '-m', 'First release', 'v1');
    await git(work, 'push', '-q', cloneUrl(mesh().url, source.path_with_namespace, owner.token), 'trunk', 'v1');
  });

  async function commit(name: string): Promise<void> {
    writeFileSync(join(work, name), `${name}\n`);
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', `Add ${name}`);
  }

  /** Creates a fresh clone and verifies all its objects. */
  async function cloneOf({ path_with_namespace: path }: { path_with_namespace: string }): Promise<string> {
    const folder = temporaryFolder('clone');
    await git(folder, 'clone', '-q', cloneUrl(mesh().url, path, user.token), '.');
    await git(folder, 'fsck', '--strict');
    return folder;
  }

  it('clones with branches, tags and default branch of its source', async () => {
    const made = await user.api.post(`/projects/${source.id}/fork`);
    expect(made).toMatchObject({ status: 201, body: { default_branch: 'trunk', import_status: 'finished' } });
    fork = made.body;
    const clone = await cloneOf(fork);
    expect(await git(clone, 'rev-parse', 'HEAD', 'v1^{}')).toBe(await git(work, 'rev-parse', 'HEAD', 'v1^{}'));
    expect(await git(clone, 'symbolic-ref', '--short', 'HEAD')).toBe('trunk');
  });

  it('accepts pushes that its source does not see', async () => {
    await git(work, 'checkout', '-q', '-b', 'topic');
    await commit('four');
    await git(work, 'push', '-q', cloneUrl(mesh().url, fork.path_with_namespace, user.token), 'topic');
    const names = async (id: number): Promise<string[]> =>
      (await user.api.get(`/projects/${id}/repository/branches`)).body.map(({ name }: { name: string }) => name);
    expect(await names(fork.id)).toEqual(['topic', 'trunk']);
    expect(await names(source.id)).toEqual(['trunk']);
  });

  it('is compared with its source, and accepts commits on top of its new ones', async () => {
    await git(work, 'checkout', '-q', 'trunk');
    await commit('five');
    await git(work, 'push', '-q', cloneUrl(mesh().url, source.path_with_namespace, owner.token), 'trunk');
    const compared = await user.api.get(
      `/projects/${fork.id}/repository/compare?from=trunk&to=topic&from_project_id=${source.id}`,
    );
    expect(compared.body).toMatchObject({ commits: [{ title: 'Add four' }], diffs: [{ new_path: 'four' }] });
    const made = await user.api.post(`/projects/${fork.id}/repository/commits`, {
      branch: 'on-top',
      start_project: source.id,
      start_branch: 'trunk',
      commit_message: 'Add six',
      actions: [{ action: 'create', file_path: 'six', content: 'six\n' }],
    });
    expect(made).toMatchObject({ status: 201, body: { parent_ids: [await git(work, 'rev-parse', 'trunk')] } });
  });

  it('can be cloned after its source is deleted', async () => {
    expect((await owner.api.delete(`/projects/${source.id}`)).status).toBe(202);
    await waitFor(
      () => user.api.delete(`/projects/${fork.id}/fork`),
      ({ status }) => status === 304,
    );
    const clone = await cloneOf(fork);
    const branches = await git(clone, 'branch', '-r', '--format=%(refname:lstrip=3)');
    expect(branches.split('\n').sort()).toEqual(['HEAD', 'on-top', 'topic', 'trunk']);
    expect(await git(clone, 'log', '--format=%s', 'origin/on-top')).toBe(
      ['Add six', 'Add five', 'Add three', 'Add two', 'Add one'].join('\n'),
    );
  });
});
