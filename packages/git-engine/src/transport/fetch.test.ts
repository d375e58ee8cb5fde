import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runGitSync } from '../write/test-repository';
import { flushPacket, packet } from './protocol/pkt-line';
import {
  addCommit,
  client,
  clientEnvironment,
  gitProcesses,
  runClient,
  StartRepository,
  startTestServer,
  type TestServer,
  until,
} from './test-server';

let server: TestServer;
let work: string;
const repository = new StartRepository(async (folder) => {
  writeFileSync(path.join(folder, 'file'), 'content\n');
  await client(folder, ['add', '.']);
  await addCommit(folder, 'second');
  await client(folder, ['push', '-q', 'origin', 'main']);
});

beforeEach(async () => {
  server = await startTestServer();
  work = await repository.copyTo(server);
});
afterEach(async () => {
  await server.close();
  expect(server.errors).toEqual([]);
});

const clone = (name: string, ...args: string[]) =>
  client(server.folder, ['clone', '-q', ...args, `${server.url}/a.git`, name]).then(() =>
    path.join(server.folder, name),
  );

/** A raw request; returns the response body as text. */
function request(
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const { method = options.body ? 'POST' : 'GET', headers } = options;
    const outgoing = httpRequest(`${server.url}${target}`, { method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    if (headers?.expect) outgoing.on('continue', () => outgoing.end(options.body)).flushHeaders();
    else outgoing.end(options.body);
  });
}

describe('a clone', () => {
  it.each(['0', '1', '2'])('over protocol v%s gets the branch, later fetches get new commits', async (version) => {
    const config = [['protocol.version', version]] as const;
    await client(server.folder, ['clone', '-q', `${server.url}/a.git`, 'copy'], config);
    const copy = path.join(server.folder, 'copy');
    expect(readFileSync(path.join(copy, 'file'), 'utf8')).toBe('content\n');
    const third = await addCommit(work, 'third');
    await client(work, ['push', '-q', 'origin', 'main']);
    await client(copy, ['fetch', '-q'], config);
    expect(await client(copy, ['rev-parse', 'origin/main'])).toBe(third);
  });

  it('may be shallow, and deepened', async () => {
    const copy = await clone('shallow', '--depth', '1');
    expect(await client(copy, ['rev-list', '--count', 'HEAD'])).toBe('1');
    await client(copy, ['fetch', '-q', '--unshallow']);
    expect(await client(copy, ['rev-list', '--count', 'HEAD'])).toBe('2');
  });

  it.each(['0', '2'])('may be partial over protocol v%s, missing objects are fetched on demand', async (version) => {
    const config = [['protocol.version', version]] as const;
    await client(server.folder, ['clone', '-q', '-n', '--filter=blob:none', `${server.url}/a.git`, 'partial'], config);
    const copy = path.join(server.folder, 'partial');
    expect(await client(copy, ['rev-list', '--objects', '--missing=print', 'HEAD'])).toMatch(/^\?[0-9a-f]{40}$/m);
    expect(await client(copy, ['show', 'HEAD:file'], config)).toBe('content');
  });

  it('of a missing repository is empty', async () => {
    const { code, output } = await runClient(server.folder, ['clone', `${server.url}/none.git`, 'none']);
    expect([code, output]).toEqual([0, expect.stringContaining('empty repository')]);
    expect(await client(server.folder, ['ls-remote', `${server.url}/none.git`], [['protocol.version', '0']])).toBe('');
  });

  it('sees the internal refs of the service', async () => {
    const id = await client(work, ['rev-parse', 'HEAD']);
    runGitSync(server.repo('a.git'), ['update-ref', 'refs/merge-requests/1/head', id]);
    expect(await client(work, ['ls-remote', 'origin', 'refs/merge-requests/*'])).toBe(
      `${id}\trefs/merge-requests/1/head`,
    );
  });
});

