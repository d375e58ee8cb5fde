/** Settings apply in every service and the gateway as soon as their change is acknowledged. */
import { randomBytes } from 'node:crypto';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createGroup,
  createProjectWithReadme,
  createProject,
} from '@forgemesh/testing';
import { exportProject, importArchive, waitForImport } from './support/archives';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';
import { putLfsObject } from './support/lfs-objects';

const path = '/application/settings';
let before: Record<string, unknown>;

beforeAll(async () => {
  before = (await asRoot().get(path)).body;
});

/** Runs work with changed settings and restores the previous ones. */
async function withInstanceSettings<T>(settings: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  const changed = await asRoot().put(path, settings);
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(settings)]);
  try {
    return await work();
  } finally {
    await asRoot().put(path, Object.fromEntries(Object.keys(settings).map((name) => [name, before[name]])));
  }
}

describe('settings of new projects and groups', () => {
  it('determine visibility, protection and limits of projects, groups and snippets', async () => {
    const settings = {
      default_project_visibility: 'internal',
      default_group_visibility: 'internal',
      default_snippet_visibility: 'internal',
      default_ci_config_path: 'ci/all.yml',
      default_project_creation: 0,
      default_branch_protection: 0,
      custom_http_clone_url_root: 'https://clone.example.com/git',
      protected_ci_variables: true,
      default_projects_limit: 1,
    };
    await withInstanceSettings(settings, async () => {
      const user = await createUser();
      const readme = { name: unique('p'), initialize_with_readme: true };
      const project = (await user.api.post('/projects', readme)).body;
      expect(project).toMatchObject({
        visibility: 'internal',
        ci_config_path: 'ci/all.yml',
        http_url_to_repo: `https://clone.example.com/git/${project.path_with_namespace}.git`,
      });
      expect((await user.api.get(`/projects/${project.id}/protected_branches`)).body).toEqual([]);
      const variable = { key: 'KEY', value: 'value' };
      expect((await user.api.post(`/projects/${project.id}/variables`, variable)).body.protected).toBe(true);
      expect((await user.api.post('/projects', { name: unique('p') })).status).toBe(403);
      const group = await createGroup(user.api);
      expect(group).toMatchObject({ visibility: 'internal', project_creation_level: 'noone' });
      const inGroup = { name: unique('p'), namespace_id: group.id };
      expect((await user.api.post('/projects', inGroup)).status).toBe(400);
      const snippet = { title: 't', file_name: 'f', content: 'c' };
      expect((await user.api.post('/snippets', snippet)).body.visibility).toBe('internal');
    });
  });

  it('restrict visibility levels to administrators, and hide users from anonymous callers', async () => {
    await withInstanceSettings({ restricted_visibility_levels: ['public'] }, async () => {
      const user = await createUser();
      const named = { name: unique('p'), visibility: 'public' };
      expect((await user.api.post('/projects', named)).status).toBe(400);
      expect((await asRoot().post('/projects', named)).status).toBe(201);
      expect((await api().get(`/users/${user.id}/status`)).status).toBe(404);
      expect((await user.api.get(`/users/${user.id}/status`)).status).toBe(200);
    });
  });
});

describe('settings of git', () => {
  it('disable HTTP if only SSH is allowed', async () => {
    const project = await createProjectWithReadme(asRoot());
    const url = cloneUrl(mesh().url, project.path_with_namespace, mesh().rootToken);
    const folder = temporaryFolder('ssh-only');
    await withInstanceSettings({ enabled_git_access_protocol: 'ssh' }, async () => {
      expect(await gitFailure(folder, 'ls-remote', url)).toContain('Git access over HTTP is not allowed');
    });
    expect(await git(folder, 'ls-remote', url)).toContain('refs/heads/master');
  });
});

