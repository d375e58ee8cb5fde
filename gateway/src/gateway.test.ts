import { request as httpRequest } from 'node:http';
import type { ThrottleSettings } from './rate-limit/throttles';
import { sendTo, startFixtureMesh, until, type FixtureMesh } from './testing/fixture-mesh';

const token = 'developer-token';

interface ServiceInfo {
  name: string;
  health: string;
}

describe('stopping', () => {
  it('finishes requests in progress and accepts no more', async () => {
    const mesh = await startFixtureMesh();
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    mesh.peer.on('GetThing', async () => {
      await gate;
      return { body: { name: 'late' } };
    });
    const inFlight = mesh.send({ path: '/projects/7/things/a', token });
    await until(() => mesh.peer.calls.length === 1);
    const closed = mesh.gateway.close();
    const refused = () =>
      mesh.send({ path: '/echo' }).then(
        () => undefined,
        ({ code }: NodeJS.ErrnoException) => code,
      );
    await until(async () => (await refused()) === 'ECONNREFUSED');
    finish();
    expect((await inFlight).json).toEqual({ name: 'late' });
    await closed;
    await mesh.close();
  });

  it('handles requests for a while with Connection: close, so that clients leave their connections', async () => {
    const mesh = await startFixtureMesh();
    const ending = await mesh.another({ FORGE_SHUTDOWN_DELAY_SECONDS: 3 });
    await until(() => ending.pending().length === 0);
    const headers = { Connection: 'keep-alive' };
    const connectionHeader = async () => (await sendTo(ending.port, { path: '/echo', headers })).headers['connection'];
    expect(await connectionHeader()).toBe('keep-alive');
    const closed = ending.close();
    expect([await connectionHeader(), await connectionHeader()]).toEqual(['close', 'close']);
    await closed;
    await expect(connectionHeader()).rejects.toThrow('ECONNREFUSED');
    await mesh.close();
  });
});

describe('GET /admin/services', () => {
  it('lists the services and their health for administrators', async () => {
    const mesh = await startFixtureMesh();
    const services = async () =>
      (await mesh.send({ path: '/admin/services', token: 'root-token' })).json as ServiceInfo[];
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
    const list = await services();
    expect(list.map(({ name }) => name)).toEqual(['gateway', 'identity', 'projects', 'fixture']);
    expect(list[0]).toEqual({
      name: 'gateway',
      health: 'healthy',
      contract: null,
      revision: 'abcdef',
      started_at: moment,
      last_answered_at: moment,
      uptime: expect.any(Number) as number,
      processes: [],
    });
    expect(list[3]).toEqual({
      name: 'fixture',
      health: 'healthy',
      contract: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      revision: 'abcdef',
      started_at: '2020-01-01T00:00:00.000Z',
      last_answered_at: moment,
      uptime: expect.any(Number) as number,
      processes: [],
    });
    mesh.peer.kill();
    await until(async () => (await services())[3]?.health === 'away');
    await mesh.close();
  });

  it('is for administrators', async () => {
    const mesh = await startFixtureMesh();
    expect((await mesh.send({ path: '/admin/services' })).status).toBe(401);
    expect((await mesh.send({ path: '/admin/services', token })).status).toBe(403);
    await mesh.close();
  });
});

