import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { gitEnvironment } from '../storage/git-environment';
import { runGitSync } from '../write/test-repository';
import {
  addCommit,
  client,
  clientEnvironment,
  createWork,
  gitProcesses,
  objectFiles,
  runClient,
  startTestServer,
  testCaller,
  type TestServer,
} from './test-server';

const zero = '0'.repeat(40);
let server: TestServer;
let work: string;
beforeEach(async () => {
  server = await startTestServer();
  work = await createWork(server, 'work');
});
afterEach(async () => {
  await server.close();
  expect(server.errors).toEqual([]);
});

const push = (...args: string[]) => client(work, ['push', '-q', 'origin', ...args]);
const refs = () => runGitSync(server.repo('a.git'), ['for-each-ref', '--format=%(refname) %(objectname)']);

describe('a push', () => {
  it('creates the repository, sets only its ref and is reported once', async () => {
    const id = await client(work, ['rev-parse', 'HEAD']);
    await push('HEAD:refs/heads/topic');
    expect(refs()).toBe(`refs/heads/topic ${id}`);
    expect(runGitSync(server.repo('a.git'), ['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
    const updates = [{ ref: 'refs/heads/topic', old: zero, new: id }];
    expect(server.pushes).toMatchObject([{ actor: { id: 7 }, repo: server.repo('a.git'), updates, pushOptions: [] }]);
    expect(server.outcomes).toEqual([{ actor: { id: 7 }, repo: server.repo('a.git'), updates, pushOptions: [] }]);
    runGitSync(server.repo('a.git'), ['fsck', '--strict']);
  });

  it.each([1, 2, 5])('of %i refs is checked and reported with all of them', async (count) => {
    const names = Array.from({ length: count }, (_, n) => `refs/heads/topic-${n}`);
    await push(...names.map((name) => `HEAD:${name}`));
    for (const seen of [server.pushes, server.outcomes])
      expect(seen.flatMap(({ updates }) => updates).map(({ ref }) => ref)).toEqual(names);
  });

  it('updates, forces, tags and deletes', async () => {
    const first = await client(work, ['rev-parse', 'HEAD']);
    await push('main');
    const second = await addCommit(work, 'second');
    await client(work, ['tag', '-a', '-m', 'release', 'v1']);
    await push('main', 'v1');
    expect(refs()).toContain(`refs/heads/main ${second}`);
    expect(refs()).toContain('refs/tags/v1');
    await client(work, ['reset', '-q', '--hard', first]);
    expect((await runClient(work, ['push', 'origin', 'main'])).output).toContain('non-fast-forward');
    await push('--force', 'main');
    expect(server.outcomes.at(-1)?.updates).toEqual([{ ref: 'refs/heads/main', old: second, new: first }]);
    await push('--delete', 'v1');
    expect(refs()).toBe(`refs/heads/main ${first}`);
  });

  it('sees its objects before they are accepted', async () => {
    let seen = '';
    server.preReceiveResult = async ({ repo, updates, quarantineEnv }) => {
      const env = gitEnvironment({ variables: quarantineEnv });
      seen = spawnSync('git', ['log', '--format=%s', updates[0]!.new], { cwd: repo, env }).stdout.toString().trim();
      return { accepted: true };
    };
    await push('main');
    expect(seen).toBe('first');
  });

  it('passes its options, with and without line breaks', async () => {
    await push('-o', 'ci.skip', '-o', "it's $HOME `x` \\0", 'main');
    expect(server.outcomes[0]?.pushOptions).toEqual(['ci.skip', "it's $HOME `x` \\0"]);
  });

  it('shows lines of the server, without control characters, and none of them with a failure', async () => {
    server.text = 'one\n  two \x1b[31m\n';
    const { code, output } = await runClient(work, ['push', 'origin', 'main']);
    expect(code).toBe(0);
    expect(output.replace(/ +$/gm, '')).toContain('remote: one\nremote:   two  [31m\nTo ');
    server.afterwards = () => Promise.reject(new Error('lost'));
    expect(await push('main:refs/heads/other')).not.toContain('remote:');
    expect(server.errors.splice(0)).toHaveLength(1);
  });

  it('over protocol v0 works as well', async () => {
    await client(work, ['push', '-q', 'origin', 'main'], [['protocol.version', '0']]);
    expect(server.outcomes).toHaveLength(1);
  });

  it('in chunks, larger than the client buffers, works as well', async () => {
    writeFileSync(`${work}/big`, randomBytes(3_000_000));
    await client(work, ['add', '.']);
    await addCommit(work, 'big');
    await client(work, ['push', '-q', 'origin', 'main'], [['http.postBuffer', '65536']]);
    expect(server.outcomes).toHaveLength(1);
  });
});

describe('a refused push', () => {
  it('shows the reason, changes no ref and leaves no object', async () => {
    await push('main');
    const before = await objectFiles(server.repo('a.git'));
    const state = refs();
    await addCommit(work, 'second');
    server.preReceiveResult = async () => ({ accepted: false, message: 'You are not\nallowed to \x1b[31mpush' });
    const { code, output } = await runClient(work, ['push', 'origin', 'main', 'main:other']);
    expect(code).toBe(1);
    expect(output).toMatch(/remote: You are not\s*\nremote: allowed to {2}\[31mpush/);
    expect(output).toContain('! [remote rejected] main -> main (pre-receive hook declined)');
    expect(output).toContain('! [remote rejected] main -> other (pre-receive hook declined)');
    expect(refs()).toBe(state);
    expect(await objectFiles(server.repo('a.git'))).toEqual(before);
    expect(server.outcomes).toHaveLength(1);
  });

  it('results from a failed check', async () => {
    server.preReceiveResult = () => Promise.reject(new Error('database away'));
    expect((await runClient(work, ['push', 'origin', 'main'])).output).toContain(
      'remote: The push could not be checked.',
    );
    expect(refs()).toBe('');
    expect(server.errors.splice(0)).toHaveLength(1);
  });

  it("results from a change of the service's refs", async () => {
    const { output } = await runClient(work, ['push', 'origin', 'main:refs/merge-requests/1/head']);
    expect(output).toContain('deny updating a hidden ref');
    expect(server.pushes).toEqual([]);
    await runClient(work, ['push', 'origin', 'main', 'main:refs/merge-requests/1/head']);
    expect(server.pushes.map(({ updates }) => updates.map(({ ref }) => ref))).toEqual([['refs/heads/main']]);
    expect(refs()).toMatch(/^refs\/heads\/main \w+$/);
  });

  it('results from damaged objects', async () => {
    const tree = await client(work, ['rev-parse', 'HEAD^{tree}']);
    const bad = runGitSync(
      work,
      ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'],
      `tree ${tree}\nauthor no address 1 +0000\ncommitter C <c> 1 +0000\n\nm`,
    );
    const { output } = await runClient(work, ['push', 'origin', `${bad}:refs/heads/main`]);
    expect(output).toMatch(/missingEmail/);
    expect(refs()).toBe('');
    expect(await objectFiles(server.repo('a.git'))).toEqual([]);
  });
});

describe('the outcome', () => {
  it('is processed before the client receives the report', async () => {
    let clientDone = false;
    let doneTooEarly = true;
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      server.afterwards = () => (resolve(), blocked);
    });
    const pushing = runClient(work, ['push', '--progress', 'origin', 'main']).then((result) => {
      clientDone = true;
      return result;
    });
    await reached;
    // The ref has moved and git itself has ended: only the report is missing.
    expect(refs()).toContain('refs/heads/main');
    // Takes long enough for a complete separate conversation with the server.
    await client(work, ['ls-remote', 'origin']);
    doneTooEarly = clientDone;
    release();
    const { code, output } = await pushing;
    expect([doneTooEarly, code]).toEqual([false, 0]);
    expect(output).toContain('[new branch]      main -> main');
  });

  it('stays successful for the client if postReceive fails', async () => {
    server.afterwards = () => Promise.reject(new Error('database away'));
    expect((await runClient(work, ['push', 'origin', 'main'])).code).toBe(0);
    expect(server.errors.splice(0)).toHaveLength(1);
  });

  it('contains only the refs that have moved', async () => {
    await push('main', 'main:moved');
    const id = await addCommit(work, 'second');
    // Another writer moves one of the refs while this push is being checked.
    const rival = runGitSync(server.repo('a.git'), ['commit-tree', '-m', 'rival', `${'refs/heads/main'}^{tree}`]);
    server.preReceiveResult = async ({ repo }) => {
      runGitSync(repo, ['update-ref', 'refs/heads/moved', rival]);
      return { accepted: true };
    };
    const { code, output } = await runClient(work, ['push', 'origin', 'main', 'main:moved']);
    expect(code).toBe(1);
    expect(output).toMatch(/\[remote rejected\] main -> moved/);
    expect(server.outcomes.at(-1)?.updates.map(({ ref }) => ref)).toEqual(['refs/heads/main']);
    expect(refs()).toContain(`refs/heads/main ${id}`);
    expect(refs()).toContain(`refs/heads/moved ${rival}`);
  });

  it('of two concurrent pushes is one success', async () => {
    await push('main');
    const other = await createWork(server, 'other');
    await client(other, ['fetch', '-q', 'origin']);
    await client(other, ['reset', '-q', '--hard', 'origin/main']);
    await addCommit(work, 'mine');
    await addCommit(other, 'theirs');
    // Both are accepted only when both have arrived, so that both hold the same old value.
    let arrived = 0;
    let open: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (open = resolve));
    server.preReceiveResult = async () => {
      if (++arrived === 2) open();
      await both;
      return { accepted: true };
    };
    const results = await Promise.all([work, other].map((one) => runClient(one, ['push', 'origin', 'main'])));
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
    const moved = server.outcomes.slice(1).flatMap(({ updates }) => updates);
    expect(moved).toHaveLength(1);
    expect(refs()).toBe(`refs/heads/main ${moved[0]!.new}`);
    expect(server.outcomes).toHaveLength(3);
  });
});

describe('an interrupted push', () => {
  it('is completed and reported if its check was already running', async () => {
    const pushing = spawn('git', ['push', 'origin', 'main'], { cwd: work, env: clientEnvironment(), detached: true });
    let arrived: () => void = () => undefined;
    let open: () => void = () => undefined;
    const checkReached = new Promise<void>((resolve) => (arrived = resolve));
    const opened = new Promise<void>((resolve) => (open = resolve));
    server.preReceiveResult = async () => {
      arrived();
      await opened;
      return { accepted: true };
    };
    const notified = new Promise<void>((resolve) => (server.afterwards = async () => resolve()));
    await checkReached;
    const pushClosed = new Promise((resolve) => pushing.on('close', resolve));
    process.kill(-(pushing.pid ?? 0), 'SIGKILL');
    await pushClosed;
    open();
    await notified;
    expect(refs()).toMatch(/^refs\/heads\/main /);
  });

  it('reports the actual refs if git was killed', async () => {
    await push('main');
    await addCommit(work, 'second');
    const state = refs();
    server.preReceiveResult = async () => {
      for (const pid of gitProcesses()) process.kill(-pid, 'SIGKILL');
      return { accepted: true };
    };
    expect((await runClient(work, ['push', 'origin', 'main'])).code).not.toBe(0);
    expect(server.outcomes.map(({ updates }) => updates.length)).toEqual([1, 0]);
    expect(refs()).toBe(state);
    server.errors.splice(0);
  });

  it('is refused before git starts if the client sends nothing', async () => {
    const shortIdle = await startTestServer({ idleMs: 300 });
    const outgoing = httpRequest(`${shortIdle.url}/a.git/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
      agent: false,
    });
    const ended = new Promise<number | string>((resolve) => {
      outgoing.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      outgoing.on('error', (error) => resolve(error.message));
    });
    outgoing.write('00');
    expect(await ended).toBe(408);
    outgoing.destroy();
    await shortIdle.close();
    expect(gitProcesses()).toEqual([]);
  });
});

describe('limits', () => {
  it('of size refuse a push and keep nothing of it', async () => {
    const small = await startTestServer({
      authorize: async () => ({
        repo: server.repo('small.git'),
        caller: testCaller,
        actor: null,
        maxInputSize: 100_000,
      }),
    });
    writeFileSync(`${work}/big`, randomBytes(2_000_000));
    await client(work, ['add', '.']);
    await addCommit(work, 'big');
    const { code, output } = await runClient(work, ['push', `${small.url}/x.git`, 'main']);
    await small.close();
    expect([code, small.pushes]).toEqual([1, []]);
    expect(output).toMatch(/pack exceeds maximum allowed size|unpacker error/);
    expect(await objectFiles(server.repo('small.git'))).toEqual([]);
    small.errors.splice(0);
  });

  it('of permissions are checked before anything is created', async () => {
    const closed = await startTestServer({
      authorize: async () => ({ status: 403, body: 'You are not allowed', headers: { 'Content-Type': 'text/plain' } }),
    });
    const { output } = await runClient(work, ['push', `${closed.url}/x.git`, 'main']);
    await closed.close();
    expect(output).toContain('403');
    expect(existsSync(closed.repo('x.git'))).toBe(false);
  });
});
