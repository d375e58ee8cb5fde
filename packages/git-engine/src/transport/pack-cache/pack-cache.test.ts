import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runGitSync } from '../../write/test-repository';
import { flushPacket, packet, PacketSplitter } from '../protocol/pkt-line';
import {
  addCommit,
  client,
  createWork,
  gitProcesses,
  StartRepository,
  startTestServer,
  testCaller,
  type TestServer,
  until,
} from '../test-server';
import type { TransportOptions } from '../transport.types';

let folder: string;
let server: TestServer;
let work: string;
let head: string;
/** Names of the users that may read. */
let readers: Set<string>;

/** Git as the transport starts it: notes each fetch, and fails or waits when a file says so. */
const program = `#!/bin/sh
case " $* " in *" --stateless-rpc "*)
  echo fetch >> "$0.log"
  if [ -e "$0.break" ]; then
    head -c 100 /dev/zero
    until [ -e "$0.go" ]; do sleep 0.01; done
    exit 1
  fi
  if [ -e "$0.wait" ]; then
    until [ -e "$0.go" ]; do sleep 0.01; done
  fi
esac
exec git "$@"
`;

const repository = new StartRepository(async (clone) => {
  writeFileSync(path.join(clone, 'file'), randomBytes(1_000_000));
  await client(clone, ['add', '.']);
  await addCommit(clone, 'large');
  await client(clone, ['push', '-q', 'origin', 'main']);
});

