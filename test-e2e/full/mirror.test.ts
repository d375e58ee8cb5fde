/**
 * Two instances: projects are imported, pull-mirrored and push-mirrored over real git; the local
 * network stays blocked.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { asRoot, waitFor, mesh, unique, type ApiClient } from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../support/isolated-mesh';

interface Side {
  url: string;
  token: string;
  api: ApiClient;
}

interface TestProject {
  id: number;
  path_with_namespace: string;
}

describe('mirrors', () => {
  let own: SeparateMesh;
  let here: Side;
  let there: Side;

  beforeAll(async () => {
    own = await startMeshOnSharedDatabase();
    here = { url: mesh().url, token: mesh().rootToken, api: asRoot() };
    there = { url: own.mesh.url, token: own.mesh.rootToken ?? '', api: own.root };
    await isReady(there.api);
    const host = new URL(there.url).hostname;
    const opened = await here.api.put('/application/settings', { outbound_local_requests_whitelist: [host] });
    expect(opened.status).toBe(200);
  });
  afterAll(async () => {
    await here.api.put('/application/settings', { outbound_local_requests_whitelist: [] });
    await own?.stop();
  });

  /** On a busy machine, a mesh may respond before it has loaded its settings. */
  async function isReady(api: ApiClient): Promise<void> {
    const createProbe = () => api.post('/projects', { name: unique('ready') });
    const response = await waitFor(createProbe, ({ status }) => status === 201).catch(createProbe);
    expect(response.status).toBe(201);
  }

  async function createProject(side: Side, fields: object = {}): Promise<TestProject> {
    const { status, body } = await side.api.post('/projects', { name: unique('mirror'), ...fields });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body;
  }

  function addressOf(side: Side, project: TestProject, token = side.token): string {
    return cloneUrl(side.url, project.path_with_namespace, token);
  }

  /** Creates a working tree with one commit on `trunk`, a branch and a tag, and pushes it. */
  async function createRepository(side: Side, project: TestProject): Promise<string> {
    const clone = temporaryFolder('mirror');
    await git(clone, 'init', '-q', '-b', 'trunk');
    await git(clone, 'remote', 'add', 'origin', addressOf(side, project));
    await commit(clone, 'README.md');
    await git(clone, 'tag', '-a', '-m', 'First', 'v1');
    await git(clone, 'push', '-q', 'origin', 'trunk', 'trunk:topic', 'trunk:old', 'v1');
    return clone;
  }

  async function commit(clone: string, path: string): Promise<string> {
    writeFileSync(join(clone, path), unique('content'));
    await git(clone, 'add', '-A');
    await git(clone, 'commit', '-q', '-m', `Change ${path}`);
    return git(clone, 'rev-parse', 'HEAD');
  }

  async function refsOf(side: Side, project: TestProject): Promise<string[]> {
    const listed = await git('/', 'ls-remote', '--heads', '--tags', addressOf(side, project));
    return listed.split('\n').filter(Boolean).sort();
  }

  async function refOf(side: Side, project: TestProject, name: string): Promise<string | undefined> {
    const line = (await refsOf(side, project)).find((ref) => ref.endsWith(`\t${name}`));
    return line?.split('\t')[0];
  }

  function importEnds(project: TestProject) {
    return waitFor(
      () => here.api.get(`/projects/${project.id}`),
      ({ body }) => ['finished', 'failed'].includes(body.import_status),
    );
  }

  it('a private project is imported with its refs, once, without exposing the credentials', async () => {
    const source = await createProject(there, { visibility: 'private' });
    await createRepository(there, source);
    const project = await createProject(here, { import_url: addressOf(there, source) });
    expect(project).toMatchObject({ import_status: 'scheduled', mirror: false });
    const { body } = await importEnds(project);
    expect(body).toMatchObject({
      import_status: 'finished',
      import_error: null,
      default_branch: 'trunk',
      import_url: `${there.url}/${source.path_with_namespace}.git`,
    });
    expect(await refsOf(here, project)).toEqual(await refsOf(there, source));
    expect((await here.api.get(`/projects/${project.id}/repository/branches/trunk`)).body.protected).toBe(true);
    const again = await here.api.post(`/projects/${project.id}/mirror/pull`);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 400,
      body: { message: 'The project is not mirrored' },
    });
  });

  it('a failed import reports the reason, without secrets', async () => {
    const source = await createProject(there, { visibility: 'private' });
    const wrong = await createProject(here, { import_url: addressOf(there, source, 'a-wrong-token-of-somebody') });
    expect((await importEnds(wrong)).body).toMatchObject({
      import_status: 'failed',
      import_error: 'The remote repository refused the credentials',
    });
    const missing = { ...source, path_with_namespace: 'nobody/nothing' };
    const lost = await createProject(here, { import_url: addressOf(there, missing) });
    expect((await importEnds(lost)).body.import_status).toBe('failed');
  });

  it('an import fails if the repository is larger than the instance allows', async () => {
    const source = await createProject(there, { visibility: 'private' });
    const clone = await createRepository(there, source);
    writeFileSync(join(clone, 'large'), randomBytes(1_500_000));
    await git(clone, 'add', '-A');
    await git(clone, 'commit', '-q', '-m', 'Large');
    await git(clone, 'push', '-q', 'origin', 'trunk');
    await here.api.put('/application/settings', { repository_size_limit: 1 });
    try {
      const project = await createProject(here, { import_url: addressOf(there, source) });
      expect((await importEnds(project)).body).toMatchObject({
        import_status: 'failed',
        import_error: 'The repository would exceed its size limit of 1 MB',
      });
      expect(await refsOf(here, project)).toEqual([]);
    } finally {
      await here.api.put('/application/settings', { repository_size_limit: 0 });
    }
  });

  it('a pull mirror follows its source', async () => {
    const source = await createProject(there, { visibility: 'private' });
    const clone = await createRepository(there, source);
    const project = await createProject(here, { import_url: addressOf(there, source), mirror: true });
    const path = `/projects/${project.id}`;
    expect((await importEnds(project)).body).toMatchObject({ import_status: 'finished', mirror: true });
    expect(await refsOf(here, project)).toEqual(await refsOf(there, source));
    await here.api.post(`${path}/push_rule`, { commit_message_regex: '^never' });

    // A branch diverges here; on the other instance one is deleted, and the protected default
    // branch and a tag are force-pushed.
    const diverged = await here.api.post(`${path}/push_rule`, {});
    expect(diverged.status).toBe(422);
    await here.api.delete(`${path}/push_rule`);
    const mine = await here.api.post(`${path}/repository/commits`, {
      branch: 'topic',
      commit_message: 'Mine',
      actions: [{ action: 'create', file_path: 'mine', content: 'm' }],
    });
    expect(mine.status).toBe(201);
    await here.api.post(`${path}/push_rule`, { commit_message_regex: '^never' });
    const tip = await commit(clone, 'more.ts');
    await git(clone, 'tag', '-f', '-a', '-m', 'Moved', 'v1');
    await git(clone, 'push', '-q', '-f', 'origin', 'trunk', 'trunk:topic', ':old', 'v1');
    const pulled = await here.api.post(`${path}/mirror/pull`);
    expect({ status: pulled.status, body: pulled.body }).toEqual({ status: 200, body: {} });
    await waitFor(
      () => refOf(here, project, 'refs/heads/trunk'),
      (id) => id === tip,
    );
    await importEnds(project);
    expect(await refOf(here, project, 'refs/tags/v1')).toBe(await refOf(there, source, 'refs/tags/v1'));
    expect(await refOf(here, project, 'refs/heads/topic')).toBe(mine.body.id);
    expect(await refOf(here, project, 'refs/heads/old')).toBeDefined();
    await waitFor(
      () => here.api.get(`${path}/languages`),
      ({ body }) => 'TypeScript' in body,
    );

    await here.api.put(path, { mirror_overwrites_diverged_branches: true });
    expect((await here.api.post(`${path}/mirror/pull`)).status).toBe(200);
    await waitFor(
      () => refOf(here, project, 'refs/heads/topic'),
      (id) => id === tip,
    );
  });

  it('a pull mirror of protected branches ignores the others and reports a diverged default branch', async () => {
    const source = await createProject(there, { visibility: 'private' });
    const clone = await createRepository(there, source);
    const project = await createProject(here, { import_url: addressOf(there, source) });
    await importEnds(project);
    const before = await refOf(here, project, 'refs/heads/topic');
    const tip = await commit(clone, 'more');
    await git(clone, 'push', '-q', 'origin', 'trunk', 'trunk:topic');
    const path = `/projects/${project.id}`;
    // A mirror is updated as soon as it is enabled.
    const on = await here.api.put(path, { mirror: true, only_mirror_protected_branches: true });
    expect(on.body).toMatchObject({ mirror: true, only_mirror_protected_branches: true, import_status: 'scheduled' });
    await waitFor(
      () => refOf(here, project, 'refs/heads/trunk'),
      (id) => id === tip,
    );
    expect((await importEnds(project)).body.import_status).toBe('finished');
    expect(await refOf(here, project, 'refs/heads/topic')).toBe(before);

    const mine = await here.api.post(`${path}/repository/commits`, {
      branch: 'trunk',
      commit_message: 'Mine',
      actions: [{ action: 'create', file_path: 'mine', content: 'm' }],
    });
    expect((await here.api.post(`${path}/mirror/pull`)).status).toBe(200);
    expect((await importEnds(project)).body).toMatchObject({
      import_status: 'failed',
      import_error: 'The default branch has diverged from the remote repository and was not updated: trunk',
    });
    expect(await refOf(here, project, 'refs/heads/trunk')).toBe(mine.body.id);
  });

  it('a push mirror receives pushed commits within seconds', async () => {
    const target = await createProject(there, { visibility: 'private' });
    const project = await createProject(here);
    const mirrors = `/projects/${project.id}/remote_mirrors`;
    const made = await here.api.post(mirrors, { url: addressOf(there, target), enabled: true });
    expect(made.status).toBe(201);
    const clone = await createRepository(here, project);
    const same = async () =>
      JSON.stringify(await refsOf(there, target)) === JSON.stringify(await refsOf(here, project));
    await waitFor(same, Boolean);
    const ended = await waitFor(
      () => here.api.get(`${mirrors}/${made.body.id}`),
      ({ body }) => body.update_status === 'finished',
    );
    expect(ended.body).toMatchObject({ last_error: null, last_successful_update_at: ended.body.last_update_at });

    // Changes on the target are overwritten, except those that its protections cover.
    await there.api.post(`/projects/${target.id}/repository/branches`, { branch: 'theirs', ref: 'trunk' });
    await commit(clone, 'more');
    await git(clone, 'push', '-q', 'origin', 'trunk', ':old');
    await waitFor(same, Boolean);
    expect(await refOf(there, target, 'refs/heads/old')).toBeUndefined();
    expect(await refOf(there, target, 'refs/heads/theirs')).toBeUndefined();

    await git(clone, 'push', '-q', '-f', 'origin', `${await git(clone, 'rev-parse', 'HEAD~1')}:refs/heads/topic`);
    await here.api.delete(`/projects/${project.id}/protected_branches/trunk`);
    await git(clone, 'push', '-q', '-f', 'origin', 'HEAD~1:trunk');
    const refused = await waitFor(
      () => here.api.get(`${mirrors}/${made.body.id}`),
      ({ body }) => body.update_status === 'failed',
    );
    expect(refused.body.last_error).toBe('The remote repository refused some refs: trunk');
  });

  it('a push mirror that keeps divergent refs reports them', async () => {
    const target = await createProject(there, { visibility: 'private' });
    const project = await createProject(here);
    const mirrors = `/projects/${project.id}/remote_mirrors`;
    const made = await here.api.post(mirrors, {
      url: addressOf(there, target),
      enabled: true,
      keep_divergent_refs: true,
    });
    const clone = await createRepository(here, project);
    const status = (expected: string) =>
      waitFor(
        () => here.api.get(`${mirrors}/${made.body.id}`),
        ({ body }) => body.update_status === expected,
      );
    await status('finished');
    const theirs = await there.api.post(`/projects/${target.id}/repository/commits`, {
      branch: 'topic',
      commit_message: 'Theirs',
      actions: [{ action: 'create', file_path: 'theirs', content: 't' }],
    });
    expect(theirs.status).toBe(201);
    await commit(clone, 'more');
    await git(clone, 'push', '-q', 'origin', 'trunk');
    expect((await status('failed')).body.last_error).toBe(
      'Some refs have diverged and were not updated on the remote repository: topic',
    );
    expect(await refOf(there, target, 'refs/heads/topic')).toBe(theirs.body.id);
    const pushed = await git(clone, 'rev-parse', 'HEAD');
    await waitFor(
      () => refOf(there, target, 'refs/heads/trunk'),
      (mirrored) => mirrored === pushed,
    );
  });

  it('local addresses are blocked, by any name', async () => {
    const refusal = 'is blocked: Requests to the local network are not allowed';
    const named = await here.api.post('/projects', { name: unique('mirror'), import_url: 'http://127.0.0.2/a/b.git' });
    expect({ status: named.status, body: named.body }).toEqual({
      status: 400,
      body: { message: { import_url: [refusal] } },
    });
    await here.api.put('/application/settings', { outbound_local_requests_whitelist: [] });
    const { port } = new URL(there.url);
    const project = await createProject(here, { import_url: `http://${hostname()}:${port}/a/b.git` });
    expect((await importEnds(project)).body).toMatchObject({
      import_status: 'failed',
      import_error: 'Requests to the local network are not allowed',
    });
    const mirrors = `/projects/${project.id}/remote_mirrors`;
    const made = await here.api.post(mirrors, { url: `http://${hostname()}:${port}/a/b.git`, enabled: true });
    await createRepository(here, project);
    const failed = await waitFor(
      () => here.api.get(`${mirrors}/${made.body.id}`),
      ({ body }) => body.update_status === 'failed',
    );
    expect(failed.body).toMatchObject({
      last_error: 'Requests to the local network are not allowed',
      last_successful_update_at: null,
    });
  });
});
