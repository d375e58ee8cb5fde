/** Clients that try to occupy the transport: others are served all the same. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runGitSync } from '../write/test-repository';
import { flushPacket, packet } from './protocol/pkt-line';
import {
  addCommit,
  BlockableGit,
  client,
  gitProcesses,
  runClient,
  StartRepository,
  startTestServer,
  type TestServer,
  until,
} from './test-server';
import type { TransportOptions } from './transport.types';

const ATTACKERS = 12;
let server: TestServer;
let work: string;
let head: string;
const open = new Set<ClientRequest>();

function repositoryWith(bytes: number): StartRepository {
  return new StartRepository(async (folder, { repo }) => {
    writeFileSync(path.join(folder, 'file'), randomBytes(bytes));
    writeFileSync(path.join(folder, 'patterns'), '/file\n');
    await client(folder, ['add', '.']);
    await addCommit(folder, 'large');
    await client(folder, ['push', '-q', 'origin', 'main']);
    // Objects of a pack are sent as they are stored.
    runGitSync(repo('a.git'), ['repack', '-adq']);
  });
}
const large = repositoryWith(6_000_000);
const medium = repositoryWith(100_000);
const small = repositoryWith(1000);

async function start(options: Partial<TransportOptions> = {}, repository = large): Promise<void> {
  server = await startTestServer(options);
  work = await repository.copyTo(server);
  head = await client(work, ['rev-parse', 'HEAD']);
}
afterEach(async () => {
  for (const request of open) request.destroy();
  open.clear();
  await server.close();
});

type Headers = Record<string, string>;

/** Sends a request; the response is not read. */
function send(service: 'upload-pack' | 'receive-pack', headers: Headers, body: Buffer | undefined): ClientRequest {
  const type = `application/x-git-${service}-request`;
  const options = { method: 'POST', headers: { 'content-type': type, ...headers }, agent: false };
  const outgoing = httpRequest(`${server.url}/a.git/git-${service}`, options);
  outgoing.on('error', () => undefined);
  open.add(outgoing);
  if (body) outgoing.end(body);
  else outgoing.flushHeaders();
  return outgoing;
}

const statusOf = (request: ClientRequest): Promise<number> =>
  new Promise((resolve) => request.once('response', (response: IncomingMessage) => resolve(response.statusCode ?? 0)));

/** A fetch of everything in protocol v2. */
function fetchBody(...further: string[]): Buffer {
  const lines = [...further, `want ${head}\n`, 'done\n'].map((line) => packet(line));
  return Buffer.concat([packet('command=fetch'), Buffer.from('0001'), ...lines, flushPacket]);
}
const version2: Headers = { 'git-protocol': 'version=2' };
const pushBody = () =>
  Buffer.concat([packet(`${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/slow\0 report-status`), flushPacket]);

const as = (user: string) => [['http.extraHeader', `X-User: ${user}`]] as const;
async function cloneWorks(): Promise<void> {
  await client(
    server.folder,
    ['clone', '-q', '-n', `${server.url}/a.git`, `clone-${randomBytes(4).toString('hex')}`],
    as('other'),
  );
}
async function pushWorks(): Promise<void> {
  const name = randomBytes(4).toString('hex');
  await client(work, ['push', '-q', 'origin', `HEAD:refs/heads/${name}`], as('other'));
}

