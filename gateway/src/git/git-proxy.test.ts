import { randomBytes } from 'node:crypto';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerifiedContext } from '@forgemesh/rpc';
import { sendTo, startFixtureMesh, type Answer, type FixtureMesh } from '../testing/fixture-mesh';

let mesh: FixtureMesh;
let storage: Server;
let seen: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Whether the storage takes the next request with a body; `silently` where it does not say so. */
let takes: () => boolean | 'silently';

beforeAll(async () => {
  storage = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  storage.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const taken = takes();
    if (!taken) return void request.socket.destroy();
    if (taken !== 'silently') response.writeContinue();
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
  answer = (_request, response) => response.end('ok');
  takes = () => true;
});

const basic = (password: string, user = 'anyone'): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** The context that the storage was shown. */
function contextOf(request: IncomingMessage | undefined, method: string): Promise<VerifiedContext> {
  const token = String(request?.headers['forge-context']);
  return mesh.verifier.verify({ token, forwarded: [] }, { audiences: new Set(['repository']), method });
}

function advertise(path: string, headers: Record<string, string> = {}, service = 'git-upload-pack'): Promise<Answer> {
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
    // Where the storages are is nobody's business.
    if (status === 503) expect(result.text).toBe('503 Service Unavailable\n');
    expect(result.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Forgemesh"' : undefined);
  });

  it('takes tokens of the API’s headers', async () => {
    expect((await advertise('group/demo.git', { 'PRIVATE-TOKEN': 'developer-token' })).status).toBe(200);
    expect((await advertise('group/demo.git', { Authorization: 'Bearer developer-token' })).status).toBe(200);
  });

  it('tells clients of the old protocol that it is not spoken', async () => {
    expect((await mesh.send({ path: '//group/open.git/info/refs' })).status).toBe(403);
  });

  it('knows no other paths', async () => {
    expect((await mesh.send({ path: '//group/open.git/HEAD' })).status).toBe(404);
    expect((await mesh.send({ method: 'POST', path: '//group/open.git/info/lfs/objects/batch' })).status).toBe(404);
  });
});

