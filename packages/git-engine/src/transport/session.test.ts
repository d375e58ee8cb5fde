/** Conversations as over SSH: both bodies of one request. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runGitSync } from '../write/test-repository';
import { flushPacket, packet } from './protocol/pkt-line';
import {
  addCommit,
  BlockableGit,
  client,
  clientEnvironment,
  createWork,
  gitProcesses,
  runClient,
  StartRepository,
  startTestServer,
  type TestServer,
  until,
} from './test-server';
import type { TransportOptions } from './transport.types';

let server: TestServer;
let work: string;

const repository = new StartRepository(async (folder) => {
  writeFileSync(path.join(folder, 'file'), randomBytes(300_000));
  await client(folder, ['add', '.']);
  await addCommit(folder, 'second');
  await client(folder, ['push', '-q', 'origin', 'main']);
});

async function start(options: Partial<TransportOptions> = {}): Promise<void> {
  server = await startTestServer(options);
  work = await repository.copyTo(server);
}
afterEach(async () => {
  await server.close();
  expect(server.errors).toEqual([]);
});

/** One session; collects what the server sends. */
interface Session {
  outgoing: ClientRequest;
  status: number;
  received: () => string;
  ended: Promise<void>;
}

type SessionService = 'upload-pack' | 'receive-pack' | 'upload-archive';

function openSession(service: SessionService, headers: Record<string, string> = {}): Promise<Session> {
  const options = {
    method: 'POST',
    headers: { 'content-type': `application/x-git-${service}-request`, ...headers },
    agent: false,
  };
  const outgoing = httpRequest(`${server.url}/a.git/git-${service}/session`, options);
  outgoing.on('error', () => undefined);
  outgoing.flushHeaders();
  return new Promise((resolve) => {
    outgoing.once('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      const ended = new Promise<void>((end) => response.once('close', () => end()));
      resolve({ outgoing, status: response.statusCode ?? 0, received: () => text, ended });
    });
  });
}

const version2 = { 'git-protocol': 'version=2' };

/** The client of git, with a program in place of ssh that opens a session. */
function overSession(cwd: string, args: string[], version = '2'): Promise<{ code: number; output: string }> {
  const ssh = path.join(server.folder, 'ssh.cjs');
  writeFileSync(
    ssh,
    `#!${process.execPath}
const service = /git-(upload-pack|receive-pack|upload-archive)/.exec(process.argv.join(' '))[0];
const headers = { 'content-type': 'application/x-' + service + '-request' };
if (process.env.GIT_PROTOCOL) headers['git-protocol'] = process.env.GIT_PROTOCOL;
const outgoing = require('http').request('${server.url}/a.git/' + service + '/session', { method: 'POST', headers, agent: false });
outgoing.on('response', (response) => {
  response.pipe(process.stdout);
  response.on('close', () => process.stdout.end(() => process.exit(response.complete && response.statusCode === 200 ? 0 : 1)));
});
outgoing.on('error', () => process.exit(1));
outgoing.flushHeaders();
process.stdin.pipe(outgoing);
`,
  );
  chmodSync(ssh, 0o755);
  return runClient(cwd, args, [['protocol.version', version]], { GIT_SSH: ssh, GIT_SSH_VARIANT: 'ssh' });
}

