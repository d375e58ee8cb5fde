/**
 * The authorization cache as clients see it: few calls, and never an outdated result after a
 * change.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readVariable } from '@forgemesh/testing/runtime';
import { sendTo, startFixtureMesh, until, type FixtureMesh } from '../testing/fixture-mesh';
import { accounts, levels, resource } from '../testing/fake-services';
import { AuthorizationCache } from './authorization-cache';

const natsUrl = readVariable('FORGE_TEST_NATS_URL');
let mesh: FixtureMesh;
/** Accepts every request of a git client. */
let storage: Server;
let token: string;
let serial = 0;
beforeAll(async () => {
  storage = createServer((_request, response) => response.end('ok'));
  await once(storage.listen(0, '127.0.0.1'), 'listening');
  const { port } = storage.address() as AddressInfo;
  mesh = await startFixtureMesh({
    NATS_URL: natsUrl,
    FORGE_GIT_ADDRESSES: { default: `http://127.0.0.1:${port}` },
  });
  accounts['early-token'] = {
    user: { id: 30, username: 'a', name: 'a', admin: false, external: false },
    scopes: ['api'],
  };
  token = 'early-token';
  await waitUntilCached(mesh.port);
});
afterAll(async () => {
  await mesh.close();
  storage.close();
});
beforeEach(() => {
  token = `passing-token-${++serial}`;
  accounts[token] = { user: { id: 30, username: 'a', name: 'a', admin: false, external: false }, scopes: ['api'] };
});
afterEach(() => levels.clear());

const read = (port = mesh.port) => sendTo(port, { path: '/projects/7/things/a', token });
const callCount = () => mesh.identity.callCount() + mesh.projects.callCount();
/**
 * A gateway caches as soon as it receives the heartbeats of all processes that invalidate caches.
 */
const waitUntilCached = (port: number) =>
  until(async () => {
    const before = callCount();
    for (let n = 0; n < 2; n++) expect((await read(port)).status).toBe(200);
    return callCount() - before < 4;
  });
/** A write to a service that may change anything; `what` runs while it is carried out. */
async function change(what: () => void, fails = false) {
  mesh.peer.on('CreateThing', () => {
    what();
    return fails ? Promise.reject(new Error('lost')) : { body: {} };
  });
  return mesh.send({ method: 'POST', path: '/projects/7/things', token: 'root-token', body: { name: 'a' } });
}

it('makes one call for concurrent requests, and few for later ones', async () => {
  const before = callCount();
  const together = await Promise.all(Array.from({ length: 10 }, () => read()));
  expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  for (let n = 0; n < 40; n++) expect((await read()).status).toBe(200);
  expect(callCount() - before).toBeLessThan(50);
});

it('keeps its entries after operations that change nothing', async () => {
  expect((await read()).status).toBe(200);
  const preview = { method: 'POST', path: '/projects/7/things/preview', token, body: { name: 'a' } };
  mesh.peer.on('PreviewThing', () => ({ body: {} }));
  const before = callCount();
  for (let n = 0; n < 40; n++)
    for (const { status } of [await mesh.send(preview), await read()]) expect(status).toBeLessThan(300);
  expect(callCount() - before).toBeLessThan(50);
  expect(mesh.peer.calls.at(-2)?.context.operation_id).toBe('');
});

describe('a change takes effect immediately', () => {
  it.each([
    ['when it succeeds', false],
    ['when its response is lost', true],
  ])('%s', async (_, fails) => {
    expect((await read()).status).toBe(200);
    await change(() => delete accounts[token], fails);
    expect((await read()).status).toBe(401);
  });

  it('for the rights of a user', async () => {
    expect((await read()).status).toBe(200);
    await change(() => levels.set(30, 0));
    expect((await read()).status).toBe(404);
    await change(() => levels.set(30, 10));
    expect((await read()).status).toBe(200);
  });

  it('for a call in progress', async () => {
    expect((await read()).status).toBe(200);
    mesh.peer.on('CreateThing', async () => {
      // Sent after the invalidation in the gateway, answered before the change.
      expect((await read()).status).toBe(200);
      delete accounts[token];
      return { body: {} };
    });
    await mesh.send({ method: 'POST', path: '/projects/7/things', token: 'root-token', body: { name: 'a' } });
    expect((await read()).status).toBe(401);
  });
});