describe('rate limits', () => {
  const none = { enabled: false, requests_per_period: 1, period_in_seconds: 315_360_000 };
  const all = [
    'unauthenticated',
    'unauthenticated_git',
    'authenticated_api',
    'authenticated_web',
    'authenticated_git',
    'protected_paths',
  ].flatMap((name) => Object.entries(none).map(([key, value]) => [`throttle_${name}_${key}`, value]));
  const settings = {
    ...(Object.fromEntries(all) as ThrottleSettings),
    throttle_authenticated_api_enabled: true,
    throttle_authenticated_api_requests_per_period: 2,
    throttle_unauthenticated_enabled: false,
    protected_paths: [] as string[],
  };
  let mesh: FixtureMesh;
  beforeAll(async () => {
    // With known proxies, this machine is one client.
    const config = { FORGE_TRUSTED_PROXIES: ['192.0.2.0/24'] };
    mesh = await startFixtureMesh(config, { settings: { peek: () => settings, close: () => undefined } });
  });
  afterAll(() => mesh.close());

  it('set headers with the remaining requests, then refuse', async () => {
    const first = await mesh.send({ path: '/projects/7/things/a', token });
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    await mesh.send({ path: '/projects/7/things/a', token });
    const refused = await mesh.send({ path: '/projects/7/things/a', token });
    expect([refused.status, refused.text]).toEqual([429, 'Retry later']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await mesh.send({ path: '/projects/7/things/a', token: 'guest-token' });
    expect(other.status).toBe(200);
    const nobody = await mesh.send({ path: '/echo' });
    expect([nobody.status, nobody.headers['ratelimit-limit']]).toEqual([200, undefined]);
  });

  it('count invalid tokens by address, and requests that the gateway handles itself', async () => {
    settings.throttle_unauthenticated_enabled = true;
    expect((await mesh.send({ path: '/version', token: 'stranger-token' })).headers['ratelimit-remaining']).toBe('1');
    const unknown = await mesh.send({ path: '/projects/7/things/a', token: 'no-token' });
    expect([unknown.status, unknown.headers['ratelimit-remaining']]).toEqual([401, '0']);
    const refused = await mesh.send({ path: '//group/open.git/info/refs?service=git-upload-pack' });
    // Git sends credentials only after a 401.
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('sign in, or retry later')]);
    expect(refused.headers['www-authenticate']).toMatch(/^Basic /);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const headers = { Authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` };
    const signedIn = await mesh.send({ path: '//group/open.git/info/refs?service=git-upload-pack', headers });
    expect([401, 429]).not.toContain(signedIn.status);
    settings.throttle_unauthenticated_enabled = false;
  });

  it('count git passwords, but not tokens, as sign-ins before they are checked', async () => {
    settings.throttle_protected_paths_enabled = true;
    const advertise = async (password: string) => {
      const headers = { Authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}` };
      return (await mesh.send({ path: '//group/demo.git/info/refs?service=git-upload-pack', headers })).status;
    };
    expect(await advertise('guess 1')).toBe(401);
    const callsBefore = mesh.identity.callCount();
    expect([await advertise('guess 2'), await advertise('guess 3')]).toEqual([429, 429]);
    expect(mesh.identity.callCount()).toBe(callsBefore);
    expect(await advertise(`glpat-${'a'.repeat(20)}`)).toBe(401);
    settings.throttle_protected_paths_enabled = false;
  });

  it('count requests of the account pages by the addresses of the pages', async () => {
    settings.throttle_protected_paths_enabled = true;
    settings.protected_paths = ['/users/confirmation'];
    const request = (name: string, method: string) => mesh.send({ path: `//-/account/${name}`, method });
    expect((await request('password_reset', 'POST')).status).toBe(404);
    await request('email_confirmation', 'POST');
    const refused = await request('email_confirmation', 'POST');
    expect([refused.status, refused.headers['cache-control']]).toEqual([429, 'no-store']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request('email_confirmation', 'GET')).status).toBe(404);
    expect((await request('terms', 'POST')).status).toBe(409);
    settings.protected_paths = [];
    settings.throttle_protected_paths_enabled = false;
  });
});

it('cancels a read when its client disconnects, and finishes a write', async () => {
  const mesh = await startFixtureMesh();
  let cancelled = 0;
  let finish: (response: object) => void = () => undefined;
  const gate = new Promise<object>((resolve) => (finish = resolve));
  mesh.peer.onCancelled = () => void cancelled++;
  for (const [method, path] of [
    ['GET', '/api/v4/projects/7/things/a'],
    ['DELETE', '/api/v4/projects/7/things/a'],
  ] as const) {
    const before = mesh.peer.calls.length;
    mesh.peer.on(method === 'GET' ? 'GetThing' : 'DeleteThing', () => gate);
    const headers = { 'PRIVATE-TOKEN': 'root-token' };
    const request = httpRequest({ host: '127.0.0.1', port: mesh.port, method, path, headers });
    request.once('error', () => undefined);
    request.end();
    await until(() => mesh.peer.calls.length === before + 1);
    request.destroy();
    await until(async () => /requests_in_flight\{[^}]*\} 0\n/.test((await mesh.operators('metrics')).text));
    if (method === 'GET') await until(() => cancelled === 1);
  }
  expect(cancelled).toBe(1);
  finish({});
  await mesh.close();
});