describe('settings of sizes', () => {
  it('block pushes to repositories that are too large', async () => {
    const project = await createProject(asRoot());
    const commit = (file_path: string, content: string) =>
      asRoot().post(`/projects/${project.id}/repository/commits`, {
        branch: 'main',
        commit_message: file_path,
        actions: [{ action: 'create', file_path, content, encoding: 'base64' }],
      });
    expect((await commit('large', randomBytes(1_500_000).toString('base64'))).status).toBe(201);
    await waitFor(
      async () => (await asRoot().get(`/projects/${project.id}?statistics=true`)).body.statistics.repository_size,
      (size) => size > 1024 * 1024,
    );
    await withInstanceSettings({ repository_size_limit: 1 }, async () => {
      const { status, body } = await commit('small', 'c21hbGw=');
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.message).toMatch(/exceeded its size limit of 1 MB by 0\.\d+ MB/);
      const pushed = temporaryFolder('large');
      const url = cloneUrl(mesh().url, project.path_with_namespace, mesh().rootToken);
      await git(pushed, 'clone', '-q', url, '.');
      await git(pushed, 'commit', '-q', '--allow-empty', '-m', 'More');
      expect(await gitFailure(pushed, 'push', '-q')).toContain('exceeded its size limit');
    });
    expect((await commit('small', 'c21hbGw=')).status).toBe(201);
  });

  it('make imports fail whose repository or large files are too large', async () => {
    const archiveOf = async (fill: (id: number, path: string) => Promise<unknown>): Promise<Buffer> => {
      const { id, path_with_namespace: fullPath } = await createProjectWithReadme(asRoot());
      await fill(id, fullPath);
      return exportProject(asRoot(), mesh().rootToken, mesh().url, id);
    };
    const large = randomBytes(1_500_000);
    const archives = {
      small: await archiveOf(() => Promise.resolve()),
      repository: await archiveOf((id) =>
        asRoot().post(`/projects/${id}/repository/commits`, {
          branch: 'master',
          commit_message: 'Large',
          actions: [{ action: 'create', file_path: 'large', content: large.toString('base64'), encoding: 'base64' }],
        }),
      ),
      'large file': await archiveOf((_id, fullPath) =>
        putLfsObject({ url: mesh().url, path: fullPath, token: mesh().rootToken }, large),
      ),
    };
    const imported = async (archive: Buffer): Promise<unknown[]> => {
      const { body } = await importArchive(asRoot(), archive, { path: unique('imported') });
      const { body: ended } = await waitForImport(asRoot(), body.id);
      return [ended.import_status, ended.import_error];
    };
    const refused = [
      'failed',
      expect.stringMatching(/^The repository and its large files exceed the size limit of 1 MB by 0\.4\d MB$/),
    ];
    await withInstanceSettings({ repository_size_limit: 1 }, async () => {
      expect(await imported(archives.small)).toEqual(['finished', undefined]);
      expect(await imported(archives.repository)).toEqual(refused);
      expect(await imported(archives['large file'])).toEqual(refused);
    });
    expect(await imported(archives['large file'])).toEqual(['finished', undefined]);
  });
});

describe('settings of diffs', () => {
  it('omit patches that are too large', async () => {
    const project = await createProject(asRoot());
    const actions = [
      { action: 'create', file_path: 'long', content: 'line\n'.repeat(500) },
      { action: 'create', file_path: 'short', content: 'line\n' },
    ];
    const commit = { branch: 'main', commit_message: 'Both', actions };
    const { body: made } = await asRoot().post(`/projects/${project.id}/repository/commits`, commit);
    const lengths = async (): Promise<number[]> => {
      const { body } = await asRoot().get(`/projects/${project.id}/repository/commits/${made.id}/diff`);
      return body.map(({ diff }: { diff: string }) => diff.length);
    };
    const whole = await lengths();
    expect(whole[0]).toBeGreaterThan(2500);
    await withInstanceSettings({ diff_max_patch_bytes: 1024 }, async () =>
      expect(await lengths()).toEqual([0, whole[1]]),
    );
  });
});

describe('limits of requests', () => {
  const limit = (name: string, requests: number): Record<string, unknown> => ({
    [`throttle_${name}_enabled`]: true,
    [`throttle_${name}_requests_per_period`]: requests,
    // Longer than any run of the suites, so that no window ends during it.
    [`throttle_${name}_period_in_seconds`]: 10 * 365 * 86_400,
  });

  it('limit one user without affecting others', async () => {
    const [user, other] = [await createUser(), await createUser()];
    // The administrator's own requests stay below the limit.
    await withInstanceSettings(limit('authenticated_api', 5), async () => {
      for (let i = 1; i <= 5; i++) {
        const { status, headers } = await user.api.get('/user');
        expect([status, headers.get('ratelimit-remaining')]).toEqual([200, String(5 - i)]);
      }
      const refused = await user.api.get('/user');
      expect([refused.status, refused.body]).toEqual([429, 'Retry later']);
      expect(refused.headers.get('content-type')).toBe('text/plain');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_400);
      expect(refused.headers.get('ratelimit-name')).toBe('throttle_authenticated_api');
      expect(refused.headers.get('ratelimit-observed')).toBe('6');
      expect((await other.api.get('/user')).status).toBe(200);
    });
    const free = await user.api.get('/user');
    expect([free.status, free.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });

  it('limit anonymous addresses, and password attempts', async () => {
    // This machine has ten times the numbers: it may be a proxy with many clients.
    const protectedPaths = { ...limit('protected_paths', 1), protected_paths: ['/oauth/token'] };
    await withInstanceSettings({ ...limit('unauthenticated', 2), ...protectedPaths }, async () => {
      const signIn = async (): Promise<number> => {
        const body = new URLSearchParams({ grant_type: 'password', username: unique('nobody'), password: 'wrong' });
        return (await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body })).status;
      };
      const read = async (): Promise<number> => (await api().get('/projects?per_page=1')).status;
      for (let count = 0; count < 10; count++) expect(await signIn()).toBe(401);
      expect(await signIn()).toBe(429);
      for (let count = 11; count < 20; count++) expect(await read()).toBe(200);
      expect(await read()).toBe(429);
      expect((await api('no-token').get('/user')).status).toBe(429);
      expect((await asRoot().get('/user')).status).toBe(200);
    });
  });
});
