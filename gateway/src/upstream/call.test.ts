import { ForgeError, NotFoundError, UnavailableError } from '@forgemesh/errors';
import type { Gateway } from '../gateway';
import { sendTo, startFixtureMesh, until, type FixtureMesh } from '../testing/fixture-mesh';

let mesh: FixtureMesh;
const start = async () => void (mesh = await startFixtureMesh({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 5 }));
const stop = () => mesh.close();

const token = 'developer-token';
const create = (path = '/projects/7/things') => mesh.send({ method: 'POST', path, token, body: { name: 'a' } });
const read = () => mesh.send({ path: '/projects/7/things/a', token });

describe('a service that is lost during a call', () => {
  beforeEach(start);
  afterEach(stop);

  it('gets one retry of a write, with the same operation id', async () => {
    let losses = 1;
    mesh.peer.on('CreateThing', async () => {
      if (losses-- > 0) {
        mesh.peer.kill();
        await mesh.peer.revive();
        // The response of this attempt is lost.
        return new Promise(() => undefined);
      }
      return { body: { name: 'done' } };
    });
    const response = await create();
    expect([response.status, response.json]).toEqual([201, { name: 'done' }]);
    const ids = mesh.peer.calls.map(({ context }) => context.operation_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is waited for', async () => {
    const waitingGateway = await mesh.another({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 60 });
    await until(() => waitingGateway.pending().length === 0);
    mesh.peer.calls.length = 0;
    mesh.peer.on('CreateThing', () => {
      if (mesh.peer.calls.length > 1) return { body: {} };
      mesh.peer.kill();
      setTimeout(() => void mesh.peer.revive(), 1_500);
      return new Promise(() => undefined);
    });
    const write = { method: 'POST', path: '/projects/7/things', token, body: { name: 'a' } };
    expect((await sendTo(waitingGateway.port, write)).status).toBe(201);
  });

  it('gets no second retry', async () => {
    mesh.peer.on('CreateThing', async () => {
      mesh.peer.kill();
      await mesh.peer.revive();
      return new Promise(() => undefined);
    });
    const response = await create();
    expect([response.status, response.json]).toEqual([503, { message: '503 Service Unavailable' }]);
    expect(response.headers['retry-after']).toBe('1');
    expect(mesh.peer.calls).toHaveLength(2);
  });

  it('gets one retry of a read', async () => {
    mesh.peer.on('GetThing', async () => {
      if (mesh.peer.calls.length > 1) return { body: {} };
      mesh.peer.kill();
      await mesh.peer.revive();
      return new Promise(() => undefined);
    });
    expect((await read()).status).toBe(200);
  });

  it('is retried once without a wait timeout, too', async () => {
    const otherGateway = await mesh.another({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 0 });
    await until(() => otherGateway.pending().length === 0);
    let calls = 0;
    mesh.peer.on('GetThing', async () => {
      if (++calls > 1) return { body: {} };
      mesh.peer.kill();
      await mesh.peer.revive();
      return new Promise(() => undefined);
    });
    // It is retried for a second: longer than this takes, unless the machine hangs.
    await until(async () => {
      calls = 0;
      const { status } = await sendTo(otherGateway.port, { path: '/projects/7/things/a', token });
      return status === 200 && calls === 2;
    });
  });

  it('gets 503 responses while it is unavailable, and 200 when it is back', async () => {
    const { port, pending } = await mesh.another({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 0.3 });
    await until(() => pending().length === 0);
    const statusOf = async (method: string, path: string) =>
      (await sendTo(port, { method, path, token, ...(method === 'POST' && { body: { name: 'a' } }) })).status;
    mesh.peer.kill();
    expect(await statusOf('GET', '/projects/7/things/a')).toBe(503);
    expect(await statusOf('POST', '/projects/7/things')).toBe(503);
    await mesh.peer.revive();
    await until(async () => (await statusOf('GET', '/projects/7/things/a')) === 200);
  });
});

describe('an unavailable storage', () => {
  beforeEach(start);
  afterEach(stop);

  let storages: Gateway;
  beforeEach(async () => {
    const { FORGE_ADDRESSES } = mesh.config;
    const address = FORGE_ADDRESSES['fixture'] as string;
    storages = await mesh.another({
      FORGE_ADDRESSES: { ...FORGE_ADDRESSES, 'fixture/default': address },
      FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: 60,
      FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 0,
    });
    await until(() => storages.pending().length === 0);
  });

  it('is waited for by reads and writes, which it receives once', async () => {
    const send = (method: string, path: string) =>
      sendTo(storages.port, { method, path, token, ...(method === 'POST' && { body: { name: 'a' } }) });
    expect((await send('GET', '/projects/7/things/a')).status).toBe(200);
    mesh.peer.kill();
    mesh.peer.calls.length = 0;
    const responses = Promise.all([send('GET', '/projects/7/things/a'), send('POST', '/projects/7/things')]);
    setTimeout(() => void mesh.peer.revive(), 1_500);
    expect((await responses).map(({ status }) => status)).toEqual([200, 201]);
    expect(mesh.peer.calls.filter(({ rpc }) => !rpc.includes('Descriptor'))).toHaveLength(2);
  });
});

describe('errors of a service', () => {
  beforeAll(start);
  beforeEach(() => void mesh.peer.calls.splice(0));
  afterAll(stop);

  it.each([
    [new NotFoundError('Branch'), 404, { message: '404 Branch Not Found' }],
    [
      new ForgeError('bad_request', { name: ['has already been taken'], limit_reached: [] }),
      400,
      { message: { name: ['has already been taken'], limit_reached: [] } },
    ],
    [
      new ForgeError('bad_request', 'no', { details: { error_code: 'conflict' } }),
      400,
      { message: 'no', error_code: 'conflict' },
    ],
    [new ForgeError('unprocessable', 'Invalid url given', { key: 'error' }), 422, { error: 'Invalid url given' }],
    [new Error('a secret'), 500, { message: '500 Internal Server Error' }],
    [new ForgeError('too_many_requests', { error: 'too often' }), 429, { message: { error: 'too often' } }],
  ])('%s', async (error, status, json) => {
    mesh.peer.on('CreateThing', () => Promise.reject(error));
    const response = await create();
    expect([response.status, response.json]).toEqual([status, json]);
    expect(mesh.peer.calls).toHaveLength(1);
  });

  it('with the reason unavailable are not retried', async () => {
    mesh.peer.on('CreateThing', () =>
      Promise.reject(new UnavailableError('the database is unavailable', { retryAfter: 3 })),
    );
    const response = await create();
    expect([response.status, response.headers['retry-after']]).toEqual([503, '3']);
    expect(mesh.peer.calls).toHaveLength(1);
  });

  it('not modified has no body', async () => {
    mesh.peer.on('CreateThing', () => Promise.reject(new ForgeError('not_modified')));
    const response = await create();
    expect([response.status, response.text]).toEqual([304, '']);
    expect(response.headers).not.toHaveProperty('content-type');
  });

  it('of a rate limit are plain text', async () => {
    mesh.peer.on('CreateThing', () =>
      Promise.reject(new ForgeError('too_many_requests', undefined, { retryAfter: 60 })),
    );
    const response = await create();
    expect([response.status, response.text]).toEqual([429, 'Retry later']);
    expect(response.headers).toMatchObject({ 'content-type': 'text/plain', 'retry-after': '60' });
  });
});