describe('requests', () => {
  const uploadType = { 'content-type': 'application/x-git-upload-pack-request' };
  const lsRefs = Buffer.concat([
    packet('command=ls-refs\n'),
    Buffer.from('0001'),
    packet('ref-prefix refs/heads/\n'),
    flushPacket,
  ]);

  it('for refs have the correct framing and may not be cached', async () => {
    const first = await request('/a.git/info/refs?service=git-upload-pack');
    expect(first.status).toBe(200);
    expect(first.body).toMatch(/^001e# service=git-upload-pack\n0000[0-9a-f]{4}[0-9a-f]{40} HEAD\0/);
    expect(first.headers).toMatchObject({
      'content-type': 'application/x-git-upload-pack-advertisement',
      'cache-control': 'no-cache, max-age=0, must-revalidate',
    });
    const second = await request('/a.git/info/refs?service=git-upload-pack', {
      headers: { 'git-protocol': 'version=2' },
    });
    expect(second.body).toMatch(/^000eversion 2\n/);
    const receive = await request('/a.git/info/refs?service=git-receive-pack', {
      headers: { 'git-protocol': 'version=2' },
    });
    expect(receive.body).toMatch(/^001f# service=git-receive-pack\n0000/);
  });

  it('may be compressed, and may wait for 100 Continue', async () => {
    const id = await client(work, ['rev-parse', 'HEAD']);
    const headers = { ...uploadType, 'git-protocol': 'version=2' };
    const body = gzipSync(lsRefs);
    const response = await request('/a.git/git-upload-pack', {
      headers: { ...headers, 'content-encoding': 'gzip' },
      body,
    });
    expect(response.body).toContain(`${id} refs/heads/main\n`);
    const continued = await request('/a.git/git-upload-pack', {
      headers: { ...headers, expect: '100-continue' },
      body: lsRefs,
    });
    expect(continued.body).toContain(`${id} refs/heads/main\n`);
  });

  it('that are invalid are refused', async () => {
    const status = async (...args: Parameters<typeof request>) => (await request(...args)).status;
    expect(await status('/a.git/info/refs')).toBe(404);
    expect(await status('/a.git/info/refs?service=git-upload-archive')).toBe(404);
    expect(await status('/a.git/HEAD')).toBe(404);
    expect(await status('/a.git/objects/info/packs')).toBe(404);
    expect(await status('/a.git/git-upload-pack')).toBe(405);
    expect(await status('/a.git/git-upload-pack', { body: lsRefs })).toBe(415);
    const odd = { ...uploadType, 'content-encoding': 'br' };
    expect(await status('/a.git/git-upload-pack', { headers: odd, body: lsRefs })).toBe(415);
    const broken = { ...uploadType, 'content-encoding': 'gzip' };
    expect(await status('/a.git/git-upload-pack', { headers: broken, body: Buffer.from('no gzip') })).toBe(400);
    server.errors.splice(0);
  });

  it('that grow beyond the limit when decompressed are stopped', async () => {
    const limited = await startTestServer({ maxFetchRequestSize: 100_000 });
    const haves = Buffer.alloc(50_000_000, `0032have ${'f'.repeat(40)}\n`);
    const bomb = gzipSync(Buffer.concat([packet('command=fetch'), Buffer.from('0001'), haves]));
    const other = server;
    server = limited;
    const response = await request('/a.git/git-upload-pack', {
      headers: { ...uploadType, 'content-encoding': 'gzip', 'git-protocol': 'version=2' },
      body: bomb,
    });
    server = other;
    await limited.close();
    expect(response.status).toBe(413);
  });
});

describe('a client that disconnects', () => {
  it('stops its process', async () => {
    writeFileSync(path.join(work, 'big'), randomBytes(20_000_000));
    const stored = [['core.compression', '0']] as const;
    await client(work, ['add', '.'], stored);
    await addCommit(work, 'big');
    await client(server.repo('a.git'), ['fetch', '-q', work, 'main:refs/heads/big'], stored);
    const head = await client(work, ['rev-parse', 'HEAD']);
    const body = Buffer.concat([packet(`want ${head} side-band-64k\n`), flushPacket, packet('done\n')]);
    const headers = { 'content-type': 'application/x-git-upload-pack-request' };
    await new Promise<void>((resolve, reject) => {
      const outgoing = httpRequest(`${server.url}/a.git/git-upload-pack`, { method: 'POST', headers, agent: false });
      outgoing.on('response', (response) => {
        // One chunk shows that git is running; the rest is not read, so it cannot have ended.
        response.once('data', () => {
          response.pause();
          expect(gitProcesses()).not.toEqual([]);
          outgoing.destroy();
          resolve();
        });
        response.on('error', () => undefined);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    await until(() => gitProcesses().length === 0);
  });

  it('during its push leaves nothing behind', async () => {
    const outgoing = httpRequest(`${server.url}/b.git/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
      agent: false,
    });
    outgoing.on('error', () => undefined);
    writeFileSync(path.join(work, 'big'), randomBytes(4_000_000));
    await client(work, ['add', '.']);
    const head = await addCommit(work, 'big');
    outgoing.write(packet(`${'0'.repeat(40)} ${head} refs/heads/main\0report-status`));
    outgoing.write(flushPacket);
    // Git starts because the pack arrives fast.
    outgoing.write(packOf(work, head).subarray(0, 3_000_000));
    await until(() => gitProcesses().length > 0);
    outgoing.destroy();
    await until(() => gitProcesses().length === 0);
    expect([server.pushes.length, server.outcomes.length]).toEqual([0, 0]);
  });
});

/** A pack with one commit and everything that it contains. */
function packOf(folder: string, commit: string): Buffer {
  const options = { cwd: folder, env: clientEnvironment(), input: `${commit}\n`, maxBuffer: 64_000_000 };
  return spawnSync('git', ['pack-objects', '--revs', '--stdout', '-q'], options).stdout;
}

describe('memory', () => {
  it('does not grow with the size of a clone', async () => {
    const size = 120_000_000;
    for (let index = 0; index < 4; index++) writeFileSync(path.join(work, `big${index}`), randomBytes(size / 4));
    const big = [
      ['core.bigFileThreshold', '1m'],
      ['core.compression', '0'],
      // Objects of a pack are sent as they are stored.
      ['fetch.unpackLimit', '1'],
    ] as const;
    await client(work, ['add', '.'], big);
    await addCommit(work, 'big');
    await client(server.repo('a.git'), ['fetch', '-q', work, 'main:refs/heads/big'], big);
    const head = await client(work, ['rev-parse', 'HEAD']);
    // A client in its own process that only counts, so that only the server's memory is measured.
    const body = Buffer.concat([packet(`want ${head}\n`), flushPacket, packet('done\n')]);
    writeFileSync(path.join(server.folder, 'body'), body);
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const type = 'Content-Type: application/x-git-upload-pack-request';
    const script = `curl -s -H '${type}' --data-binary @body ${server.url}/a.git/git-upload-pack | wc -c`;
    const counted = spawn('sh', ['-c', script], { cwd: server.folder, env: clientEnvironment() });
    let text = '';
    counted.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await new Promise((resolve) => counted.on('close', resolve));
    clearInterval(watch);
    expect(Number(text)).toBeGreaterThan(size);
    expect(peak - before).toBeLessThan(size / 2);
  });
});