describe('what the storage gets', () => {
  it('is the path of the repository and a signed context, nothing that the client claims', async () => {
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

  it('has an operation id for a push', async () => {
    await advertise('group/demo.wiki.git', basic('developer-token'), 'git-receive-pack');
    expect(seen[0]?.url).toBe('/git/7/wiki/info/refs?service=git-receive-pack');
    const context = await contextOf(seen[0], '/git/7/wiki');
    expect(context.operation_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is streamed both ways', async () => {
    const sent = randomBytes(3_000_000);
    answer = (request, response) => {
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

it('answers 503 when the storage is lost', async () => {
  answer = (request) => request.socket.destroy();
  const result = await advertise('group/demo.git', basic('developer-token'));
  expect([result.status, result.headers['retry-after']]).toEqual([503, '1']);
});

it('ends the connection of a client whose storage is lost in the middle of an answer', async () => {
  answer = (request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' });
    response.write('001e# service=git-upload-pack\n', () => request.socket.destroy());
  };
  await expect(advertise('group/demo.git', basic('developer-token'))).rejects.toThrow(/aborted|hang up|ECONNRESET/);
});

it('breaks off what a client who hung up has asked', async () => {
  const isOver = new Promise<void>((resolve) => {
    answer = (request) => {
      request.socket.once('close', () => resolve());
      client.destroy();
    };
  });
  const path = '/group/demo.git/info/refs?service=git-upload-pack';
  const client = request({ port: mesh.port, path, headers: basic('developer-token') });
  client.on('error', () => undefined).end();
  await isOver;
});

it('does not pass on what the client expects of the gateway', async () => {
  await advertise('group/demo.git', { ...basic('developer-token'), Expect: '100-continue' });
  expect(seen[0]?.headers).not.toHaveProperty('expect');
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
  expect(seen[0]?.headers).toHaveProperty('forge-context');
});

it('asks again for what changes nothing when the storage is lost before it answers', async () => {
  answer = (request, response) => (seen.length < 3 ? request.socket.destroy() : response.end('ok'));
  const result = await advertise('group/demo.git', basic('developer-token'));
  expect([result.status, result.text, seen.length]).toEqual([200, 'ok', 3]);
});

const push = (body: Buffer): Promise<Answer> =>
  mesh.send({
    method: 'POST',
    path: '//group/demo.git/git-receive-pack',
    headers: { ...basic('developer-token'), 'Transfer-Encoding': 'chunked' },
    body,
  });

it('passes on what the storage answers before it has read the whole request', async () => {
  const text = 'too large\n';
  answer = (_request, response) => {
    response.writeHead(413, { 'Content-Type': 'text/plain', 'Content-Length': text.length }).end(text);
  };
  const result = await push(randomBytes(12_000_000));
  expect([result.status, result.text, result.headers.connection]).toEqual([413, text, 'close']);
});

describe('a push that the storage loses', () => {
  const sent = randomBytes(300_000);

  it('before it took it: is made again, whole', async () => {
    let tries = 0;
    takes = () => ++tries === 3;
    answer = (request, response) => request.pipe(response);
    const { status, bytes } = await push(sent);
    expect([status, bytes.equals(sent), tries, seen.length]).toEqual([200, true, 3, 1]);
  });

  it('again and again: 503', async () => {
    takes = () => false;
    const { status, headers, text } = await push(sent);
    expect([status, headers['retry-after'], text]).toEqual([503, '1', '503 Service Unavailable\n']);
    expect(seen).toHaveLength(0);
  });

  it('after it took it: 503, as it may have happened', async () => {
    answer = (request) => request.socket.destroy();
    expect((await push(sent)).status).toBe(503);
    expect(seen).toHaveLength(1);
  });
});

it('sends a push where nobody says that it may', async () => {
  const sent = randomBytes(300_000);
  takes = () => 'silently';
  answer = (request, response) => request.pipe(response);
  expect((await push(sent)).bytes.equals(sent)).toBe(true);
});

describe('a storage that is away', () => {
  it('is waited for, and gets the whole of each request, once', async () => {
    const { port } = storage.address() as AddressInfo;
    await new Promise<void>((resolve) => storage.close(() => resolve()));
    answer = (request, response) => request.pipe(response);
    const sent = randomBytes(300_000);
    const pushes = Promise.all([push(sent), push(sent)]);
    await advertise('group/none.git', basic('root-token'));
    expect(seen).toHaveLength(0);
    await new Promise<void>((resolve) => storage.listen(port, '127.0.0.1', resolve));
    const answers = await pushes;
    expect(answers.map(({ status, bytes }) => status === 200 && bytes.equals(sent))).toEqual([true, true]);
    expect(seen.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined]);
    expect(seen.every(({ headers }) => typeof headers['forge-context'] === 'string')).toBe(true);
  });

  it('is 503 where it stays away, and nobody waits for it any more until it is back', async () => {
    const lost = createServer((_request, response) => response.end('back'));
    await new Promise<void>((resolve) => lost.listen(0, '127.0.0.1', resolve));
    const { port } = lost.address() as AddressInfo;
    await new Promise<void>((resolve) => lost.close(() => resolve()));
    const impatient = await mesh.another({
      FORGE_GIT_ADDRESSES: { default: `http://127.0.0.1:${port}` },
      FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: 0.3,
    });
    const ask = () =>
      sendTo(impatient.port, {
        path: '//group/demo.git/info/refs?service=git-upload-pack',
        headers: basic('developer-token'),
      });
    for (let time = 0; time < 2; time++) {
      const refused = await ask();
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    }
    await new Promise<void>((resolve) => lost.listen(port, '127.0.0.1', resolve));
    expect(await ask()).toMatchObject({ status: 200, text: 'back' });
    lost.closeAllConnections();
    lost.close();
  });
});