describe('readers that read nothing', () => {
  it.each([
    ['one user', () => ({ 'x-user': 'attacker' })],
    ['many addresses', (index: number) => ({ 'x-address': `192.0.2.${index}` })],
    ['many users', (index: number) => ({ 'x-user': `attacker ${index}` })],
  ])('of %s occupy no slot: what they do not read is spooled', async (_, headersOf) => {
    // Packs that are not cached.
    await start({ packCache: { maxEntryBytes: 0 }, slots: { upload: { running: 8, queue: 100 } } });
    for (let index = 0; index < ATTACKERS; index++)
      send('upload-pack', { ...version2, ...headersOf(index) }, fetchBody(`deepen ${index + 1}\n`)).on(
        'response',
        (response) => response.pause(),
      );
    await cloneWorks();
    await until(() => server.load().slots.upload.running === 0 && server.load().slots.upload.waiting === 0);
    expect(gitProcesses()).toEqual([]);
    expect(server.load().transfers.running).toBeGreaterThan(0);
    expect(server.load().spool_bytes).toBeGreaterThan(0);
    await pushWorks();
  });

  it('are disconnected, and their space is released', async () => {
    await start({ packCache: { maxEntryBytes: 0 }, pace: { idleSeconds: 1.5 } });
    for (let index = 0; index < 4; index++)
      send('upload-pack', { ...version2, 'x-user': 'attacker' }, fetchBody()).on('response', (response) =>
        response.pause(),
      );
    await until(() => server.load().slow_clients === 4);
    await until(() => server.load().spool_bytes === 0 && server.load().transfers.running === 0);
  });

  it('hold at most their share of the slots when there is no space for a spool', async () => {
    await start({ packCache: { maxEntryBytes: 0 }, spools: { maxBytes: 1 }, slots: { upload: { running: 4 } } });
    for (let index = 0; index < 8; index++)
      send('upload-pack', { ...version2, 'x-address': `192.0.2.${index}` }, fetchBody()).on('response', (response) =>
        response.pause(),
      );
    await until(() => server.load().slots.upload.waiting === 6);
    expect(server.load().slots.upload.running).toBe(2);
    await cloneWorks();
  });

  it('do not hold the slot in which the cache is filled', async () => {
    await start({ slots: { upload: { running: 1 } } });
    for (let index = 0; index < ATTACKERS; index++)
      send('upload-pack', { ...version2, 'x-user': 'attacker' }, fetchBody()).on('response', (response) =>
        response.pause(),
      );
    await until(() => server.load().slots.upload.running === 0 && server.load().slots.upload.waiting === 0);
    await cloneWorks();
    expect(gitProcesses()).toEqual([]);
  });
});

describe('slow requests', () => {
  it('for fetches and pushes occupy no slot and no process', async () => {
    await start({ slots: { upload: { running: 1 }, receive: { running: 1 } } });
    for (let index = 0; index < ATTACKERS; index++) {
      const headers = { 'x-user': `attacker ${index}` };
      send('upload-pack', headers, undefined).write('00');
      send('upload-pack', { ...headers, ...version2 }, undefined).write('00');
      send('receive-pack', headers, undefined).write(pushBody());
    }
    await until(() => server.load().transfers.running === 3 * ATTACKERS);
    await cloneWorks();
    await pushWorks();
    expect(gitProcesses()).toEqual([]);
  });

  it('are ended below the minimum speed', async () => {
    await start({ pace: { bytesPerSecond: 2000, graceSeconds: 0.5 } });
    const requests = [send('upload-pack', {}, undefined), send('receive-pack', {}, undefined)];
    const statuses = requests.map(statusOf);
    const timer = setInterval(() => requests.forEach((request) => request.write('00000')), 10);
    expect(await Promise.all(statuses)).toEqual([408, 408]);
    clearInterval(timer);
  });

  it('for pushes that begin fast must stay fast while git receives them', async () => {
    await start({ pushPace: { bytesPerSecond: 100_000, graceSeconds: 0.5 }, slots: { receive: { running: 1 } } });
    const push = send('receive-pack', { 'x-user': 'attacker' }, undefined);
    const status = statusOf(push);
    push.write(
      Buffer.concat([pushBody(), Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), endlessBlob(2_000_000).subarray(0, -60_000)]),
    );
    await until(() => server.load().slots.receive.running === 1);
    const timer = setInterval(() => push.write(Buffer.alloc(10)), 10);
    await pushWorks();
    expect(await status).toBe(408);
    clearInterval(timer);
    expect([gitProcesses(), server.load().slots.receive.running]).toEqual([[], 0]);
  });

  it('of large bodies are collected on disk within the space of their caller', async () => {
    await start({ spools: { maxBytes: 8_000_000 }, pushPace: { idleSeconds: 1 } });
    const push = send('receive-pack', { 'x-user': 'attacker' }, undefined);
    push.write(Buffer.concat([pushBody(), Buffer.from('PACK\0\0\0\x02\0\0\0\x01')]));
    // Slower than a fast client, and more than its share.
    const timer = setInterval(() => push.write(endlessBlob(40_000)), 60);
    await until(() => server.load().spool_bytes > 500_000);
    expect([server.load().slots.receive.running, gitProcesses()]).toEqual([0, []]);
    clearInterval(timer);
    push.destroy();
    await until(() => server.load().spool_bytes === 0);
  });
});

