/** Published attacks with short ref names shared by a branch, a tag and a commit. */
import {
  createUser,
  mesh,
  commitFile,
  create,
  createMember,
  createProjectWithReadme,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, temporaryFolder } from '../support/git';

let owner: TestUser;
let project: TestProject;
let repository: string;
beforeEach(async () => {
  owner ??= await createUser();
  project = await createProjectWithReadme(owner.api);
  repository = `/projects/${project.id}/repository`;
});

const commitOf = async (path: string): Promise<string> => (await owner.api.get(`${repository}/${path}`)).body.commit.id;

/** Creates a branch and a tag with the same name at different commits. */
async function createTwins(name: string): Promise<{ branch: string; tag: string }> {
  const tagged = await commitFile(owner.api, `/projects/${project.id}`, {
    path: 'tagged',
    branch: 'other',
    start_branch: project.default_branch,
  });
  await create(owner.api, `${repository}/tags`, { tag_name: name, ref: 'other' });
  const branched = await commitFile(owner.api, `/projects/${project.id}`, {
    path: 'branched',
    branch: name,
    start_branch: project.default_branch,
  });
  return { branch: branched, tag: tagged };
}

/** The first commit to which a ref resolves, by several operations. */
async function resolve(ref: string): Promise<unknown[]> {
  const name = encodeURIComponent(ref);
  const [{ id: listed }] = (await owner.api.get(`${repository}/commits?ref_name=${name}`)).body;
  const single = (await owner.api.get(`${repository}/commits/${name}`)).body.id;
  const compared = (await owner.api.get(`${repository}/compare?from=${project.default_branch}&to=${name}`)).body;
  const archive = await owner.api.get(`${repository}/archive?sha=${name}`);
  const file = /filename="(.*)"/.exec(archive.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return [listed, single, compared.commit.id, /[0-9a-f]{40}/.exec(file)?.[0]];
}

const four = (id: string): string[] => [id, id, id, id];

describe('CVE-2026-8716: a branch and a tag with the same name are not confused', () => {
  it('reads resolve full names exactly, and a short name consistently', async () => {
    const { branch, tag } = await createTwins('twin');
    expect(await resolve('refs/heads/twin')).toEqual(four(branch));
    expect(await resolve('refs/tags/twin')).toEqual(four(tag));
    expect(await resolve('twin')).toEqual(four(branch));
    expect([await commitOf('branches/twin'), await commitOf('tags/twin')]).toEqual([branch, tag]);
    for (const name of ['heads/twin', 'tags/twin'])
      expect((await owner.api.get(`${repository}/commits/${encodeURIComponent(name)}`)).status).toBe(404);
  });

  it('no branch or tag has the full name of another ref', async () => {
    const developer = await createMember(owner.api, `/projects/${project.id}`, 30);
    const id = await commitFile(owner.api, `/projects/${project.id}`, {
      path: 'other',
      branch: 'other',
      start_branch: project.default_branch,
    });
    const main = `refs/heads/${project.default_branch}`;
    const work = temporaryFolder('advisories');
    await git(work, 'clone', '-q', cloneUrl(mesh().url, project.path_with_namespace, developer.token), '.');
    for (const name of [main, 'refs/heads/missing', 'refs/tags/missing']) {
      for (const ref of [`refs/heads/${name}`, `refs/tags/${name}`])
        expect(await gitFailure(work, 'push', 'origin', `origin/other:${ref}`)).toMatch(/name (is )?invalid/);
      const actions = [{ action: 'create', file_path: 'x', content: 'x' }];
      const responses = [
        await developer.api.post(`${repository}/branches`, { branch: name, ref: 'other' }),
        await developer.api.post(`${repository}/tags`, { tag_name: name, ref: 'other' }),
        await developer.api.post(`${repository}/commits`, {
          branch: name,
          start_branch: 'other',
          commit_message: 'x',
          actions,
        }),
      ];
      for (const { status } of responses) expect([400, 403]).toContain(status);
    }
    expect((await owner.api.get(`${repository}/commits/refs%2Fheads%2Fmissing`)).status).toBe(404);
    expect((await owner.api.get(`${repository}/branches`)).body).toHaveLength(2);
    await git(work, 'push', '-q', 'origin', 'origin/other:refs/heads/refs-heads-allowed');
    expect(await commitOf('branches/refs-heads-allowed')).toBe(id);
  });

  it('a name of 40 digits is not a branch instead of a commit', async () => {
    const victim = await commitFile(owner.api, `/projects/${project.id}`, {
      path: 'victim',
      branch: 'victim',
      start_branch: project.default_branch,
    });
    const attack = await commitFile(owner.api, `/projects/${project.id}`, {
      path: 'attack',
      branch: 'attack',
      start_branch: project.default_branch,
    });
    const name = String(victim);
    for (const [list, key] of [
      ['branches', 'branch'],
      ['tags', 'tag_name'],
    ])
      await owner.api.post(`${repository}/${list}`, { [key as string]: name, ref: 'attack' });
    const work = temporaryFolder('advisories');
    await git(work, 'clone', '-q', cloneUrl(mesh().url, project.path_with_namespace, owner.token), '.');
    await git(work, 'push', '-q', 'origin', `origin/attack:refs/heads/${name}`).catch(() => '');
    await git(work, 'push', '-q', 'origin', `origin/attack:refs/tags/${name}`).catch(() => '');
    expect(await resolve(name)).toEqual(four(name));
    expect(await resolve('attack')).toEqual(four(String(attack)));
  });

  it('a merge request uses the commits of its branch', async () => {
    const { branch, tag } = await createTwins('topic');
    const path = `/projects/${project.id}/merge_requests`;
    const request = await create(owner.api, path, {
      source_branch: 'topic',
      target_branch: project.default_branch,
      title: 'Topic',
    });
    expect((await owner.api.get(`${path}/${request['iid']}`)).body.sha).toBe(branch);
    await create(owner.api, `${repository}/tags`, { tag_name: project.default_branch, ref: 'other' });
    const merged = await owner.api.put(`${path}/${request['iid']}/merge`);
    expect(merged).toMatchObject({ status: 200, body: { state: 'merged' } });
    const files = (await owner.api.get(`${repository}/tree?ref=refs/heads/${project.default_branch}`)).body;
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['README.md', 'branched']);
    expect(await commitOf(`tags/${project.default_branch}`)).toBe(tag);
    expect(await commitOf('tags/topic')).toBe(tag);
  });

  it('deletes the branch or the tag, not the other one', async () => {
    const { branch, tag } = await createTwins('twin');
    expect((await owner.api.delete(`${repository}/branches/twin`)).status).toBe(204);
    expect(await commitOf('tags/twin')).toBe(tag);
    expect(await resolve('twin')).toEqual(four(tag));
    await create(owner.api, `${repository}/branches`, { branch: 'twin', ref: branch });
    expect((await owner.api.delete(`${repository}/tags/twin`)).status).toBe(204);
    expect(await commitOf('branches/twin')).toBe(branch);
  });

  it('a protection covers refs of its own kind, by their full names', async () => {
    const developer = await createMember(owner.api, `/projects/${project.id}`, 30);
    const main = project.default_branch;
    const before = await commitOf(`branches/${main}`);
    await commitFile(owner.api, `/projects/${project.id}`, {
      path: 'other',
      branch: 'other',
      start_branch: project.default_branch,
    });
    const work = temporaryFolder('advisories');
    await git(work, 'clone', '-q', cloneUrl(mesh().url, project.path_with_namespace, developer.token), '.');
    // A tag with the same name and a branch whose name ends with it are not protected.
    for (const ref of [`refs/tags/${main}`, `refs/heads/heads/${main}`])
      await git(work, 'push', '-q', 'origin', `origin/other:${ref}`);
    expect(await gitFailure(work, 'push', 'origin', `origin/other:refs/heads/${main}`)).toContain('not allowed');
    expect(await gitFailure(work, 'push', 'origin', `:refs/heads/${main}`)).toContain('cannot be deleted');
    expect(await commitOf(`branches/${main}`)).toBe(before);
    expect((await owner.api.get(`${repository}/commits/refs%2Fheads%2F${main}`)).body.id).toBe(before);
    expect((await owner.api.get(`/projects/${project.id}`)).body.default_branch).toBe(main);

    await create(owner.api, `/projects/${project.id}/protected_tags`, { name: 'v*' });
    expect(await gitFailure(work, 'push', 'origin', 'origin/other:refs/tags/v1')).toContain('not allowed');
    await git(work, 'push', '-q', 'origin', 'origin/other:refs/heads/v1');
    expect((await owner.api.get(`${repository}/tags/v1`)).status).toBe(404);
    expect((await owner.api.get(`${repository}/branches/v1`)).status).toBe(200);
  });
});
