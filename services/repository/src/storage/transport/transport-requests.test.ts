/**
 * Both ways of a git request to the transport: over HTTP, and from the gateway of the same process.
 */
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CONNECTION_HEADER, GRANT_HEADER, SECRET_HEADER, type TransportGrant } from '@forgemesh/git-engine';
import type { VerifiedContext } from '@forgemesh/rpc';
import { noPacks } from '#refs/packs/repository-packs';
import type { TransportDeps } from './deps';
import type { FindConnection } from './git-transport';
import { mountTransport } from './mount-transport';
import { relayTransport } from './relay-transport';

const SECRET = 'secret';
const MAINTAINER = 40;
const REPO = '/repositories/7.git';

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Received {
  status: number;
  type: unknown;
  body: string;
}

let transport: Server;
let seen: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[];
let respond: (response: ServerResponse, body: string) => void;
let level: number;
let isOpen: boolean;
let features: Record<string, string>;
let readers: number;
let warnings: number;
let client: AbortController;
/** Connections of clients by name. */
const offered = new Map<string, FindConnection>();

beforeEach(async () => {
  [seen, level, readers, warnings] = [[], MAINTAINER, 0, 0];
  [isOpen, features] = [false, {}];
  client = new AbortController();
  respond = (response, body) => response.writeHead(200, { 'Content-Type': 'text/git' }).end(`got ${body}`);
  transport = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ url: request.url, headers: request.headers, body });
      respond(response, body);
    });
  });
  await once(transport.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  transport.closeAllConnections();
  transport.close();
  await once(transport, 'close');
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function context(): VerifiedContext {
  const resource = { found: true, id: 7, level, open: isOpen, features, storage: 'default', default_branch: 'main' };
  const context = { issuer: 'gateway', scopes: [], user: null, real_user_id: null, address: '192.0.2.7' };
  return { ...context, access: { id: resource } } as unknown as VerifiedContext;
}

function repositories(): TransportDeps {
  return {
    verifier: { verify: () => Promise.resolve(context()) },
    settings: { current: () => ({}) },
    storages: { root: tmpdir, locate: () => ({ repo: REPO }) },
    activity: {
      isLocked: () => false,
      startReading(repo: string) {
        expect(repo).toBe(REPO);
        readers += 1;
        return () => (readers -= 1);
      },
    },
    transport: {
      address: () => Promise.resolve({ port: portOf(transport), secret: SECRET }),
      offerConnection: (name: string, find: FindConnection) => {
        offered.set(name, find);
        return () => void offered.delete(name);
      },
    },
    refs: { packs: noPacks },
    minFreeDiskBytes: 0,
    log: { warn: () => (warnings += 1) },
  } as unknown as TransportDeps;
}

async function overHttp({ method, path, headers, body }: Sent): Promise<Received> {
  const mount = mountTransport(repositories());
  const server = createServer((request, response) => void mount(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const request = httpRequest({ port: portOf(server), method, path, headers, agent: false, signal: client.signal });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, type: response.headers['content-type'], body: await text(response) };
  } finally {
    server.close();
  }
}

async function inProcess({ method, path, headers = {}, body }: Sent): Promise<Received> {
  const relay = relayTransport(repositories());
  const relayed = await relay({ method, path, headers, context: context(), signal: client.signal });
  relayed.body?.end(body);
  const { status, headers: received, pipeTo } = await relayed.reply;
  const target = new PassThrough();
  const content = text(target);
  await pipeTo(target);
  target.end();
  const entries = Object.entries(received).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, type: Object.fromEntries(entries)['content-type'], body: await content };
}

/** Waits until nothing reads the repository any more. */
async function untilUnused() {
  while (readers > 0) await new Promise((resolve) => setImmediate(resolve));
}

