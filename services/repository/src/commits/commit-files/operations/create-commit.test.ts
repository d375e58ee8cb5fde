import { asRoot, createUser, unique, commitFiles, createMember } from '@forgemesh/testing';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

function post(project: TestRepository, body: object, as = root) {
  return as.post(`${project.repository}/commits`, { branch: 'main', commit_message: 'Change', ...body });
}

async function contentOf(project: TestRepository, path: string, ref = 'main'): Promise<string> {
  const { body } = await root.get(`${project.repository}/files/${encodeURIComponent(path)}/raw?ref=${ref}`);
  return String(body ?? '');
}

describe('POST /projects/:id/repository/commits', () => {
  it('creates the first commit of an empty repository, its default branch and its protection', async () => {
    const project = await createEmptyRepository();
    const created = await post(project, {
      commit_message: 'First\n\nWith a body',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      actions: [
        { action: 'create', file_path: 'src/a.txt', content: 'one\ntwo\n' },
        { action: 'create', file_path: 'b.bin', content: Buffer.from([0, 255]).toString('base64'), encoding: 'base64' },
        { action: 'create', file_path: 'empty' },
      ],
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      short_id: created.body.id.slice(0, 8),
      created_at: created.body.committed_date,
      parent_ids: [],
      title: 'First',
      message: 'First\n\nWith a body',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      authored_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      committer_name: 'Administrator',
      committer_email: expect.stringContaining('@'),
      committed_date: expect.any(String),
      stats: { additions: 2, deletions: 0, total: 2 },
      status: null,
      project_id: project.id,
      last_pipeline: null,
      has_signature: false,
    });
    const shown = await root.get(`/projects/${project.id}`);
    expect(shown.body.default_branch).toBe('main');
    const branch = await root.get(`${project.repository}/branches/main`);
    expect(branch.body).toMatchObject({ default: true, protected: true, developers_can_push: false });
  });

  it('applies every kind of action', async () => {
    const project = await createRepository({ keep: 'k', change: 'old', gone: 'g', from: 'moved', run: '#!/bin/sh\n' });
    const { body } = await post(project, {
      actions: [
        { action: 'update', file_path: 'change', content: 'new' },
        { action: 'delete', file_path: 'gone' },
        { action: 'move', file_path: 'to/here', previous_path: 'from' },
        { action: 'chmod', file_path: 'run', execute_filemode: true },
      ],
    });
    expect(body.parent_ids).toHaveLength(1);
    const { body: tree } = await root.get(`${project.repository}/tree?recursive=true`);
    expect(tree.map(({ path, mode }: { path: string; mode: string }) => `${mode} ${path}`)).toEqual([
      '100644 change',
      '100644 keep',
      '100755 run',
      '040000 to',
      '100644 to/here',
    ]);
    expect(await contentOf(project, 'change')).toBe('new');
    expect(await contentOf(project, 'to/here')).toBe('moved');
  });

  it('accepts actions as a form', async () => {
    const project = await createRepository();
    const form = new URLSearchParams([
      ['branch', 'main'],
      ['commit_message', 'By form'],
      ['actions[][action]', 'create'],
      ['actions[][file_path]', 'one'],
      ['actions[][content]', '1'],
      ['actions[][action]', 'create'],
      ['actions[][file_path]', 'two'],
      ['actions[][content]', '2'],
      ['stats', 'false'],
    ]);
    const { status, body } = await root.post(`${project.repository}/commits`, form);
    expect(status).toBe(201);
    expect(body.stats).toBeUndefined();
    expect([await contentOf(project, 'one'), await contentOf(project, 'two')]).toEqual(['1', '2']);
  });

  it('starts branches from branches and commits, and overwrites them when forced', async () => {
    const project = await createRepository();
    const first = (await root.get(`${project.repository}/commits/main`)).body.id;
    const second = await commitFiles(root, `/projects/${project.id}`, { second: '2' });
    const actions = [{ action: 'create', file_path: 'x', content: 'x' }];
    const fromBranch = await post(project, { branch: 'a', start_branch: 'main', actions });
    expect(fromBranch.body.parent_ids).toEqual([second.id]);
    const fromCommit = await post(project, { branch: 'b', start_sha: first, actions });
    expect(fromCommit.body.parent_ids).toEqual([first]);
    const again = await post(project, { branch: 'a', start_sha: first, actions });
    expect([again.status, again.body]).toEqual([
      400,
      { message: "A branch called 'a' already exists. Switch to that branch in order to make changes" },
    ]);
    const forced = await post(project, { branch: 'a', start_sha: first, actions, force: true });
    expect(forced.body.parent_ids).toEqual([first]);
    const protectedOne = await post(project, { start_sha: first, actions, force: true });
    expect([protectedOne.status, protectedOne.body.message]).toEqual([
      400,
      'You are not allowed to force push code to a protected branch on this project.',
    ]);
  });

  it('requires developers, or the level of the branch protection', async () => {
    const project = await createRepository();
    const [guest, developer, maintainer] = await Promise.all(
      [20, 30, 40].map((level) => createMember(root, `/projects/${project.id}`, level)),
    );
    const body = { start_branch: 'main', actions: [{ action: 'create', file_path: unique('f'), content: '' }] };
    const forbidden = { message: '403 Forbidden - You are not allowed to push into this branch' };
    expect(await post(project, body, guest?.api)).toMatchObject({ status: 403, body: forbidden });
    expect(await post(project, body, developer?.api)).toMatchObject({ status: 403, body: forbidden });
    expect((await post(project, { ...body, branch: 'dev' }, developer?.api)).status).toBe(201);
    const created = await post(project, body, maintainer?.api);
    expect(created).toMatchObject({ status: 201, body: { committer_email: `${maintainer?.username}@example.com` } });
    const nonMember = await createUser();
    expect((await post(project, body, nonMember.api)).status).toBe(404);
  });

  it('starts in another project of the fork network', async () => {
    const source = await createRepository({ shared: 's' });
    const user = await createMember(root, `/projects/${source.id}`, 20);
    const forked = await user.api.post(`/projects/${source.id}/fork`);
    expect(forked.status).toBe(201);
    const fork = { ...source, id: forked.body.id, repository: `/projects/${forked.body.id}/repository` };
    const upstream = await commitFiles(root, `/projects/${source.id}`, { news: 'n' }, { commit_message: 'News' });
    const actions = [{ action: 'update', file_path: 'news', content: 'changed' }];
    const created = await post(
      fork,
      { branch: 'topic', start_branch: 'main', start_project: source.id, actions },
      user.api,
    );
    expect(created).toMatchObject({ status: 201, body: { parent_ids: [upstream.id], project_id: fork.id } });
    expect(await contentOf(fork, 'news', 'topic')).toBe('changed');
    const log = await user.api.get(`${fork.repository}/commits?ref_name=topic`);
    expect(log.body).toHaveLength(3);
    const taken = await post(fork, { branch: 'main', start_project: source.id, actions }, user.api);
    expect(taken.body.message).toContain("A branch called 'main' already exists");
    const from = { branch: 'by-id', start_sha: upstream.id, start_project: source.id, actions };
    expect((await post(fork, from, user.api)).status).toBe(201);
    const unknown = { ...from, branch: 'other', start_sha: '1'.repeat(40) };
    expect((await post(fork, unknown, user.api)).body.message).toBe(`Cannot find start_sha '${'1'.repeat(40)}'`);
    expect((await user.api.get(`${source.repository}/commits?ref_name=main`)).body).toHaveLength(2);
    await root.delete(`/projects/${source.id}/members/${user.id}`);
    expect((await post(fork, { ...from, branch: 'late' }, user.api)).status).toBe(404);
  });

  it('refuses a start whose code the caller may not read', async () => {
    const source = await createRepository();
    const user = await createMember(root, `/projects/${source.id}`, 20);
    const created = await user.api.post(`/projects/${source.id}/fork`);
    const fork = { ...source, id: created.body.id, repository: `/projects/${created.body.id}/repository` };
    await root.put(`/projects/${source.id}`, { repository_access_level: 'disabled', visibility: 'public' });
    const actions = [{ action: 'create', file_path: 'x', content: '' }];
    const refused = await post(
      fork,
      { branch: 'topic', start_branch: 'main', start_project: source.id, actions },
      user.api,
    );
    expect(refused).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
  });

  it('refuses another project as start', async () => {
    const [project, other] = [await createRepository(), await createRepository()];
    const actions = [{ action: 'create', file_path: 'x', content: '' }];
    const fields = { branch: 'new', start_branch: 'main', actions };
    const refused = await post(project, { ...fields, start_project: other.id });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('is not included in the fork network for') },
    });
    expect((await post(project, { ...fields, start_project: 987654321 })).status).toBe(404);
    expect((await post(project, { ...fields, start_project: project.id })).status).toBe(201);
  });

  it('keeps every commit of concurrent writers', async () => {
    const project = await createRepository();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post(project, { actions: [{ action: 'create', file_path: `file-${index}`, content: String(index) }] }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201));
    const { body } = await root.get(`${project.repository}/commits?per_page=100`);
    const ids = body.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(13);
    for (const response of responses) expect(ids).toContain(response.body.id);
  });

  it('lets one of two concurrent writers of the same file win', async () => {
    const project = await createRepository();
    const actions = [{ action: 'create', file_path: 'same', content: 'x' }];
    const responses = await Promise.all([post(project, { actions }), post(project, { actions })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(
      expectStatus(
        responses.find(({ status }) => status === 400)!,
        400,
      ),
    ).toEqual({
      message: 'A file with this name already exists',
    });
  });

  it('is checked against the protections, push rule and email of this moment', async () => {
    const project = await createRepository();
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    const add = () =>
      post(
        project,
        { branch: 'main', actions: [{ action: 'create', file_path: unique('file'), content: 'x' }] },
        developer.api,
      );
    const protections = `/projects/${project.id}/protected_branches`;
    const protect = (push_access_level: number) => root.post(protections, { name: 'main', push_access_level });
    await root.delete(`${protections}/main`);
    expect((await add()).status).toBe(201);
    expect((await protect(40)).status).toBe(201);
    expect((await add()).status).toBe(403);
    await root.delete(`${protections}/main`);
    expect((await add()).status).toBe(201);
    const rule = `/projects/${project.id}/push_rule`;
    expect((await root.post(rule, { commit_message_regex: '^Fix' })).status).toBe(201);
    expect((await add()).status).toBe(400);
    await root.put(rule, { commit_message_regex: '^Change' });
    expect((await add()).status).toBe(201);
    await root.put(rule, { commit_message_regex: '^Fix' });
    expect((await add()).status).toBe(400);
    await root.delete(rule);
    const email = `${unique('changed')}@example.com`;
    await root.put(`/users/${developer.id}`, { email, skip_reconfirmation: true });
    expect((await add()).body).toMatchObject({ committer_email: email });
  });
});

