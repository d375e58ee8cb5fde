/** Tests against real git on both sides, with a server in between that records the requests. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { peerName, ProcessTls } from '@forgemesh/security';
import { makeCertificates, tlsFiles } from '@forgemesh/testing/certificates';
import { zeroId } from '../refs/ref-folders';
import { ensureRepository } from '../storage/ensure-repository';
import { localGit, type LocalGit } from '../testing/local-context';
import { addCommit, client, createWork, startTestServer, type TestServer } from '../transport/test-server';
import { fetchRemote } from './fetch-remote';
import { listRemoteRefs } from './list-remote-refs';
import { pushRemote } from './push-remote';
import type { Remote, RemoteTls } from './remote-git';

const ROOM = 1024 * 1024 * 1024;

describe('remote repositories', () => {
  let server: TestServer;
  let git: LocalGit;
  let front: Server;
  let work: string;
  let tip: string;
  let repo: string;
  let handler: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;

  beforeAll(async () => {
    server = await startTestServer();
    git = localGit();
    work = await createWork(server, 'work');
    await client(work, ['tag', '-a', '-m', 'First', 'v1']);
    await client(work, ['push', '-q', 'origin', 'main', 'v1']);
    tip = await client(work, ['rev-parse', 'HEAD']);
    front = createServer((request, response) => {
      if (!handler(request, response)) forward(server.url, request, response);
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
  });
  beforeEach(async () => {
    handler = () => false;
    repo = path.join(server.folder, `${randomBytes(6).toString('hex')}.git`);
    await ensureRepository(repo);
  });
  afterAll(async () => {
    front.closeAllConnections();
    front.close();
    git.close();
    await server.close();
  });

  /** The name does not exist in DNS, so reaching it proves that the address was passed. */
  function remote(name = 'a.git', authorization?: string): Remote {
    const { port } = front.address() as AddressInfo;
    const url = `http://checked.invalid:${port}/${name}`;
    return { url, addresses: ['127.0.0.1'], ...(authorization !== undefined && { authorization }) };
  }

  it('are reached at the checked address, whatever their name', async () => {
    const remoteRefs = await listRemoteRefs(git.context, { repo, remote: remote(), with_head: true });
    expect(remoteRefs.refs).toEqual([
      { ref: 'refs/heads/main', id: tip },
      { ref: 'refs/tags/v1', id: expect.stringMatching(/^[0-9a-f]{40}$/) },
    ]);
    expect(remoteRefs.head).toBe('refs/heads/main');
  });

  it('are reached at any of several checked addresses', async () => {
    // Nothing listens on the first one.
    const addresses = ['127.0.0.3', '127.0.0.1'];
    const { refs } = await listRemoteRefs(git.context, { repo, remote: { ...remote(), addresses }, with_head: false });
    expect(refs.map(({ ref }) => ref)).toEqual(['refs/heads/main', 'refs/tags/v1']);
  });

  it('may request a client certificate, and must present that of a repository service', async () => {
    const folder = await makeCertificates(path.join(server.folder, 'certificates'), 'repository', 'geo');
    const own = new ProcessTls(tlsFiles(folder, 'repository'));
    const [trusted, trustedOther] = ['repository', 'geo'].map((name) => path.join(folder, `${name}.pinned`));
    writeFileSync(trusted!, own.trustedFor('repository'));
    writeFileSync(trustedOther!, own.trustedFor('geo'));
    const peers: unknown[] = [];
    const secure = own.createServer((request, response) => {
      peers.push(peerName(request.socket));
      forward(server.url, request, response);
    });
    await once(secure.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/a.git`;
    const files = { certificate: own.files.certificate, key: own.files.key };
    const list = (tls: RemoteTls) => listRemoteRefs(git.context, { repo, remote: { url, tls }, with_head: true });
    await expect(list({ ...files, trusted: trusted! })).resolves.toMatchObject({ head: 'refs/heads/main' });
    expect(new Set(peers)).toEqual(new Set(['repository']));
    await expect(list({ ...files, trusted: trustedOther! })).rejects.toMatchObject({ reason: 'refused' });
    secure.close();
    secure.closeAllConnections();
  });

  it('receive credentials that no other process sees', async () => {
    const seen: { header: string | undefined; commands: string }[] = [];
    handler = ({ headers }) => {
      seen.push({ header: headers.authorization, commands: commandLines() });
      return false;
    };
    await listRemoteRefs(git.context, { repo, remote: remote('a.git', 'Basic c2VjcmV0'), with_head: false });
    expect(seen[0]?.header).toBe('Basic c2VjcmV0');
    expect(seen[0]?.commands).toContain('checked.invalid');
    expect(seen[0]?.commands).not.toContain('c2VjcmV0');
  });

  it('cannot redirect git', async () => {
    const requests: string[] = [];
    handler = ({ url }, response) => {
      requests.push(String(url));
      if (!url?.startsWith('/a.git')) return false;
      response.writeHead(302, { Location: `${server.url}/a.git/info/refs?service=git-upload-pack` }).end();
      return true;
    };
    await expect(listRemoteRefs(git.context, { repo, remote: remote(), with_head: false })).rejects.toMatchObject({
      reason: 'refused',
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [401, 'The remote repository refused the credentials'],
    [404, 'The remote repository was not found'],
    [502, 'The remote repository could not be reached'],
  ])('with status %d are explained without their own messages', async (status, message) => {
    handler = (_request, response) => {
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end('secret words');
      return true;
    };
    const refusal = { reason: 'refused', message };
    await expect(listRemoteRefs(git.context, { repo, remote: remote(), with_head: false })).rejects.toMatchObject(
      refusal,
    );
  });

  it('transfer their objects, which stay unreachable', async () => {
    await fetchRemote(git.context, { repo, remote: remote(), ids: [tip], max_pack_bytes: ROOM });
    expect(await client(repo, ['cat-file', '-t', tip])).toBe('commit');
    expect(await client(repo, ['for-each-ref'])).toBe('');
  });

  it('cannot transfer a damaged object', async () => {
    const bad = await createWork(server, 'bad', 'bad.git');
    const blob = await client(bad, ['rev-parse', 'HEAD^{tree}']);
    const entry = Buffer.concat([Buffer.from('40000 .git\0'), Buffer.from(blob, 'hex')]);
    writeFileSync(path.join(bad, 'tree'), entry);
    const tree = await client(bad, ['hash-object', '-t', 'tree', '-w', '--literally', 'tree']);
    const id = await client(bad, ['commit-tree', '-m', 'bad', tree]);
    await ensureRepository(server.repo('bad.git'));
    const open = [
      ['transfer.fsckObjects', 'false'],
      ['receive.fsckObjects', 'false'],
      ['protocol.file.allow', 'always'],
    ] as const;
    await client(bad, ['push', '-q', server.repo('bad.git'), `${id}:refs/heads/main`], open).catch(() => undefined);
    await client(bad, ['update-ref', 'refs/heads/bad', id]);
    await client(
      server.repo('bad.git'),
      ['fetch', '-q', bad, 'refs/heads/bad:refs/heads/bad'],
      [...open, ['fetch.fsckObjects', 'false']],
    );
    const input = { repo, remote: remote('bad.git'), ids: [id], max_pack_bytes: ROOM };
    await expect(fetchRemote(git.context, input)).rejects.toMatchObject({
      reason: 'refused',
      message: 'The remote repository contains damaged objects',
    });
    await expect(client(repo, ['cat-file', '-e', id])).rejects.toThrow();
  });

  it('cannot send more than the limit', async () => {
    writeFileSync(path.join(work, 'large'), randomBytes(4 * 1024 * 1024));
    await client(work, ['add', 'large']);
    await client(work, ['commit', '-q', '-m', 'Large']);
    await client(work, ['push', '-q', 'origin', 'HEAD:large']);
    const id = await client(work, ['rev-parse', 'HEAD']);
    // The pack never ends: only the limit can end this.
    handler = (request, response) => {
      if (request.method !== 'POST') return false;
      forward(server.url, request, response, 2 * 1024 * 1024);
      return true;
    };
    const input = { repo, remote: remote(), ids: [id], max_pack_bytes: 1024 * 1024 };
    await expect(fetchRemote(git.context, input)).rejects.toMatchObject({
      reason: 'limit_exceeded',
      message: 'the remote repository is too large',
    });
    expect(readdirSync(path.join(repo, 'objects', 'pack'))).toEqual([]);
  });

  it('update refs only from the expected value', async () => {
    await fetchRemote(git.context, { repo, remote: remote(), ids: [tip], max_pack_bytes: ROOM });
    const next = await addCommit(work, 'next');
    await client(repo, ['fetch', '-q', work, next], [['protocol.file.allow', 'always']]);
    const main = 'refs/heads/moved';
    const push = (old: string, to: string) =>
      pushRemote(git.context, { repo, remote: remote(), updates: [{ ref: main, old, new: to }] });
    expect(await push(zeroId, tip)).toEqual({ refused: [] });
    expect(await push(zeroId, next)).toEqual({ refused: [main] });
    expect(await push(tip, next)).toEqual({ refused: [] });
    expect(await push(tip, zeroId)).toEqual({ refused: [main] });
    expect(await push(next, zeroId)).toEqual({ refused: [] });
  });

  it('that refuse a push are distinguished from those that reject a ref', async () => {
    const acceptAll = server.preReceiveResult;
    server.preReceiveResult = () => Promise.resolve({ accepted: false, message: 'secret words' });
    await client(repo, ['fetch', '-q', work, tip], [['protocol.file.allow', 'always']]);
    const updates = [{ ref: 'refs/heads/refused', old: zeroId, new: tip }];
    try {
      expect(await pushRemote(git.context, { repo, remote: remote(), updates })).toEqual({
        refused: ['refs/heads/refused'],
      });
    } finally {
      server.preReceiveResult = acceptAll;
    }
    handler = (_request, response) => {
      response.writeHead(403).end();
      return true;
    };
    await expect(pushRemote(git.context, { repo, remote: remote(), updates })).rejects.toMatchObject({
      message: 'The remote repository refused the credentials',
    });
  });
});

/** Forwards a request; with `cutAt`, only the first bytes of the response to a fetch. */
function forward(base: string, request: IncomingMessage, response: ServerResponse, cutAt = Infinity): void {
  const { method, headers } = request;
  const upstream = httpRequest(`${base}${request.url}`, { method, headers }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    let sent = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (sent < cutAt) response.write(chunk);
      sent += chunk.length;
    });
    incoming.on('end', () => sent < cutAt && response.end());
  });
  // Errors of connections that are still open when the server stops do not matter.
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}

/** The command lines of all processes of this machine. */
function commandLines(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // The process has ended.
        return '';
      }
    })
    .join('\n');
}
