/**
 * What the gateway knows of callers, seen from outside: rarely asked, and never late after a
 * change.
 */
import { readVariable } from '@forgemesh/testing/runtime';
import { sendTo, startFixtureMesh, until, type FixtureMesh } from '../testing/fixture-mesh';
import { accounts, levels, resource } from '../testing/neighbours';
import { AuthorizationCache } from './authorization-cache';

const natsUrl = readVariable('FORGE_TEST_NATS_URL');
let mesh: FixtureMesh;
let token: string;
let serial = 0;
beforeAll(async () => {
  mesh = await startFixtureMesh({ NATS_URL: natsUrl });
  accounts['early-token'] = {
    user: { id: 30, username: 'a', name: 'a', admin: false, external: false },
    scopes: ['api'],
  };
  token = 'early-token';
  await untilCached(mesh.port);
});
afterAll(() => mesh.close());
beforeEach(() => {
  token = `passing-token-${++serial}`;
  accounts[token] = { user: { id: 30, username: 'a', name: 'a', admin: false, external: false }, scopes: ['api'] };
});
afterEach(() => levels.clear());

const read = (port = mesh.port) => sendTo(port, { path: '/projects/7/things/a', token });
const asked = () => mesh.identity.asked() + mesh.projects.asked();
/** A gateway caches as soon as all processes that invalidate caches know of it. */
const untilCached = (port: number) =>
  until(async () => {
    const before = asked();
    for (let n = 0; n < 2; n++) expect((await read(port)).status).toBe(200);
    return asked() - before < 4;
  });
/** A write of a service that may change anything; it does so while it is carried out. */
async function change(what: () => void, fails = false) {
  mesh.peer.on('CreateThing', () => {
    what();
    return fails ? Promise.reject(new Error('lost')) : { body: {} };
  });
  return mesh.send({ method: 'POST', path: '/projects/7/things', token: 'root-token', body: { name: 'a' } });
}

it('asks once for requests that come together, and seldom for those that follow', async () => {
  const before = asked();
  const together = await Promise.all(Array.from({ length: 10 }, () => read()));
  expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  for (let n = 0; n < 40; n++) expect((await read()).status).toBe(200);
  expect(asked() - before).toBeLessThan(50);
});

it('knows on after what changes nothing', async () => {
  expect((await read()).status).toBe(200);
  const preview = { method: 'POST', path: '/projects/7/things/preview', token, body: { name: 'a' } };
  mesh.peer.on('PreviewThing', () => ({ body: {} }));
  const before = asked();
  for (let n = 0; n < 40; n++)
    for (const { status } of [await mesh.send(preview), await read()]) expect(status).toBeLessThan(300);
  expect(asked() - before).toBeLessThan(50);
  expect(mesh.peer.calls.at(-2)?.context.operation_id).toBe('');
});

describe('a change acts at once', () => {
  it.each([
    ['when it succeeds', false],
    ['when its answer is lost', true],
  ])('%s', async (_, fails) => {
    expect((await read()).status).toBe(200);
    await change(() => delete accounts[token], fails);
    expect((await read()).status).toBe(401);
  });

  it('on the rights of a user', async () => {
    expect((await read()).status).toBe(200);
    await change(() => levels.set(30, 0));
    expect((await read()).status).toBe(404);
    await change(() => levels.set(30, 10));
    expect((await read()).status).toBe(200);
  });

  it('where the question was on its way already', async () => {
    expect((await read()).status).toBe(200);
    mesh.peer.on('CreateThing', async () => {
      // Asked after the gateway forgot, answered before the change.
      expect((await read()).status).toBe(200);
      delete accounts[token];
      return { body: {} };
    });
    await mesh.send({ method: 'POST', path: '/projects/7/things', token: 'root-token', body: { name: 'a' } });
    expect((await read()).status).toBe(401);
  });
});

it('refuses by what holds now', async () => {
  levels.set(30, 20);
  const create = () => mesh.send({ method: 'POST', path: '/projects/7/things', token, body: { name: 'a' } });
  mesh.peer.on('CreateThing', () => ({ body: {} }));
  expect((await read()).status).toBe(200);
  expect((await create()).status).toBe(403);
  expect((await read()).status).toBe(200);
  // Nobody tells the gateway of it.
  levels.set(30, 30);
  expect((await create()).status).toBe(201);
  delete accounts[token];
  await until(async () => (await read()).status === 401);
  accounts[token] = accounts['developer-token'] as (typeof accounts)[string];
  expect((await read()).status).toBe(200);
});

describe('what is known', () => {
  const cachesOf = async (cache: AuthorizationCache, fields: Parameters<typeof resource>[0]) => {
    await cache.resources.load('it', () => Promise.resolve([resource({}), resource(fields)]));
    return cache.resources.get('it') !== undefined;
  };

  it('is nothing that the caller may not read, and no project whose first branch may come any moment', async () => {
    const cache = new AuthorizationCache({ isEnabled: true });
    expect(await cachesOf(cache, { found: false })).toBe(false);
    expect(await cachesOf(cache, { default_branch: '' })).toBe(false);
    expect(await cachesOf(cache, {})).toBe(true);
  });

  it('is nothing on a secondary', async () => {
    expect(await cachesOf(new AuthorizationCache({ isEnabled: false }), {})).toBe(false);
  });
});

it('acts at the other gateways before it is answered', async () => {
  const other = await mesh.another({});
  await until(() => other.unanswered().length === 0);
  await untilCached(other.port);
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