async function start(options: Partial<TransportOptions> = {}): Promise<void> {
  server = await startTestServer({
    environment: { program: path.join(folder, 'git') },
    authorize: ({ path: name, headers }) =>
      Promise.resolve(
        readers.has(String(headers['x-user'] ?? 'one'))
          ? { repo: server.repo(name.slice(1)), caller: testCaller, actor: { id: 7 }, defaultBranch: 'main' }
          : { status: 404, body: 'no such project\n', headers: {} },
      ),
    ...options,
  });
  work = await repository.copyTo(server);
  head = await client(work, ['rev-parse', 'HEAD']);
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forgemesh-packs-'));
  writeFileSync(path.join(folder, 'git'), program, { mode: 0o755 });
  readers = new Set(['one', 'two']);
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const set = (name: string) => writeFileSync(path.join(folder, `git.${name}`), '');
/** Number of git processes that served fetches since the last call. */
function started(): number {
  const log = path.join(folder, 'git.log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0;
  rmSync(log, { force: true });
  return lines;
}

interface Reply {
  status: number;
  body: Buffer;
  isComplete: boolean;
}

function fetchBody(want = head, agent = 'git/2.39.5', ...args: string[]): Buffer {
  const lines = [`want ${want}\n`, 'ofs-delta\n', 'no-progress\n', ...args, 'done\n'];
  const capabilities = [packet('command=fetch'), packet(`agent=${agent}`), packet('object-format=sha1')];
  return Buffer.concat([...capabilities, Buffer.from('0001'), ...lines.map(packet), flushPacket]);
}

/** Opens a fetch, whose response is not read before `read` is called. */
function openFetch(body = fetchBody(), repository = 'a.git', user = 'one') {
  const headers = {
    'content-type': 'application/x-git-upload-pack-request',
    'git-protocol': 'version=2',
    'x-user': user,
  };
  const outgoing = httpRequest(`${server.url}/${repository}/git-upload-pack`, {
    method: 'POST',
    headers,
    agent: false,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.on('response', resolve).on('error', reject),
  );
  response.catch(() => undefined);
  outgoing.end(body);
  const read = async (): Promise<Reply> => {
    const incoming = await response;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise<void>((resolve) => incoming.on('error', () => undefined).once('close', resolve));
    return { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks), isComplete: incoming.complete };
  };
  return { read, response, destroy: () => outgoing.destroy() };
}

/** The pack in a response, whose packets may be cut differently. */
function packOf({ body }: Reply): string {
  const content = new PacketSplitter()
    .push(body)
    .filter((one) => one[4] === 1)
    .map((one) => one.subarray(5));
  return Buffer.concat(content).toString('latin1');
}

const fetchPack = (...args: Parameters<typeof openFetch>): Promise<Reply> => openFetch(...args).read();

describe('equal fetches', () => {
  it('are packed twice: for the first, and for all others', async () => {
    await start();
    started();
    const replies = [
      await fetchPack(),
      await fetchPack(),
      await fetchPack(),
      await fetchPack(undefined, 'a.git', 'two'),
    ];
    expect(started()).toBe(2);
    for (const reply of replies) {
      expect([reply.status, reply.isComplete, packOf(reply) === packOf(replies[0]!)]).toEqual([200, true, true]);
    }
    expect(packOf(replies[0]!).length).toBeGreaterThan(1_000_000);
    expect(server.packCacheCounts()).toMatchObject({ hits: 2, misses: 2 });
    expect(server.packCacheCounts().bytes).toBe(replies[2]!.body.length);
    // The name of the client's program is not part of the key, everything else is.
    await fetchPack(fetchBody(head, 'git/9'));
    expect(started()).toBe(0);
    await fetchPack(fetchBody(head, undefined, 'thin-pack\n'));
    await fetchPack(fetchBody(head, undefined, 'deepen 1\n'));
    expect(started()).toBe(2);
  });

  it('at once share one response while it is being written', async () => {
    await start();
    const first = await fetchPack();
    started();
    set('wait');
    const storm = Array.from({ length: 5 }, () => openFetch());
    await until(() => existsSync(path.join(folder, 'git.log')));
    set('go');
    const replies = await Promise.all(storm.map(({ read }) => read()));
    expect(started()).toBe(1);
    expect(replies.every((reply) => reply.isComplete && packOf(reply) === packOf(first))).toBe(true);
    expect(server.errors).toEqual([]);
  });

  it('give clones that are complete', async () => {
    await start();
    await client(work, ['ls-remote', '-q', 'origin']);
    started();
    for (const name of ['one', 'two', 'three']) {
      await client(server.folder, ['clone', '-q', `${server.url}/a.git`, name]);
      expect(await client(path.join(server.folder, name), ['rev-parse', 'HEAD'])).toBe(head);
      await client(path.join(server.folder, name), ['fsck', '--strict']);
    }
    expect(started()).toBe(2);
  });
});

describe('a cached response', () => {
  it('is not used after any change of the refs', async () => {
    await start();
    const repo = server.repo('a.git');
    const isCached = async (): Promise<boolean> => {
      started();
      await fetchPack();
      return started() === 0;
    };
    const fill = async (): Promise<void> => {
      await fetchPack();
      await fetchPack();
      expect(await isCached()).toBe(true);
    };
    await fill();
    await addCommit(work, 'next');
    await client(work, ['push', '-q', 'origin', 'main']);
    expect(await isCached()).toBe(false);
    await fill();
    runGitSync(repo, ['update-ref', 'refs/heads/api', head]);
    expect(await isCached()).toBe(false);
    await fill();
    await client(work, ['push', '-q', 'origin', ':refs/heads/api']);
    expect(await isCached()).toBe(false);
    await fill();
    runGitSync(repo, ['symbolic-ref', 'HEAD', 'refs/heads/other']);
    expect(await isCached()).toBe(false);
  });

  it('is not used for a caller who may not read, for another repository, or for a new one in the folder', async () => {
    await start();
    for (let turn = 0; turn < 3; turn++) await fetchPack();
    readers.delete('two');
    expect(await fetchPack(undefined, 'a.git', 'two')).toMatchObject({ status: 404 });
    cpSync(server.repo('a.git'), server.repo('fork.git'), { recursive: true });
    started();
    expect((await fetchPack(undefined, 'fork.git')).status).toBe(200);
    expect(started()).toBe(1);
    rmSync(server.repo('fork.git'), { recursive: true });
    rmSync(server.repo('a.git'), { recursive: true });
    const empty = await createWork(server, 'empty');
    await client(empty, ['push', '-q', 'origin', 'main']);
    expect(String((await fetchPack()).body)).toMatch(/ERR|not our ref|^$|could not/);
    server.errors.splice(0);
  });

  it('is removed when there are too many bytes, and not used when it is too old', async () => {
    await start({ packCache: { maxBytes: 1_500_000 } });
    const files = () => readdirSync(path.join(server.folder, 'scratch/packs')).length;
    for (const depth of [1, 2, 3]) {
      const body = fetchBody(head, undefined, `deepen ${depth}\n`);
      for (let turn = 0; turn < 3; turn++) expect((await fetchPack(body)).isComplete).toBe(true);
    }
    expect(files()).toBe(2);
    await server.close();
    await start({ packCache: { maxAgeMs: 1 } });
    started();
    for (let turn = 0; turn < 3; turn++) await fetchPack();
    expect(started()).toBe(3);
  });

  it('is not written to a disk that is nearly full, nor for a repository that is too large', async () => {
    for (const packCache of [{ minFreeBytes: 1e18 }, { maxEntryBytes: 1000 }]) {
      await start({ packCache });
      started();
      for (let turn = 0; turn < 3; turn++) expect((await fetchPack()).isComplete).toBe(true);
      expect(started()).toBe(3);
      if (packCache.minFreeBytes) await server.close();
    }
  });
});

describe('a response that fails while it is shared', () => {
  it('does not look complete to any client, and is not used again', async () => {
    await start();
    const first = await fetchPack();
    set('break');
    const storm = Array.from({ length: 4 }, () => openFetch());
    await Promise.all(storm.map(({ response }) => response));
    set('go');
    const replies = await Promise.all(storm.map(({ read }) => read()));
    expect(replies.map(({ isComplete }) => isComplete)).toEqual([false, false, false, false]);
    server.errors.splice(0);
    rmSync(path.join(folder, 'git.break'));
    expect(packOf(await fetchPack()) === packOf(first)).toBe(true);
  });

  it('continues for others when the client that began it disconnects, and ends when all have', async () => {
    await start();
    const first = await fetchPack();
    await client(work, ['ls-remote', '-q', 'origin']);
    set('wait');
    started();
    const leader = openFetch();
    await until(() => existsSync(path.join(folder, 'git.log')));
    const follower = openFetch();
    const other = openFetch();
    await client(work, ['ls-remote', '-q', 'origin']);
    leader.destroy();
    other.destroy();
    set('go');
    const reply = await follower.read();
    expect([reply.isComplete, packOf(reply) === packOf(first)]).toEqual([true, true]);
    rmSync(path.join(folder, 'git.go'));
    const body = fetchBody(head, undefined, 'deepen 1\n');
    set('go');
    await fetchPack(body);
    rmSync(path.join(folder, 'git.go'));
    started();
    const alone = openFetch(body);
    await until(() => existsSync(path.join(folder, 'git.log')));
    alone.destroy();
    await until(() => gitProcesses().length === 0);
    server.errors.splice(0);
  });
});
