import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ThrottleSettings } from '../../rate-limit/throttles';
import { startFixtureMesh, type FixtureMesh } from '../../testing/fixture-mesh';

const settings = {
  throttle_unauthenticated_enabled: false,
  throttle_unauthenticated_requests_per_period: 1,
  throttle_unauthenticated_period_in_seconds: 315_360_000,
  protected_paths: [] as string[],
} as ThrottleSettings;
let mesh: FixtureMesh;

beforeAll(async () => {
  // With known proxies, this machine is one client.
  const config = { FORGE_TRUSTED_PROXIES: ['192.0.2.0/24'] };
  mesh = await startFixtureMesh(config, { settings: { peek: () => settings, close: () => undefined } });
});
afterAll(() => mesh.close());

const files = ['/-/docs', '/-/docs/start.js', '/-/docs/swagger-ui.css', '/-/docs/swagger-ui-bundle.js'];

describe.each(['/api/v4/openapi.json', ...files])('GET %s', (path) => {
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    mesh.send({ method, path: `/${path}`, headers });

  it('is compressed if the client accepts it', async () => {
    const plain = await get();
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    const [zipped, brotli, refused] = await Promise.all([
      get({ 'Accept-Encoding': 'gzip' }),
      get({ 'Accept-Encoding': 'gzip, deflate, br' }),
      get({ 'Accept-Encoding': 'br;q=0, identity' }),
    ]);
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' });
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(refused.bytes.equals(plain.bytes)).toBe(true);
  });

  it('is cacheable, and 304 if it has not changed', async () => {
    const { headers } = await get();
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const etag = headers['etag'] as string;
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    const same = await get({ 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    expect([same.status, same.bytes.length, same.headers['etag']]).toEqual([304, 0, etag]);
    expect((await get({ 'If-None-Match': 'W/"other"' })).status).toBe(200);
    const head = await get({}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['etag']]).toEqual([200, 0, etag]);
  });

  it('counts as an anonymous request', async () => {
    settings.throttle_unauthenticated_enabled = true;
    settings.throttle_unauthenticated_requests_per_period = 1_000;
    expect((await get()).headers['ratelimit-name']).toBe('throttle_unauthenticated');
    settings.throttle_unauthenticated_requests_per_period = 1;
    expect((await get()).status).toBe(429);
    settings.throttle_unauthenticated_enabled = false;
  });
});
