import { asRoot, mesh, borrowMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();
const [first, second] = ['1'.repeat(40), '2'.repeat(40)];
const path = 'libs/über lib';

/** A project whose `main` has a submodule. */
async function withSubmodule(): Promise<TestRepository> {
  const project = await createRepository();
  const git = await GitClone.of(project, mesh().rootToken);
  await git.run('pull', '-q', 'origin', 'main');
  await git.run('update-index', '--add', '--cacheinfo', `160000,${first},${path}`);
  await git.run('commit', '-q', '-m', 'Add a submodule');
  const pushed = await git.run('push', '-q', 'origin', 'main');
  git.remove();
  expect(pushed).toMatchObject({ code: 0 });
  return project;
}

function submoduleOf(project: TestRepository, name = path): string {
  return `${project.repository}/submodules/${encodeURIComponent(name)}`;
}

describe('PUT /projects/:id/repository/submodules/:submodule', () => {
  let project: TestRepository;
  beforeAll(async () => {
    project = await withSubmodule();
  });

  const put = (fields: object, name?: string) =>
    root.put(submoduleOf(project, name), { branch: 'main', commit_sha: second, ...fields });

  it('commits the new reference', async () => {
    const own = await withSubmodule();
    const { body: before } = await root.get(`${own.repository}/commits/main`);
    const { status, body } = await root.put(submoduleOf(own), { branch: 'main', commit_sha: second });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        title: `Update submodule ${path} with oid ${second}`,
        parent_ids: [before.id],
        project_id: own.id,
        status: null,
      }),
    ]);
    const tree = await root.get(`${own.repository}/tree?path=libs`);
    expect(tree.body).toMatchObject([{ path, type: 'commit', mode: '160000', id: second }]);
    const named = await root.put(submoduleOf(own), { branch: 'main', commit_sha: first, commit_message: 'Back' });
    expect(named).toMatchObject({ status: 200, body: { message: 'Back', parent_ids: [body.id] } });
  });

  it.each([
    [{ commit_sha: undefined }, { error: 'commit_sha is missing' }],
    [{ branch: undefined }, { error: 'branch is missing' }],
    [{ commit_sha: 'main' }, { message: 'Invalid parameters' }],
    [{ commit_sha: second.slice(0, 39) }, { message: 'Invalid parameters' }],
    [{ commit_sha: '0'.repeat(40) }, { message: 'Invalid parameters' }],
    [{ commit_sha: first }, { message: `The submodule ${path} is already at ${first}` }],
    [{ branch: 'none' }, { message: 'You can only create or edit files when you are on a branch' }],
  ])('refuses %j', async (fields, body) => {
    expect(await put(fields)).toMatchObject({ status: 400, body });
  });

  it.each(['none', 'libs', 'README.md', '../libs', 'README.md/x', ''])('refuses the path %j', async (name) => {
    const response = await put({}, name);
    expect(response).toMatchObject(
      name ? { status: 400, body: { message: 'Invalid submodule path' } } : { status: 404 },
    );
  });

  it('refuses an empty repository', async () => {
    const response = await root.put(submoduleOf(await createEmptyRepository()), { branch: 'main', commit_sha: second });
    expect(response).toMatchObject({ status: 400, body: { message: 'The repository is empty' } });
  });

  it('enforces roles, protections and push rules', async () => {
    const own = project;
    const [reporter, developer] = [
      await borrowMember(root, `/projects/${own.id}`, 20),
      await borrowMember(root, `/projects/${own.id}`, 30),
    ];
    const fields = { branch: 'main', commit_sha: second };
    expect((await reporter.api.put(submoduleOf(own), fields)).status).toBe(403);
    expect(await developer.api.put(submoduleOf(own), fields)).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to push into this branch' },
    });
    expect((await root.post(`${own.repository}/branches`, { branch: 'topic', ref: 'main' })).status).toBe(201);
    expect((await developer.api.put(submoduleOf(own), { ...fields, branch: 'topic' })).status).toBe(200);
    await root.post(`/projects/${own.id}/push_rule`, { commit_message_regex: '^Fix' });
    expect((await root.put(submoduleOf(own), fields)).status).toBe(400);
    expect((await root.put(submoduleOf(own), { ...fields, commit_message: 'Fix it' })).status).toBe(200);
  });
});