describe('a session', () => {
  it.each(['0', '1', '2'])('over protocol v%s clones, fetches, pushes and deletes', async (version) => {
    await start();
    const copy = path.join(server.folder, 'copy');
    const run = async (cwd: string, ...args: string[]) =>
      expect(await overSession(cwd, args, version)).toMatchObject({ code: 0 });
    await run(server.folder, 'clone', '-q', 'ssh://git@host/a.git', 'copy');
    const third = await addCommit(work, 'third');
    await client(work, ['push', '-q', 'origin', 'main']);
    await run(copy, 'fetch', '-q');
    expect(await client(copy, ['rev-parse', 'origin/main'])).toBe(third);
    writeFileSync(path.join(copy, 'large'), randomBytes(3_000_000));
    await client(copy, ['add', '.']);
    const pushed = await addCommit(copy, 'large');
    await run(copy, 'push', '-q', '-o', 'ci.skip', 'origin', 'HEAD:refs/heads/topic');
    expect(runGitSync(server.repo('a.git'), ['rev-parse', 'topic'])).toBe(pushed);
    expect(server.outcomes.at(-1)?.pushOptions).toEqual(['ci.skip']);
    await run(copy, 'push', '-q', 'origin', ':refs/heads/topic');
    await run(copy, 'ls-remote', 'origin');
    expect((await overSession(copy, ['push', 'origin', 'main'], version)).output).toMatch(/rejected|up-to-date/);
    expect(server.load().slots).toMatchObject({
      advertise: { running: 0 },
      upload: { running: 0 },
      receive: { running: 0 },
    });
  });

  it('negotiates in several rounds', async () => {
    await start();
    const copy = path.join(server.folder, 'copy');
    expect(await overSession(server.folder, ['clone', '-q', 'ssh://git@host/a.git', 'copy'])).toMatchObject({
      code: 0,
    });
    const commits = Array.from(
      { length: 120 },
      (_, count) => `commit refs/heads/main
committer Forgemesh <git@localhost> ${1_600_000_001 + count} +0000
data <<END
own ${count}
END
${count === 0 ? 'from refs/heads/main^0' : ''}
`,
    );
    runGitSync(copy, ['fast-import', '--quiet'], commits.join(''));
    const third = await addCommit(work, 'third');
    await client(work, ['push', '-q', 'origin', 'main']);
    for (const version of ['0', '2'])
      expect(await overSession(copy, ['fetch', '-q'], version)).toMatchObject({ code: 0 });
    expect(await client(copy, ['rev-parse', 'origin/main'])).toBe(third);
  });

  describe('of upload-archive', () => {
    const archive = (...args: string[]) =>
      overSession(work, ['archive', '--remote=ssh://git@host/a.git', '--output=archive', ...args]);
    const list = (file: string): string => spawnSync('tar', ['-tf', file], { cwd: work }).stdout.toString();

    it.each(['0', '2'])('sends an archive of a ref to a client with protocol v%s', async (version) => {
      await start();
      const args = ['archive', '--remote=ssh://git@host/a.git', '--output=it.tar', '--prefix=p/', 'main', 'file'];
      expect(await overSession(work, args, version)).toEqual({ code: 0, output: '' });
      expect(list('it.tar')).toBe('p/\np/file\n');
      expect(await archive('--format=tar.gz', 'HEAD')).toEqual({ code: 0, output: '' });
      expect(list('archive')).toBe('file\n');
      expect(server.load().slots.upload.running).toBe(0);
    });

    it('refuses commits that no ref names, other refs, and files of the server, with a reason', async () => {
      await start();
      const head = await client(work, ['rev-parse', 'HEAD']);
      expect((await archive(head)).output).toContain('no such ref');
      expect((await archive('missing')).output).toContain('no such ref: missing');
      expect((await archive('--add-file=/etc/passwd', 'HEAD')).output).toMatch(/add-file/);
      expect(server.load().slots.upload.running).toBe(0);
    });

    it('finds no ref in a repository that does not exist yet', async () => {
      server = await startTestServer();
      work = await createWork(server, 'work');
      expect((await archive('HEAD')).output).toContain('no such ref: HEAD');
    });

    it('has a limited request', async () => {
      await start();
      const large = await openSession('upload-archive');
      for (let count = 0; count < 3; count++) large.outgoing.write(packet('x'.repeat(40_000)));
      await large.ended;
      expect(large.received()).toContain('ERR Request Entity Too Large');
    });

    it('stops git when its client disconnects', async () => {
      await start();
      const session = await openSession('upload-archive');
      session.outgoing.write(Buffer.concat([packet('argument HEAD\n'), flushPacket]));
      session.outgoing.destroy();
      await session.ended;
      await until(() => server.load().slots.upload.running === 0);
    });

    it('is not served over HTTP requests', async () => {
      await start();
      const response = await fetch(`${server.url}/a.git/git-upload-archive`, { method: 'POST', body: '0000' });
      expect(response.status).toBe(404);
    });
  });

  it('holds no slot, and with protocol v2 no process, while its client is silent', async () => {
    await start();
    for (let index = 0; index < 20; index++) {
      const { status } = await openSession(index % 2 ? 'upload-pack' : 'receive-pack', version2);
      expect(status).toBe(200);
    }
    expect(server.load()).toMatchObject({ transfers: { running: 20 }, slots: { upload: { running: 0 } } });
    // The first one has asked git for its capabilities.
    await until(() => gitProcesses().length === 0);
    for (let index = 0; index < 4; index++) {
      const session = await openSession('upload-pack');
      await until(() => session.received().endsWith('0000'));
    }
    expect(server.load().slots.upload).toMatchObject({ running: 0 });
    expect(await overSession(server.folder, ['clone', '-q', 'ssh://git@host/a.git', 'copy'])).toMatchObject({
      code: 0,
    });
  });

  it.each([
    ['upload-pack', {}],
    ['upload-pack', version2],
    ['receive-pack', {}],
    ['upload-archive', {}],
  ] as const)('of %s ends when its client is idle, with a reason', async (service, headers) => {
    await start({ idleMs: 800 });
    const session = await openSession(service, headers);
    await session.ended;
    expect(session.received()).toMatch(/ERR The session was idle for too long/);
    expect([server.load().transfers.running, server.load().slow_clients]).toEqual([0, 1]);
    await until(() => gitProcesses().length === 0);
  });

  it('ends when its client sends a request too slowly', async () => {
    await start({ pace: { bytesPerSecond: 1000, graceSeconds: 0.3 } });
    const session = await openSession('upload-pack', version2);
    session.outgoing.write('ffff');
    const timer = setInterval(() => session.outgoing.write('x'), 20);
    await session.ended;
    clearInterval(timer);
    expect(session.received()).toContain('ERR The session was idle for too long');
  });

  it('pushes without a slot until its pack is complete', async () => {
    await start();
    const slow = await openSession('receive-pack');
    const head = await client(work, ['rev-parse', 'HEAD']);
    slow.outgoing.write(packet(`${'0'.repeat(40)} ${head} refs/heads/slow\0 report-status side-band-64k`));
    slow.outgoing.write(flushPacket);
    const pack = spawnSync('git', ['pack-objects', '--revs', '--stdout', '-q'], {
      cwd: work,
      env: clientEnvironment(),
      input: `${head}\n`,
    }).stdout;
    slow.outgoing.write(pack.subarray(0, -1));
    expect(await overSession(work, ['push', '-q', 'ssh://git@host/a.git', 'HEAD:refs/heads/other'])).toMatchObject({
      code: 0,
    });
    expect([server.load().slots.receive.running, gitProcesses()]).toEqual([0, []]);
    slow.outgoing.write(pack.subarray(-1));
    await slow.ended;
    expect(slow.received()).toContain('ok refs/heads/slow');
  });

  it('is refused with a reason when the server is busy', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-busy-'));
    const git = new BlockableGit(folder);
    await start({ environment: { program: git.program }, slots: { upload: { running: 1, queue: 0 } } });
    const head = await client(work, ['rev-parse', 'HEAD']);
    const lines = [
      packet('command=fetch'),
      Buffer.from('0001'),
      packet(`want ${head}\n`),
      packet('done\n'),
      flushPacket,
    ];
    git.isBlocked = true;
    const first = await openSession('upload-pack', version2);
    first.outgoing.write(Buffer.concat(lines));
    await until(() => server.load().slots.upload.running > 0);
    const second = await openSession('upload-pack', version2);
    second.outgoing.write(Buffer.concat(lines));
    await second.ended;
    expect(second.received()).toContain('ERR The server is busy, try again later');
    git.isBlocked = false;
    await until(() => first.received().includes('PACK'));
    rmSync(folder, { recursive: true });
  });
});