/** Bytes of a blob that git reads without an end: stored blocks of the deflate format. */
function endlessBlob(bytes: number): Buffer {
  const block = Buffer.alloc(65_535 + 5, 'x');
  block[0] = 0;
  block.writeUInt16LE(65_535, 1);
  block.writeUInt16LE(0, 3);
  return Buffer.concat([
    // A blob of 16 GiB, and the head of a zlib stream.
    Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x80, 0x08, 0x78, 0x01]),
    ...Array.from({ length: Math.ceil(bytes / block.length) }, () => block),
  ]);
}

describe('work', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-hostile-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('of one user leaves slots for others, and lists of refs need none', async () => {
    const git = new BlockableGit(folder);
    await start(
      {
        environment: { program: git.program },
        packCache: { maxEntryBytes: 0 },
        slots: { upload: { running: 4, queue: 8 } },
      },
      small,
    );
    git.isBlocked = true;
    const statuses = Array.from({ length: 6 }, () =>
      statusOf(send('upload-pack', { ...version2, 'x-user': 'attacker' }, fetchBody(`deepen 1\n`))),
    );
    // One works and two wait; the others are refused.
    expect(await Promise.race(statuses)).toBe(503);
    await until(() => server.load().slots.upload.running === 1 && server.load().slots.upload.waiting === 2);
    expect(await client(work, ['ls-remote', 'origin', 'refs/heads/main'], as('other'))).toContain(head);
    const others = ['one', 'two', 'three'].map((user) =>
      statusOf(send('upload-pack', { ...version2, 'x-user': user }, fetchBody('deepen 1\n'))),
    );
    await until(() => server.load().slots.upload.running === 4);
    git.isBlocked = false;
    expect(await Promise.all(others)).toEqual([200, 200, 200]);
  });

  it('without output has a limit of processor time, whatever progress is shown', async () => {
    const program = path.join(folder, 'git');
    const script = `#!/bin/sh
case " $* " in *" upload-pack --strict --stateless-rpc --end-of-options "*)
  cat > /dev/null
  printf '000d%s\\n' packfile
  while :; do
    printf '0015\\002Counting objects'
    i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done
  done
esac
exec git "$@"
`;
    writeFileSync(program, script, { mode: 0o755 });
    await start({ environment: { program }, maxSilentCpuSeconds: 0.5 }, small);
    const { code, output } = await runClient(server.folder, ['clone', `${server.url}/a.git`, 'copy']);
    expect(code).not.toBe(0);
    expect(output).toContain('The server has stopped preparing the pack');
    expect(gitProcesses()).toEqual([]);
  });

  it.each([
    ['sparse:oid=main:patterns', 'sparse:oid'],
    ['combine:blob:none+tree:3', 'combine'],
    ['combine:sparse:oid=main:patterns+blob:none', 'combine'],
    ['tree:11', 'tree'],
  ])('of the filter %s is refused with a reason', async (filter, name) => {
    await start({}, small);
    const args = ['clone', '-n', `--filter=${filter}`, `${server.url}/a.git`, 'partial'];
    const { code, output } = await runClient(server.folder, args);
    expect(code).not.toBe(0);
    expect(output).toMatch(new RegExp(`filter '${name}' not supported|tree filter allows max depth 10, but got 11`));
  });

  it.each(['blob:none', 'blob:limit=10k', 'tree:0', 'tree:10', 'object:type=commit'])(
    'of the filter %s is done',
    async (filter) => {
      await start({}, medium);
      await client(server.folder, ['clone', '-q', '-n', `--filter=${filter}`, `${server.url}/a.git`, 'partial']);
    },
  );
});

describe('requests', () => {
  it('are limited for each caller, and for all without a token', async () => {
    await start({ maxTransfers: 16 }, small);
    for (let index = 0; index < 12; index++) send('receive-pack', { 'x-user': 'attacker' }, undefined).write('00');
    for (let index = 0; index < 12; index++)
      send('upload-pack', { 'x-address': `192.0.2.${index}` }, undefined).write('00');
    // A quarter, and half.
    await until(() => server.load().transfers.running === 12 && server.load().transfers.refused === 12);
    await cloneWorks();
    await pushWorks();
  });
});
