import { randomBytes } from 'node:crypto';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEventConnections } from '@forgemesh/events';
import { LocalServices, type VerifiedContext } from '@forgemesh/rpc';
import type { LocalRelay, LocalRelayRequest, ProcessRuntime } from '@forgemesh/service';
import { createLogger } from '@forgemesh/telemetry';
import { AuthorizationCache } from '../auth/authorization-cache';
import { sendTo, startFixtureMesh, type TestResponse, type FixtureMesh } from '../testing/fixture-mesh';

let mesh: FixtureMesh;
let storage: Server;
let seen: IncomingMessage[] = [];
let respond: (request: IncomingMessage, response: ServerResponse) => void;
/**
 * Whether the storage accepts the next request with a body; `silently` accepts without `100
 * Continue`.
 */
let accepts: () => boolean | 'silently';

beforeAll(async () => {
  storage = createServer((request, response) => {
    seen.push(request);
    respond(request, response);
  });
  storage.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const accepted = accepts();
    if (!accepted) return void request.socket.destroy();
    if (accepted !== 'silently') response.writeContinue();
    storage.emit('request', request, response);
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
  mesh = await startFixtureMesh({ FORGE_GIT_ADDRESSES: { default: url }, FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: 60 });
});
afterAll(async () => {
  await mesh.close();
  storage.closeAllConnections();
  storage.close();
});
beforeEach(() => {
  seen = [];
  respond = (_request, response) => response.end('ok');
  accepts = () => true;
});

const bundle = `info/bundles/${'0123456789abcdef'.repeat(2)}.bundle`;
const basic = (password: string, user = 'anyone'): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** Verifies the context that the storage received. */
function contextOf(request: IncomingMessage | undefined, method: string): Promise<VerifiedContext> {
  const token = String(request?.headers['forge-context']);
  return mesh.verifier.verify({ token, forwarded: [] }, { audiences: new Set(['repository']), method });
}