describe.each([
  ['over HTTP', overHttp],
  ['in the process', inProcess],
])('a git request %s', (_, send) => {
  it('reaches the transport with its body and a grant, and without headers that the client forged', async () => {
    const headers = { [SECRET_HEADER]: 'forged', [GRANT_HEADER]: 'forged', 'git-protocol': 'version=2' };
    const path = '/git/7/project/git-receive-pack';
    expect(await send({ method: 'POST', path, headers, body: 'pack' })).toEqual({
      status: 200,
      type: 'text/git',
      body: 'got pack',
    });
    const [received] = seen;
    expect(received).toMatchObject({ url: '/7/git-receive-pack', body: 'pack' });
    expect(received?.headers).toMatchObject({ 'git-protocol': 'version=2', [SECRET_HEADER]: SECRET });
    const grant = JSON.parse(String(Buffer.from(String(received?.headers[GRANT_HEADER]), 'base64'))) as TransportGrant;
    expect(grant).toMatchObject({
      repo: REPO,
      caller: { key: 'network 192.0.2.7', isAnonymous: true },
      defaultBranch: 'main',
      actor: { project_id: 7, subject: { level } },
    });
    await untilUnused();
  });

  it('is refused without the right', async () => {
    level = 20;
    const path = '/git/7/project/info/refs?service=git-receive-pack';
    expect(await send({ method: 'GET', path })).toEqual({
      status: 403,
      type: 'text/plain',
      body: 'You are not allowed to push code to this project.\n',
    });
    expect([seen, readers]).toEqual([[], 0]);
  });

  it.each([
    ['project', 'repository', 'private', 0],
    ['project', 'repository', 'private', 10],
    ['project', 'repository', 'disabled', 50],
    ['wiki', 'wiki', 'private', 10],
    ['wiki', 'wiki', 'disabled', 50],
  ])('is refused if the caller may not read the %s: %s %s, level %i', async (kind, feature, setting, own) => {
    [level, isOpen, features] = [own, true, { [feature]: setting }];
    const path = `/git/7/${kind}/info/refs?service=git-upload-pack`;
    expect(await send({ method: 'GET', path })).toEqual({
      status: 403,
      type: 'text/plain',
      body: 'You are not allowed to download code from this project.\n',
    });
    expect([seen, readers]).toEqual([[], 0]);
  });

  it('is 503 if the transport is lost before it replies', async () => {
    respond = (response) => void response.destroy();
    const path = '/git/7/project/info/refs?service=git-upload-pack';
    expect(await send({ method: 'GET', path })).toEqual({
      status: 503,
      type: 'text/plain',
      body: 'The git transport is unavailable, try again later.\n',
    });
    expect(warnings).toBe(1);
    await untilUnused();
  });

  it('fails if the transport is lost during its reply', async () => {
    respond = (response) => void response.write('part', () => response.destroy());
    const path = '/git/7/project/info/refs?service=git-upload-pack';
    await expect(send({ method: 'GET', path })).rejects.toThrow();
    await untilUnused();
  });

  it('offers the connection of its client, unless it is not one of HTTP', async () => {
    const content = 'a'.repeat(300_000);
    respond = (response) => {
      response.write(content);
      const name = String(seen[0]?.headers[CONNECTION_HEADER]);
      void offered
        .get(name)?.(content.length)
        .then((connection) => {
          if (connection) connection.write('6\r\ndirect\r\n', () => response.end());
          else response.end('relayed');
        });
    };
    const { body } = await send({ method: 'POST', path: '/git/7/project/git-upload-pack', body: 'request' });
    expect(body).toBe(content + (send === overHttp ? 'direct' : 'relayed'));
    await untilUnused();
    expect(offered.size).toBe(0);
  });

  it('ends with its client', async () => {
    let isEnded = false;
    respond = (response) => {
      response.once('close', () => (isEnded = true));
      client.abort(new Error('the client has disconnected'));
    };
    const path = '/git/7/project/info/refs?service=git-upload-pack';
    await expect(send({ method: 'GET', path })).rejects.toThrow();
    while (!isEnded) await new Promise((resolve) => setImmediate(resolve));
    await untilUnused();
    expect(warnings).toBe(0);
  });
});
