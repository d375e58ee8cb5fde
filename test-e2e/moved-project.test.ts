/** Git with the address that a project had before it was renamed. */
import { join } from 'node:path';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, gitMessages, temporaryFolder } from './support/git';
import { addKey, createKey, withKey, type Key } from './support/ssh';

describe('git with the former address of a project', () => {
  const folder = temporaryFolder('moved');
  let owner: TestUser;
  let key: Key;
  beforeAll(async () => {
    [owner, key] = await Promise.all([createUser(), createKey(folder)]);
    await addKey(owner, key);
  });

  interface Moved {
    id: number;
    former: string;
    current: string;
    formerSshUrl: string;
    sshUrl: string;
  }

  async function createMoved(visibility: string): Promise<Moved> {
    const fields = { name: unique('moving'), visibility, initialize_with_readme: true, wiki_access_level: 'enabled' };
    const { body } = await owner.api.post('/projects', fields);
    const renamed = await owner.api.put(`/projects/${body.id}`, { path: unique('moved') });
    return {
      id: body.id,
      former: body.path_with_namespace,
      current: renamed.body.path_with_namespace,
      formerSshUrl: body.ssh_url_to_repo,
      sshUrl: renamed.body.ssh_url_to_repo,
    };
  }

  const commit = (work: string, text: string) => git(work, 'commit', '-q', '--allow-empty', '-m', text);
  const tipOf = async (id: number, branch: string): Promise<string> =>
    (await owner.api.get(`/projects/${id}/repository/branches/${branch}`)).body.commit?.id;

  it('clones and fetches a public project, with a warning', async () => {
    const { former, current } = await createMoved('public');
    const work = join(folder, unique('clone'));
    const messages = await gitMessages(folder, 'clone', `${mesh().url}/${former}.git`, work);
    expect(messages).toContain(`warning: redirecting to ${mesh().url}/${current}.git/`);
    await git(work, 'fetch', '-q');
    expect(await git(work, 'ls-remote', `${mesh().url}/${former}`, 'HEAD')).toContain(
      await git(work, 'rev-parse', 'HEAD'),
    );
  });

  it('clones and pushes with credentials, and names the current address', async () => {
    const { id, former, current } = await createMoved('private');
    const work = join(folder, unique('clone'));
    await git(folder, 'clone', '-q', cloneUrl(mesh().url, former, owner.token), work);
    await commit(work, 'One');
    const messages = await gitMessages(work, 'push', 'origin', 'HEAD:refs/heads/one');
    expect(messages).toContain(`remote: Project '${former}' was moved to '${current}'.`);
    expect(messages).toContain(`remote:   git remote set-url origin ${mesh().url}/${current}.git`);
    expect(await tipOf(id, 'one')).toBe(await git(work, 'rev-parse', 'HEAD'));
    await git(work, 'remote', 'set-url', 'origin', cloneUrl(mesh().url, current, owner.token));
    await commit(work, 'Two');
    expect(await gitMessages(work, 'push', 'origin', 'HEAD:refs/heads/two')).not.toContain('was moved');
  });

  it('clones and pushes over SSH, and names the current address', async () => {
    const { id, former, current, formerSshUrl, sshUrl } = await createMoved('private');
    const work = join(folder, unique('clone'));
    const told = `Project '${former}' was moved to '${current}'.`;
    expect(await gitMessages(folder, ...withKey(key), 'clone', formerSshUrl, work)).toContain(told);
    await commit(work, 'One');
    const messages = await gitMessages(work, ...withKey(key), 'push', 'origin', 'HEAD:refs/heads/one');
    expect(messages).toContain(told);
    expect(messages).toContain(`  git remote set-url origin ${sshUrl}\n`);
    expect(await tipOf(id, 'one')).toBe(await git(work, 'rev-parse', 'HEAD'));
  });

  it('tells nothing to those who may not read the project', async () => {
    const { former } = await createMoved('private');
    const stranger = await createUser();
    const clone = (url: string) => gitFailure(folder, 'clone', '-q', url, join(folder, unique('clone')));
    const missing = await clone(cloneUrl(mesh().url, `${owner.username}/none`, stranger.token));
    const refused = await clone(cloneUrl(mesh().url, former, stranger.token));
    expect(refused.replaceAll(former, '')).toBe(missing.replaceAll(`${owner.username}/none`, ''));
    const { status, headers } = await fetch(`${mesh().url}/${former}.git/info/refs?service=git-upload-pack`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([401, null]);
  });
});