function advertise(
  path: string,
  headers: Record<string, string> = {},
  service = 'git-upload-pack',
): Promise<TestResponse> {
  return mesh.send({ path: `/${path}/info/refs?service=${service}`.replace(/^\//, '//'), headers });
}

describe('who may pull and push', () => {
  it.each([
    // path, password, service, expected status
    ['group/open.git', undefined, 'git-upload-pack', 200],
    ['group/open.git', undefined, 'git-receive-pack', 401],
    ['group/demo.git', undefined, 'git-upload-pack', 401],
    ['group/none.git', undefined, 'git-upload-pack', 401],
    ['group/closed.git', undefined, 'git-upload-pack', 401],
    ['group/demo.git', 'wrong', 'git-upload-pack', 401],
    ['group/open.git', 'wrong', 'git-upload-pack', 401],
    ['group/demo.git', 'stranger-token', 'git-upload-pack', 404],
    ['group/none.git', 'root-token', 'git-upload-pack', 404],
    ['7.git', 'root-token', 'git-upload-pack', 404],
    ['group/demo.git', 'guest-token', 'git-upload-pack', 403],
    ['group/demo.git', 'developer-token', 'git-upload-pack', 200],
    ['group/demo.git', 'developer-token', 'git-receive-pack', 200],
    ['group/demo', 'developer-token', 'git-upload-pack', 200],
    ['group/demo.wiki.git', 'developer-token', 'git-upload-pack', 200],
    // The repository service decides whether a merge request allows the push.
    ['group/open.git', 'stranger-token', 'git-receive-pack', 200],
    ['group/open.wiki.git', 'stranger-token', 'git-receive-pack', 403],
    ['group/old.git', 'root-token', 'git-upload-pack', 200],
    ['group/old.git', 'root-token', 'git-receive-pack', 403],
    ['group/demo.git', 'machine-token', 'git-upload-pack', 200],
    ['group/demo.git', 'machine-token', 'git-receive-pack', 403],
    ['group/open.git', 'machine-token', 'git-upload-pack', 404],
    ['group/demo.git', 'pull-token', 'git-upload-pack', 200],
    ['group/demo.git', 'pull-token', 'git-receive-pack', 403],
    ['group/demo.git', 'push-token', 'git-receive-pack', 200],
    ['group/demo.git', 'read-token', 'git-upload-pack', 403],
    ['group/lost.git', 'root-token', 'git-upload-pack', 503],
  ])('%s with %s for %s: %i', async (path, password, service, status) => {
    const result = await advertise(path, password === undefined ? {} : basic(password), service);
    expect(result.status).toBe(status);
    expect(seen).toHaveLength(status === 200 ? 1 : 0);
    if (status !== 200) expect(result.headers['content-type']).toBe('text/plain');
    // The response does not reveal the addresses of storages.
    if (status === 503) expect(result.text).toBe('503 Service Unavailable\n');
    expect(result.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Forgemesh"' : undefined);
  });

  it.each([
    ['group/open.git', undefined, 200],
    ['group/demo.git', undefined, 401],
    ['group/demo.git', 'stranger-token', 404],
    ['group/demo.git', 'guest-token', 403],
    ['group/demo.git', 'developer-token', 200],
    ['group/demo.git', 'read-token', 403],
    ['group/old.git', 'root-token', 200],
  ])('the bundle of %s with %s: %i, as for a fetch', async (path, password, status) => {
    const headers = { ...(password === undefined ? {} : basic(password)), Range: 'bytes=5-' };
    const result = await mesh.send({ path: `//${path}/${bundle}`, headers });
    expect([result.status, seen.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status !== 200) return expect((await advertise(path, headers)).status).toBe(status);
    expect(seen[0]).toMatchObject({ method: 'GET', headers: { range: 'bytes=5-' } });
    expect(seen[0]?.url).toMatch(new RegExp(`^/git/\\d+/project/${bundle}$`));
  });

  it('accepts tokens in the API’s headers', async () => {
    expect((await advertise('group/demo.git', { 'PRIVATE-TOKEN': 'developer-token' })).status).toBe(200);
    expect((await advertise('group/demo.git', { Authorization: 'Bearer developer-token' })).status).toBe(200);
  });

  it('refuses clients of the old protocol with an explanation', async () => {
    expect((await mesh.send({ path: '//group/open.git/info/refs' })).status).toBe(403);
  });

  it('ignores other paths', async () => {
    expect((await mesh.send({ path: '//group/open.git/HEAD' })).status).toBe(404);
    expect((await mesh.send({ path: '//group/open.git/info/bundles/1.bundle' })).status).toBe(404);
    expect((await mesh.send({ path: `//group/open.git/${bundle}/..` })).status).toBe(404);
    expect((await mesh.send({ method: 'POST', path: `//group/open.git/${bundle}` })).status).toBe(404);
    expect((await mesh.send({ method: 'DELETE', path: '//group/open.git/info/lfs/locks' })).status).toBe(404);
    expect(seen).toEqual([]);
  });

  const object = `objects/${'ab'.repeat(32)}`;
  it.each([
    // path, method, operation, password, expected status
    ['group/open.git', 'POST', 'objects/batch', undefined, 200],
    ['group/open.git', 'GET', object, undefined, 200],
    ['group/open.git', 'PUT', `${object}/5`, undefined, 401],
    ['group/demo.git', 'GET', object, 'stranger-token', 404],
    ['group/demo.git', 'GET', object, 'guest-token', 403],
    ['group/demo.git', 'PUT', `${object}/5`, 'pull-token', 403],
    ['group/demo.git', 'PUT', `${object}/5`, 'push-token', 200],
    ['group/demo.git', 'GET', object, 'lfs.invalid', 401],
  ])('large files of %s: %s %s with %s: %i', async (path, method, suffix, password, status) => {
    const headers = { 'Forge-LFS-Authorization': 'forged', ...(password === undefined ? {} : basic(password)) };
    const result = await mesh.send({ method, path: `//${path}/info/lfs/${suffix}`, headers });
    expect([result.status, seen.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status === 200) {
      expect(seen[0]).toMatchObject({ method, url: expect.stringMatching(`/project/info/lfs/${suffix}$`) });
      // The storage tells the client to send these credentials with each transfer.
      const sent = seen[0]?.headers['forge-lfs-authorization'];
      expect(sent).toBe(password === undefined ? undefined : basic(password)['Authorization']);
      return;
    }
    expect(result.headers['content-type']).toBe('application/vnd.git-lfs+json');
    expect(JSON.parse(result.text)).toEqual({ message: expect.any(String), request_id: expect.any(String) });
    expect(result.headers['lfs-authenticate']).toBe(status === 401 ? 'Basic realm="Forgemesh"' : undefined);
  });
});

describe('the request to the storage', () => {
  it('has the path of the repository and a signed context, and no headers that the client forged', async () => {
    await advertise('group/demo.git', {
      ...basic('developer-token'),
      'forge-context': 'forged',
      Cookie: 'a=b',
      'Git-Protocol': 'version=2',
    });
    const [request] = seen;
    expect(request?.url).toBe('/git/7/project/info/refs?service=git-upload-pack');
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers['git-protocol']).toBe('version=2');
    const context = await contextOf(request, '/git/7/project');
    expect(context).toMatchObject({ user: { id: 30 }, access: { id: { id: 7, level: 30 } }, operation_id: '' });
  });

  it('needs no connection in the process of the storage', async () => {
    const requests: LocalRelayRequest[] = [];
    const relay: LocalRelay = async (relayed) => {
      requests.push(relayed);
      const pipeTo = async (target: NodeJS.WritableStream) => void target.write('relayed');
      return {
        body: undefined,
        reply: Promise.resolve({ status: 200, headers: {}, pipeTo }),
        destroy: () => undefined,
      };
    };
    const local = new LocalServices();
    local.declare('repository', ['default']);
    const relays = new Map([['repository', relay]]);
    const log = createLogger('test', 'silent');
    const runtime = { isShared: true, local, relays, events: createEventConnections(log), eventUserOf: () => 'all' };
    const { port } = await mesh.another({}, { runtime: runtime as unknown as ProcessRuntime });
    const list = (headers = basic('developer-token')) =>
      sendTo(port, { path: '//group/demo.git/info/refs?service=git-upload-pack', headers });
    expect(await list()).toMatchObject({ status: 200, text: 'relayed' });
    expect((await list({})).status).toBe(401);
    expect([seen, requests]).toMatchObject([
      [],
      [{ method: 'GET', path: expect.stringMatching('^/git/7/project/info') }],
    ]);
    const [{ context, headers } = {} as LocalRelayRequest] = requests;
    expect(context).toMatchObject({ issuer: 'gateway', user: { id: 30 }, access: { id: { id: 7, level: 30 } } });
    expect(headers).not.toHaveProperty('authorization');
    // A storage that is stopping, or that another process serves.
    relays.clear();
    expect((await list()).text).toBe('ok');
    relays.set('repository', relay);
    local.declare('repository', ['other']);
    expect((await list()).text).toBe('ok');
  });

  it('has an operation id for a push', async () => {
    await advertise('group/demo.wiki.git', basic('developer-token'), 'git-receive-pack');
    expect(seen[0]?.url).toBe('/git/7/wiki/info/refs?service=git-receive-pack');
    const context = await contextOf(seen[0], '/git/7/wiki');
    expect(context.operation_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is streamed both ways', async () => {
    const sent = randomBytes(3_000_000);
    respond = (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-result', 'Cache-Control': 'no-cache' });
      request.pipe(response);
    };
    const result = await mesh.send({
      method: 'POST',
      path: '//group/demo.git/git-upload-pack',
      headers: {
        ...basic('developer-token'),
        'Content-Type': 'application/x-git-upload-pack-request',
        'Transfer-Encoding': 'chunked',
      },
      body: sent,
    });
    expect(result.status).toBe(200);
    expect(result.headers['content-type']).toBe('application/x-git-upload-pack-result');
    expect(result.bytes.equals(sent)).toBe(true);
  });
});

it('responds with 503 if the storage is lost', async () => {
  respond = (request) => request.socket.destroy();
  const result = await advertise('group/demo.git', basic('developer-token'));
  expect([result.status, result.headers['retry-after']]).toEqual([503, '1']);
});

it('closes the connection of a client if the storage is lost during a response', async () => {
  respond = (request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' });
    response.write('001e# service=git-upload-pack\n', () => request.socket.destroy());
  };
  await expect(advertise('group/demo.git', basic('developer-token'))).rejects.toThrow(/aborted|hang up|ECONNRESET/);
});

it('aborts the request of a client that disconnects', async () => {
  const isAborted = new Promise<void>((resolve) => {
    respond = (request) => {
      request.socket.once('close', () => resolve());
      client.destroy();
    };
  });
  const path = '/group/demo.git/info/refs?service=git-upload-pack';
  const client = request({ port: mesh.port, path, headers: basic('developer-token') });
  client.on('error', () => undefined).end();
  await isAborted;
});

it('does not forward the Expect header of the client', async () => {
  await advertise('group/demo.git', { ...basic('developer-token'), Expect: '100-continue' });
  expect(seen[0]?.headers).not.toHaveProperty('expect');
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
  expect(seen[0]?.headers).toHaveProperty('forge-context');
});

it('retries a read if the storage is lost before it responds', async () => {
  respond = (request, response) => (seen.length < 3 ? request.socket.destroy() : response.end('ok'));
  const result = await advertise('group/demo.git', basic('developer-token'));
  expect([result.status, result.text, seen.length]).toEqual([200, 'ok', 3]);
});

const push = (body: Buffer, port = mesh.port, project = 'group/demo'): Promise<TestResponse> =>
  sendTo(port, {
    method: 'POST',
    path: `//${project}.git/git-receive-pack`,
    headers: { ...basic('developer-token'), 'Transfer-Encoding': 'chunked' },
    body,
  });

it('forwards a response that the storage sends before it has read the whole request', async () => {
  const text = 'too large\n';
  respond = (_request, response) => {
    response.writeHead(413, { 'Content-Type': 'text/plain', 'Content-Length': text.length }).end(text);
  };
  const result = await push(randomBytes(12_000_000));
  expect([result.status, result.text, result.headers.connection]).toEqual([413, text, 'close']);
});

it('invalidates the authorizations of a project with its first push only', async () => {
  const invalidate = jest.spyOn(AuthorizationCache.prototype, 'invalidate');
  const sent = randomBytes(10);
  expect((await push(sent)).status).toBe(200);
  expect(invalidate).not.toHaveBeenCalled();
  // The project has no default branch yet.
  expect((await push(sent, mesh.port, 'group/empty')).status).toBe(200);
  expect(invalidate.mock.calls).toEqual([[[10]]]);
  invalidate.mockRestore();
});

describe('a push during which the storage is lost', () => {
  const sent = randomBytes(300_000);

  it('is retried completely if the storage had not accepted it', async () => {
    let tries = 0;
    accepts = () => ++tries === 3;
    respond = (request, response) => request.pipe(response);
    const { status, bytes } = await push(sent);
    expect([status, bytes.equals(sent), tries, seen.length]).toEqual([200, true, 3, 1]);
  });

  it('is 503 if that happens repeatedly', async () => {
    accepts = () => false;
    const { status, headers, text } = await push(sent);
    expect([status, headers['retry-after'], text]).toEqual([503, '1', '503 Service Unavailable\n']);
    expect(seen).toHaveLength(0);
  });

  it('is 503 if the storage had accepted it, because it may have been carried out', async () => {
    respond = (request) => request.socket.destroy();
    expect((await push(sent)).status).toBe(503);
    expect(seen).toHaveLength(1);
  });
});

it('sends a push if no 100 Continue arrives', async () => {
  const sent = randomBytes(300_000);
  accepts = () => 'silently';
  respond = (request, response) => request.pipe(response);
  const { port } = await mesh.another({}, { continueMs: 200 });
  expect((await push(sent, port)).bytes.equals(sent)).toBe(true);
});

describe('an unavailable storage', () => {
  it('is waited for, and receives each complete request once', async () => {
    const { port } = storage.address() as AddressInfo;
    await new Promise<void>((resolve) => storage.close(() => resolve()));
    respond = (request, response) => request.pipe(response);
    const sent = randomBytes(300_000);
    const pushes = Promise.all([push(sent), push(sent)]);
    await advertise('group/none.git', basic('root-token'));
    expect(seen).toHaveLength(0);
    await new Promise<void>((resolve) => storage.listen(port, '127.0.0.1', resolve));
    const responses = await pushes;
    expect(responses.map(({ status, bytes }) => status === 200 && bytes.equals(sent))).toEqual([true, true]);
    expect(seen.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined]);
    expect(seen.every(({ headers }) => typeof headers['forge-context'] === 'string')).toBe(true);
  });

  it('is 503 if it stays unavailable, then immediately until it is back', async () => {
    const lost = createServer((_request, response) => response.end('back'));
    await new Promise<void>((resolve) => lost.listen(0, '127.0.0.1', resolve));
    const { port } = lost.address() as AddressInfo;
    await new Promise<void>((resolve) => lost.close(() => resolve()));
    const otherGateway = await mesh.another({
      FORGE_GIT_ADDRESSES: { default: `http://127.0.0.1:${port}` },
      FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: 0.3,
    });
    const fetchRefs = () =>
      sendTo(otherGateway.port, {
        path: '//group/demo.git/info/refs?service=git-upload-pack',
        headers: basic('developer-token'),
      });
    for (let time = 0; time < 2; time++) {
      const refused = await fetchRefs();
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    }
    await new Promise<void>((resolve) => lost.listen(port, '127.0.0.1', resolve));
    expect(await fetchRefs()).toMatchObject({ status: 200, text: 'back' });
    lost.closeAllConnections();
    lost.close();
  });
});