describe('requests of git clients', () => {
  const list = (password: string, service = 'git-upload-pack') =>
    mesh.send({
      path: `//group/demo.git/info/refs?service=${service}`,
      headers: { Authorization: `Basic ${Buffer.from(`git:${password}`).toString('base64')}` },
    });
  /** Calls of repeated requests. */
  const callsOf = async (password: string) => {
    const before = callCount();
    for (let n = 0; n < 20; n++) expect((await list(password)).status).toBe(200);
    return callCount() - before;
  };
  let password: string;
  beforeEach(() => {
    password = `glpat-passing-${String(++serial).padStart(12, '0')}`;
    accounts[password] = { ...accounts['early-token']! };
  });

  it('make few calls for the token of a user, and two for every other credential', async () => {
    expect(await callsOf(password)).toBeLessThan(30);
    expect(await callsOf('machine-token')).toBe(40);
    accounts['a password'] = accounts[password]!;
    const before = mesh.identity.callCount();
    await callsOf('a password');
    expect(mesh.identity.callCount() - before).toBe(20);
  });

  it('are refused as soon as a change takes the token or the right', async () => {
    expect((await list(password)).status).toBe(200);
    await change(() => levels.set(30, 10));
    expect((await list(password)).status).toBe(403);
    await change(() => levels.set(30, 30));
    expect((await list(password)).status).toBe(200);
    await change(() => delete accounts[password]);
    expect((await list(password)).status).toBe(401);
  });

  it('are never refused from the cache', async () => {
    levels.set(30, 0);
    expect((await list(password)).status).toBe(404);
    // This change does not invalidate the cache.
    levels.set(30, 20);
    expect((await list(password)).status).toBe(200);
  });
});

it('computes refusals for each request', async () => {
  levels.set(30, 20);
  const create = () => mesh.send({ method: 'POST', path: '/projects/7/things', token, body: { name: 'a' } });
  mesh.peer.on('CreateThing', () => ({ body: {} }));
  expect((await read()).status).toBe(200);
  expect((await create()).status).toBe(403);
  expect((await read()).status).toBe(200);
  // This change does not invalidate the cache.
  levels.set(30, 30);
  expect((await create()).status).toBe(201);
  delete accounts[token];
  await until(async () => (await read()).status === 401);
  accounts[token] = accounts['developer-token'] as (typeof accounts)[string];
  expect((await read()).status).toBe(200);
});

describe('cached results', () => {
  const isCachedWith = async (cache: AuthorizationCache, fields: Parameters<typeof resource>[0]) => {
    await cache.resources.load('it', () => Promise.resolve([resource({}), resource(fields)]));
    return cache.resources.get('it') !== undefined;
  };

  it('exclude resources that the caller may not read, and projects without a default branch', async () => {
    const cache = new AuthorizationCache({ isEnabled: true });
    expect(await isCachedWith(cache, { found: false })).toBe(false);
    expect(await isCachedWith(cache, { default_branch: '' })).toBe(false);
    expect(await isCachedWith(cache, {})).toBe(true);
  });

  it('of large files include projects without a default branch, until the project changes', async () => {
    const cache = new AuthorizationCache({ isEnabled: true });
    const { lfsResources } = cache;
    const load = (fields: Parameters<typeof resource>[0]) => lfsResources.load('it', async () => [resource(fields)]);
    await load({ found: false });
    expect(lfsResources.get('it')).toBeUndefined();
    const [project] = await load({ default_branch: '' });
    expect(lfsResources.get('it')).toBeDefined();
    cache.invalidateLocally([Number(project?.id)]);
    expect(lfsResources.get('it')).toBeUndefined();
  });

  it('do not exist on a secondary', async () => {
    expect(await isCachedWith(new AuthorizationCache({ isEnabled: false }), {})).toBe(false);
  });
});

it('a change takes effect at other gateways before its response', async () => {
  const other = await mesh.another({});
  await until(() => other.pending().length === 0);
  await waitUntilCached(other.port);
  for (let n = 0; n < 20; n++) {
    expect((await read(other.port)).status).toBe(200);
    const account = accounts[token] as (typeof accounts)[string];
    await change(() => delete accounts[token]);
    expect((await read(other.port)).status).toBe(401);
    accounts[token] = account;
    await change(() => levels.set(30, 0));
    expect((await read(other.port)).status).toBe(404);
    await change(() => levels.set(30, 10));
  }
});