describe('POST /projects/:id/repository/commits without a valid change', () => {
  let project: TestRepository;
  beforeAll(async () => {
    project = await createRepository({ 'README.md': 'r', 'dir/file': 'f' });
  });

  it.each([
    [{ actions: [{ action: 'create', file_path: 'README.md', content: '' }] }, 'A file with this name already exists'],
    [{ actions: [{ action: 'create', file_path: 'dir', content: '' }] }, 'A directory with this name already exists'],
    [{ actions: [{ action: 'update', file_path: 'none', content: '' }] }, "A file with this name doesn't exist"],
    [{ actions: [{ action: 'delete', file_path: 'none' }] }, "A file with this name doesn't exist"],
    [{ actions: [{ action: 'create', file_path: '../x', content: '' }] }, 'Path cannot include directory traversal'],
    [{ actions: [{ action: 'create', file_path: '.git/config', content: '' }] }, "invalid path: '.git/config'"],
    [{ branch: 'none', actions: [] }, 'You can only create or edit files when you are on a branch'],
    [{ branch: 'new', start_sha: 'abc', actions: [] }, "Invalid start_sha 'abc'"],
    [{ branch: 'new', start_sha: 'a'.repeat(40), actions: [] }, `Cannot find start_sha '${'a'.repeat(40)}'`],
    [
      { branch: 'a..b', start_branch: 'main', actions: [] },
      "Something went wrong when we tried to create 'a..b' for you: Branch name is invalid",
    ],
    [
      { branch: 'refs/heads/main', start_branch: 'main', actions: [] },
      "Something went wrong when we tried to create 'refs/heads/main' for you: Branch name is invalid",
    ],
    [
      { branch: 'main/below', start_branch: 'main', actions: [] },
      "Something went wrong when we tried to create 'main/below' for you: a branch with a conflicting name exists",
    ],
    [
      { actions: [{ action: 'update', file_path: 'README.md', content: '', last_commit_id: 'b'.repeat(40) }] },
      'The file has changed since you started editing it: README.md',
    ],
  ])('refuses %j', async (fields, message) => {
    const before = (await root.get(`${project.repository}/commits`)).body.length;
    const actions = [{ action: 'create', file_path: 'good', content: '' }, ...fields.actions];
    const { status, body } = await post(project, { ...fields, actions });
    expect([status, body]).toEqual([400, { message }]);
    expect((await root.get(`${project.repository}/commits`)).body).toHaveLength(before);
  });

  it.each([
    [{ branch: undefined }, 'branch is missing'],
    [{ branch: '' }, 'branch is empty'],
    [{ commit_message: undefined }, 'commit_message is missing'],
    [{ commit_message: ' \n ' }, 'commit_message is empty'],
    [
      { actions: [{ action: 'create', file_path: 'a', content: '@@@', encoding: 'base64' }] },
      'actions[0][content] is not valid base64',
    ],
    [{ actions: undefined }, 'actions is missing'],
    [{ actions: [{ action: 'paint', file_path: 'a' }] }, 'actions[0][action] does not have a valid value'],
    [{ actions: [{ action: 'delete' }] }, 'actions[0][file_path] is missing'],
    [{ actions: [{ action: 'move', file_path: 'a' }] }, 'actions[0][previous_path] is missing'],
    [{ actions: [{ action: 'update', file_path: 'a' }] }, 'actions[0][content] is missing'],
    [{ actions: [{ action: 'chmod', file_path: 'a' }] }, 'actions[0][execute_filemode] is missing'],
    [{ start_branch: 'a', start_sha: 'b' }, 'start_branch, start_sha are mutually exclusive'],
  ])('checks parameters: %j', async (fields, error) => {
    const actions = [{ action: 'create', file_path: 'a', content: '' }];
    const { status, body } = await post(project, { actions, ...fields });
    expect([status, body]).toEqual([400, { error }]);
  });
});
