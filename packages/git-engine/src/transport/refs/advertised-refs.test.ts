import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runGitSync } from '../../write/test-repository';
import { flushPacket, packet } from '../protocol/pkt-line';
import { addCommit, client, createWork, startTestServer, testCaller, type TestServer } from '../test-server';

let server: TestServer;
let work: string;
let repo: string;
let head: string;

beforeEach(async () => {
  server = await startTestServer();
  work = await createWork(server, 'work');
  await client(work, ['push', '-q', 'origin', 'main']);
  repo = server.repo('a.git');
  head = await client(work, ['rev-parse', 'HEAD']);
});
afterEach(async () => {
  await server.close();
  expect(server.errors).toEqual([]);
});

const inRepo = (...args: string[]) => runGitSync(repo, args);

function requestOf(...args: string[]): Buffer {
  const lines = args.map((arg) => packet(`${arg}\n`));
  return Buffer.concat([packet('command=ls-refs\n'), Buffer.from('0001'), ...lines, flushPacket]);
}

const list = (...args: string[]) =>
  fetch(`${server.url}/a.git/git-upload-pack`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' },
    body: requestOf(...args),
  });

/** The response of the transport, and that of git itself. */
async function answers(...args: string[]): Promise<[ours: string, byGit: string]> {
  const response = await list(...args);
  const env = { ...process.env, GIT_PROTOCOL: 'version=2', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const byGit = execFileSync('git', ['upload-pack', '--stateless-rpc', repo], { input: requestOf(...args), env });
  return [await response.text(), byGit.toString()];
}

async function expectSame(...args: string[]): Promise<string> {
  const [ours, byGit] = await answers(...args);
  expect(ours).toBe(byGit);
  return ours;
}

describe('a list of refs', () => {
  it('is the same as that of git', async () => {
    inRepo('update-ref', 'refs/heads/Über/uns', head);
    inRepo('update-ref', 'refs/merge-requests/1/head', head);
    inRepo('tag', '-a', '-m', 'one', 'v1', head);
    inRepo('tag', '-a', '-m', 'two', 'v2', 'v1');
    inRepo('update-ref', 'refs/tags/tree', inRepo('rev-parse', `${head}^{tree}`).trim());
    for (const turn of ['loose', 'packed']) {
      if (turn === 'packed') inRepo('pack-refs', '--all');
      const all = await expectSame('peel', 'symrefs');
      expect(all).toContain(`HEAD symref-target:refs/heads/main\n`);
      expect(all).toMatch(/refs\/tags\/v2 peeled:[0-9a-f]{40}\n/);
      expect(await expectSame('peel', 'symrefs', 'unborn', 'ref-prefix refs/tags/')).not.toContain('HEAD');
      await expectSame('ref-prefix HEAD', 'ref-prefix refs/heads/Über');
      await expectSame();
    }
    expect(server.errors).toEqual([]);
  });

  it('is the same for a HEAD that is detached or unborn, and for symbolic and broken refs', async () => {
    inRepo('symbolic-ref', 'HEAD', 'refs/heads/next');
    expect(await expectSame('symrefs', 'unborn')).toContain('unborn HEAD symref-target:refs/heads/next\n');
    await expectSame('symrefs');
    await expectSame('unborn');
    inRepo('update-ref', '--no-deref', 'HEAD', head);
    expect(await expectSame('symrefs', 'peel')).toContain(`${head} HEAD\n`);
    inRepo('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/heads/main');
    expect(await expectSame('symrefs')).toContain('refs/remotes/origin/HEAD symref-target:refs/heads/main\n');
    inRepo('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    writeFileSync(path.join(repo, 'refs/heads/broken'), 'not an id\n');
    await expectSame('symrefs');
    server.errors.splice(0);
  });

  it('is refused by git for arguments that it does not know', async () => {
    expect((await list('peel', 'unknown-argument')).status).toBe(500);
    expect(String(server.errors.splice(0)[0])).toContain('unexpected line');
  });

  it('shows every change at once, on every server of the repository', async () => {
    const other = await startTestServer({
      authorize: () => Promise.resolve({ repo, caller: testCaller, actor: { id: 8 }, defaultBranch: 'main' }),
    });
    const listOf = (url: string) => client(work, ['ls-remote', '-q', '--symref', `${url}/a.git`]);
    const both = async (): Promise<string> => {
      const [one, two] = [await listOf(server.url), await listOf(other.url)];
      expect(one).toBe(two);
      return one;
    };
    await both();
    for (let turn = 0; turn < 5; turn++) {
      const pushed = await addCommit(work, `push ${turn}`);
      await client(work, ['push', '-q', turn % 2 ? 'origin' : `${other.url}/a.git`, 'main']);
      expect(await both()).toContain(`${pushed}\trefs/heads/main`);
      // Written by another process, as by the API.
      inRepo('update-ref', `refs/heads/api-${turn}`, pushed);
      expect(await both()).toContain(`${pushed}\trefs/heads/api-${turn}`);
      inRepo('update-ref', `refs/heads/api-${turn}`, head);
      expect(await both()).toContain(`${head}\trefs/heads/api-${turn}`);
      inRepo('symbolic-ref', 'HEAD', `refs/heads/api-${turn}`);
      expect(await both()).toContain(`ref: refs/heads/api-${turn}\tHEAD`);
      inRepo('pack-refs', '--all', '--prune');
      expect(await both()).toContain(`${head}\trefs/heads/api-${turn}`);
      inRepo('symbolic-ref', 'HEAD', 'refs/heads/main');
      await client(work, ['push', '-q', 'origin', `:refs/heads/api-${turn}`]);
      expect(await both()).not.toContain('api-');
    }
    await other.close();
  });

  it('of a repository that replaced another in the same folder is its own', async () => {
    expect(await client(work, ['ls-remote', '-q', 'origin', 'main'])).toContain(head);
    await rm(repo, { recursive: true });
    expect(await client(work, ['ls-remote', '-q', 'origin'])).toBe('');
    const again = await createWork(server, 'again');
    const id = await addCommit(again, 'other');
    await client(again, ['push', '-q', 'origin', 'main']);
    const listed = await client(work, ['ls-remote', '-q', 'origin']);
    expect(listed).toContain(id);
    expect(listed).not.toContain(head);
  });
});

describe('the refs that a push begins with', () => {
  const ours = async () => await (await fetch(`${server.url}/a.git/info/refs?service=git-receive-pack`)).text();
  const byGit = (): string => {
    const hidden = ['refs/merge-requests', 'refs/keep-around'].flatMap((prefix) => [
      '-c',
      `receive.hideRefs=${prefix}`,
    ]);
    const options = ['-c', 'receive.advertisePushOptions=true'];
    const args = [...hidden, ...options, 'receive-pack', '--stateless-rpc', '--http-backend-info-refs', repo];
    return `001f# service=git-receive-pack\n0000${execFileSync('git', args).toString()}`;
  };

  it('are the same as those of git, without the refs of the service', async () => {
    inRepo('update-ref', 'refs/merge-requests/1/head', head);
    inRepo('tag', '-a', '-m', 'one', 'v1', head);
    expect(await ours()).toBe(byGit());
    expect(await ours()).not.toContain('merge-requests');
    inRepo('update-ref', '-d', 'refs/tags/v1');
    inRepo('update-ref', '-d', 'refs/heads/main');
    expect(await ours()).toBe(byGit());
    expect(await ours()).toContain('capabilities^{}');
  });
});
