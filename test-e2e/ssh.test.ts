/** Git over SSH, with the ssh client of the machine. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asRoot,
  createUser,
  waitFor,
  unique,
  createProjectWithReadme,
  addMember,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';
import { itInFullRun } from './support/full-run';
import { git, gitFailure, gitMessages, temporaryFolder } from './support/git';
import { withSettings } from './support/settings';
import { addKey, createKey, greeting, sshFailure, withKey, type Key } from './support/ssh';

const folder = temporaryFolder('ssh');
const root = asRoot();

interface Project {
  id: number;
  path_with_namespace: string;
  ssh_url_to_repo: string;
  default_branch: string;
}

const createTestKey = (type?: string): Promise<Key> => createKey(folder, type);

async function createProject(api: ApiClient): Promise<Project> {
  const body = await createProjectWithReadme(api);
  return (await api.get(`/projects/${body.id}`)).body as Project;
}

async function clone(project: Project, key: Key, ...options: string[]): Promise<string> {
  const target = join(folder, unique('clone'));
  await git(folder, ...withKey(key), ...options, 'clone', '-q', project.ssh_url_to_repo, target);
  return target;
}

async function commit(work: string, file: string, content: string | Buffer = file): Promise<string> {
  writeFileSync(join(work, file), content);
  await git(work, 'add', '.');
  await git(work, 'commit', '-q', '-m', `Adds ${file}`);
  return git(work, 'rev-parse', 'HEAD');
}

describe('git over SSH', () => {
  let owner: TestUser;
  let key: Key;
  let project: Project;
  beforeAll(async () => {
    [owner, key] = await Promise.all([createUser(), createTestKey()]);
    project = await createProject(owner.api);
    await addKey(owner, key);
  });

  it('records the last use of a key for its user, and the activity of the user', async () => {
    const [user, used] = await Promise.all([createUser(), createTestKey()]);
    await addKey(user, used);
    const lastUse = async ({ api }: TestUser): Promise<unknown> =>
      (await api.get(`/users/${user.id}/keys`)).body[0].last_used_at;
    expect(await lastUse(user)).toBeNull();
    await greeting(used, project);
    expect(await waitFor(() => lastUse(user), Boolean)).toMatch(/Z$/);
    expect(await lastUse(owner)).toBeNull();
    const shown = await root.get(`/users/${user.id}`);
    expect(shown.body.last_activity_on).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('clones from the address that a project shows, and pushes', async () => {
    expect(project.ssh_url_to_repo).toMatch(/^ssh:\/\/git@[^/]+:\d+\//);
    const work = await clone(project, key);
    expect(readFileSync(join(work, 'README.md'), 'utf8')).toContain('#');
    const id = await commit(work, 'one.txt');
    await git(work, ...withKey(key), 'push', '-q', 'origin', 'HEAD', 'HEAD:refs/heads/topic');
    const branches = (await owner.api.get(`/projects/${project.id}/repository/branches`)).body;
    expect(branches.map(({ commit: { id: tip } }: { commit: { id: string } }) => tip)).toEqual([id, id]);
    await git(work, ...withKey(key), 'push', '-q', 'origin', ':topic');
    expect((await owner.api.get(`/projects/${project.id}/repository/branches/topic`)).status).toBe(404);
    await git(work, ...withKey(key), 'fetch', '-q');
  });

  it.each(['0', '1', '2'])('speaks protocol %s', async (version) => {
    const work = await clone(project, key, '-c', `protocol.version=${version}`);
    expect(await git(work, 'rev-list', '--count', 'HEAD')).toMatch(/^\d+$/);
  });

  itInFullRun('transfers large data in both directions, and accepts other key types', async () => {
    const other = await createTestKey('ecdsa');
    await addKey(owner, other);
    const work = await clone(project, other);
    const content = randomBytes(8 * 1024 * 1024);
    await commit(work, 'big.bin', content);
    await git(work, ...withKey(other), 'push', '-q', 'origin', 'HEAD');
    const again = await clone(project, key);
    expect(readFileSync(join(again, 'big.bin')).equals(content)).toBe(true);
  });

  it('reads and writes wikis', async () => {
    await owner.api.post(`/projects/${project.id}/wikis`, { title: 'home', content: 'Hello' });
    const wiki = { ...project, ssh_url_to_repo: project.ssh_url_to_repo.replace(/\.git$/, '.wiki.git') };
    const work = await clone(wiki, key);
    await commit(work, 'more.md');
    await git(work, ...withKey(key), 'push', '-q', 'origin', 'HEAD');
    expect((await owner.api.get(`/projects/${project.id}/wikis/more`)).body.content).toBe('more.md');
  });

  it('refuses the same requests as HTTP', async () => {
    const [member, memberKey] = await Promise.all([createUser(), createTestKey()]);
    await addKey(member, memberKey);
    const hidden = await gitFailure(folder, ...withKey(memberKey), 'clone', project.ssh_url_to_repo, unique('no'));
    expect(hidden).toContain('The project you were looking for could not be found.');
    await addMember(owner.api, `/projects/${project.id}`, member, 20);
    const work = await clone(project, memberKey);
    await commit(work, unique('file'));
    const push = [...withKey(memberKey), 'push', 'origin', 'HEAD'];
    expect(await gitFailure(work, ...push)).toContain('You are not allowed to push code to this project.');
    await owner.api.put(`/projects/${project.id}/members/${member.id}`, { access_level: 30 });
    expect(await gitFailure(work, ...push)).toContain(
      'You are not allowed to push code to protected branches on this project.',
    );
    await git(work, ...withKey(memberKey), 'push', '-q', 'origin', 'HEAD:refs/heads/allowed');
    await root.post(`/users/${member.id}/block`);
    expect(await gitFailure(work, ...withKey(memberKey), 'fetch')).toContain('Your account has been blocked.');
  });

  it('greets users by name, who run no command', async () => {
    expect(await greeting(key, project)).toBe(`Welcome to Forgemesh, @${owner.username}!\n`);
  });

  it('applies push options', async () => {
    const work = await clone(project, key);
    await commit(work, unique('file'));
    const options = ['-o', 'merge_request.create', '-o', 'merge_request.title=Over SSH'];
    const shown = await gitMessages(
      work,
      ...withKey(key),
      'push',
      ...options,
      'origin',
      'HEAD:refs/heads/with-options',
    );
    const query = 'source_branch=with-options';
    const [made] = (await owner.api.get(`/projects/${project.id}/merge_requests?${query}`)).body;
    expect(made).toMatchObject({ title: 'Over SSH', author: { id: owner.id } });
    expect(shown).toContain(made.web_url);
  });

  it('sends archives to those who may read the repository', async () => {
    const remote = `--remote=${project.ssh_url_to_repo}`;
    const archive = [...withKey(key), 'archive', remote, '--format=tar', '--prefix=p/', 'HEAD'];
    expect(await git(folder, ...archive)).toContain('p/README.md');
    const [member, memberKey] = await Promise.all([createUser(), createTestKey()]);
    await addKey(member, memberKey);
    const other = [...withKey(memberKey), 'archive', remote, 'HEAD'];
    expect(await gitFailure(folder, ...other)).toContain('The project you were looking for could not be found.');
    await addMember(owner.api, `/projects/${project.id}`, member, 10);
    expect(await gitFailure(folder, ...other)).toContain('You are not allowed to download code from this project.');
    await owner.api.put(`/projects/${project.id}/members/${member.id}`, { access_level: 20 });
    expect(await git(folder, ...other)).toContain('README.md');
  });

  it('accepts deploy keys for their projects', async () => {
    const deployKey = await createTestKey();
    const keys = `/projects/${project.id}/deploy_keys`;
    const { body: made } = await owner.api.post(keys, { title: 'deploy', key: deployKey.text });
    expect(await greeting(deployKey, project)).toBe('Welcome to Forgemesh, Anonymous!\n');
    const work = await clone(project, deployKey);
    const id = await commit(work, unique('deployed'));
    const push = [...withKey(deployKey), 'push', 'origin', 'HEAD:refs/heads/deployed'];
    expect(await gitFailure(work, ...push)).toContain('This deploy key does not have write access to this project.');
    expect((await owner.api.put(`${keys}/${made.id}`, { can_push: true })).status).toBe(200);
    const shown = await gitMessages(work, ...push, '-o', 'merge_request.create');
    expect(shown).toContain('Merge requests are created by users: this key or token belongs to none.');
    expect(shown).toContain('To create a merge request for deployed, visit:');
    expect((await owner.api.get(`/projects/${project.id}/repository/branches/deployed`)).body.commit.id).toBe(id);
    const other = await createProject(owner.api);
    expect(await gitFailure(folder, ...withKey(deployKey), 'clone', other.ssh_url_to_repo, unique('no'))).toContain(
      'could not be found',
    );
    await owner.api.delete(`${keys}/${made.id}`);
    expect(await gitFailure(work, ...withKey(deployKey), 'fetch')).toContain('Permission denied (publickey)');
  });

  it('rejects other keys, users and commands', async () => {
    const stranger = await createTestKey();
    expect(await gitFailure(folder, ...withKey(stranger), 'clone', project.ssh_url_to_repo, unique('no'))).toContain(
      'Permission denied (publickey)',
    );
    expect(await sshFailure(key, project, [], 'root')).toContain('Permission denied (publickey)');
    expect(await sshFailure(key, project, ['cat', '/etc/passwd'])).toContain('Unknown command');
    expect(await sshFailure(key, project, ["git-upload-pack 'a/b'; id"])).toContain('Unknown command');
    expect(await sshFailure(key, project, ["git-upload-pack '../../etc'"])).toContain('could not be found');
    expect(await sshFailure(key, project, ['-s', 'sftp'])).not.toBe('');
  });

  itInFullRun('counts in the rate limits: users by commands, and strangers by keys', async () => {
    const user = await createUser();
    const own = await createTestKey();
    await addKey(user, own);
    const its = await createProject(user.api);
    const work = await clone(its, own);
    const fetched = (): Promise<string> =>
      git(work, ...withKey(own), 'fetch').then(
        () => '',
        (error: Error) => error.message,
      );
    const ofUsers = 'throttle_authenticated_web';
    // The rate limit window does not end within the test; the user is new in it.
    const outcomes = await withSettings(
      {
        [`${ofUsers}_enabled`]: true,
        [`${ofUsers}_requests_per_period`]: 2,
        [`${ofUsers}_period_in_seconds`]: 100_000,
      },
      async () => [await fetched(), await fetched(), await fetched()],
    );
    expect(outcomes).toEqual(['', '', expect.stringContaining('Retry later')]);
    expect(await fetched()).toBe('');

    const ofStrangers = 'throttle_unauthenticated';
    const tries: string[] = [];
    // This machine has ten times the number. The holder of a key is accepted from the same address.
    const ofHolder = await withSettings(
      {
        [`${ofStrangers}_enabled`]: true,
        [`${ofStrangers}_requests_per_period`]: 1,
        [`${ofStrangers}_period_in_seconds`]: 99_999,
      },
      async () => {
        for (let count = 0; count < 11; count++)
          tries.push(await sshFailure(await createTestKey(), its, ['git-upload-pack', 'x']));
        return fetched();
      },
    );
    expect(tries.map((text) => text.includes('Permission denied'))).toEqual([...Array<boolean>(10).fill(true), false]);
    expect(ofHolder).toBe('');
  });

  itInFullRun('limits how often an address signs in', async () => {
    const work = await clone(project, key);
    const fetched = (): Promise<boolean> =>
      git(work, ...withKey(key), 'fetch').then(
        () => true,
        () => false,
      );
    const ofSignIns = 'throttle_protected_paths';
    const outcomes = await withSettings(
      {
        [`${ofSignIns}_enabled`]: true,
        [`${ofSignIns}_requests_per_period`]: 1,
        [`${ofSignIns}_period_in_seconds`]: 99_998,
      },
      async () => {
        const all = [];
        for (let count = 0; count < 11; count++) all.push(await fetched());
        return all;
      },
    );
    expect(outcomes).toEqual([...Array<boolean>(10).fill(true), false]);
    expect(await fetched()).toBe(true);
  });

  itInFullRun('can be the only protocol for git, or disabled', async () => {
    const setting = (only: string) => root.put('/application/settings', { enabled_git_access_protocol: only });
    const work = await clone(project, key);
    try {
      await setting('http');
      await waitFor(
        () =>
          git(work, ...withKey(key), 'fetch').then(
            () => '',
            (error: { stderr: string }) => error.stderr,
          ),
        (said) => said.includes('Git access over SSH is not allowed'),
      );
    } finally {
      await setting('nil');
    }
    await git(work, ...withKey(key), 'fetch');
  });
});
