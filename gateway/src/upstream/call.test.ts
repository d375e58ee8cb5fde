import { ForgeError, NotFoundError, UnavailableError } from '@forgemesh/errors';
import type { Gateway } from '../gateway';
import { sendTo, startFixtureMesh, until, type FixtureMesh } from '../testing/fixture-mesh';

let mesh: FixtureMesh;
beforeEach(async () => void (mesh = await startFixtureMesh({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 5 })));
afterEach(() => mesh.close());

const token = 'developer-token';
const create = (path = '/projects/7/things') => mesh.send({ method: 'POST', path, token, body: { name: 'a' } });
const read = () => mesh.send({ path: '/projects/7/things/a', token });

describe('a service that is lost in the middle', () => {
  it('is asked once more for a write, with the same operation id', async () => {
    let losses = 1;
    mesh.peer.on('CreateThing', async () => {
      if (losses-- > 0) {
        mesh.peer.kill();
        await mesh.peer.revive();
        // The answer of this attempt has nowhere to go.
        return new Promise(() => undefined);
      }
      return { body: { name: 'done' } };
    });
    const answer = await create();
    expect([answer.status, answer.json]).toEqual([201, { name: 'done' }]);
    const ids = mesh.peer.calls.map(({ context }) => context.operation_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is waited for', async () => {
    const patient = await mesh.another({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 60 });
    await until(() => patient.unanswered().length === 0);
    mesh.peer.calls.length = 0;
    mesh.peer.on('CreateThing', () => {
      if (mesh.peer.calls.length > 1) return { body: {} };
      mesh.peer.kill();
      setTimeout(() => void mesh.peer.revive(), 1_500);
      return new Promise(() => undefined);
    });
    const write = { method: 'POST', path: '/projects/7/things', token, body: { name: 'a' } };
    expect((await sendTo(patient.port, write)).status).toBe(201);
  });

  it('is not asked a third time', async () => {
    mesh.peer.on('CreateThing', async () => {
      mesh.peer.kill();
      await mesh.peer.revive();
      return new Promise(() => undefined);
    });
    const answer = await create();
    expect([answer.status, answer.json]).toEqual([503, { message: '503 Service Unavailable' }]);
    expect(answer.headers['retry-after']).toBe('1');
    expect(mesh.peer.calls).toHaveLength(2);
  });

  it('is asked once more for a read', async () => {
    mesh.peer.on('GetThing', async () => {
      if (mesh.peer.calls.length > 1) return { body: {} };
      mesh.peer.kill();
      await mesh.peer.revive();
      return new Promise(() => undefined);
    });
    expect((await read()).status).toBe(200);
  });
});

it('is asked once more where nobody waits for it, too', async () => {
  const impatient = await mesh.another({ FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 0 });
  await until(() => impatient.unanswered().length === 0);
  let calls = 0;
  mesh.peer.on('GetThing', async () => {
    if (++calls > 1) return { body: {} };
    mesh.peer.kill();
    await mesh.peer.revive();
    return new Promise(() => undefined);
  });
  // It is tried for a second: longer than all of it takes, unless the machine stands still.
  await until(async () => {
    calls = 0;
    const { status } = await sendTo(impatient.port, { path: '/projects/7/things/a', token });
    return status === 200 && calls === 2;
  });
});

it('answers 503 for a known route whose service is away, and 200 when it is back', async () => {
  mesh.peer.kill();
  expect((await read()).status).toBe(503);
  expect((await create()).status).toBe(503);
  await mesh.peer.revive();
  await until(async () => (await read()).status === 200);
});

describe('a storage that is away', () => {
  let storages: Gateway;
  beforeEach(async () => {
    const { FORGE_ADDRESSES } = mesh.config;
    const address = FORGE_ADDRESSES['fixture'] as string;
    storages = await mesh.another({
      FORGE_ADDRESSES: { ...FORGE_ADDRESSES, 'fixture/default': address },
      FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: 60,
      FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 0,
    });
    await until(() => storages.unanswered().length === 0);
  });

  it('is waited for by reads and writes, which it gets once', async () => {
    const ask = (method: string, path: string) =>
      sendTo(storages.port, { method, path, token, ...(method === 'POST' && { body: { name: 'a' } }) });
    expect((await ask('GET', '/projects/7/things/a')).status).toBe(200);
    mesh.peer.kill();
    mesh.peer.calls.length = 0;
    const answers = Promise.all([ask('GET', '/projects/7/things/a'), ask('POST', '/projects/7/things')]);
    setTimeout(() => void mesh.peer.revive(), 1_500);
    expect((await answers).map(({ status }) => status)).toEqual([200, 201]);
    expect(mesh.peer.calls.filter(({ rpc }) => !rpc.includes('Descriptor'))).toHaveLength(2);
  });
});

describe('errors of a service', () => {
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
    const answer = await create();
    expect([answer.status, answer.json]).toEqual([status, json]);
    expect(mesh.peer.calls).toHaveLength(1);
  });

  it('that say unavailable are final', async () => {
    mesh.peer.on('CreateThing', () => Promise.reject(new UnavailableError('the database is away', { retryAfter: 3 })));
    const answer = await create();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(mesh.peer.calls).toHaveLength(1);
  });

  it('not modified has no body', async () => {
    mesh.peer.on('CreateThing', () => Promise.reject(new ForgeError('not_modified')));
    const answer = await create();
    expect([answer.status, answer.text]).toEqual([304, '']);
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  it('of a throttle are plain text', async () => {
    mesh.peer.on('CreateThing', () =>
      Promise.reject(new ForgeError('too_many_requests', undefined, { retryAfter: 60 })),
    );
    const answer = await create();
    expect([answer.status, answer.text]).toEqual([429, 'Retry later']);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'retry-after': '60' });
  });
});
