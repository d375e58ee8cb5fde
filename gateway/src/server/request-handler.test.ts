import { connect } from 'node:net';
import { sendTo, startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';

const token = 'developer-token';
let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
afterAll(() => mesh.close());

describe('responses', () => {
  it('pass the bytes of the service through', async () => {
    mesh.peer.on('GetThing', () => ({ body: { name: 'a', description: null } }));
    const response = await mesh.send({ path: '/projects/7/things/a', token });
    expect(response.status).toBe(200);
    expect(response.text).toBe('{"name":"a","description":null}');
  });

  it('have the headers that clients rely on', async () => {
    const { headers } = await mesh.send({ path: '/projects/7/things/a', token });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['vary']).toBe('Origin');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-runtime']).toMatch(/^\d+\.\d{6}$/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-expose-headers']).toContain('X-Next-Page');
    expect(headers['cache-control']).toBe('max-age=0, private, must-revalidate');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('ratelimit-limit');
  });

  it('keep a valid request id and replace any other', async () => {
    const accepted = await mesh.send({ path: '/nothing', headers: { 'X-Request-Id': 'abc-123' } });
    expect(accepted.headers['x-request-id']).toBe('abc-123');
    const replaced = await mesh.send({ path: '/nothing', headers: { 'X-Request-Id': 'a b"c' } });
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('without a body have no content type', async () => {
    mesh.peer.on('DeleteThing', () => ({ info: { status: 204 } }));
    const deleted = await mesh.send({ method: 'DELETE', path: '/projects/7/things/a', token: 'root-token' });
    expect(deleted.status).toBe(204);
    expect(deleted.headers).not.toHaveProperty('content-type');
    expect(deleted.headers).not.toHaveProperty('content-length');
  });

  it('take status and headers from the service', async () => {
    mesh.peer.on('CreateThing', () => ({
      body: { message: '202 Accepted' },
      info: { status: 202, headers: { 'X-Thing': 'b' } },
    }));
    const response = await mesh.send({ method: 'POST', path: '/projects/7/things', token, body: { name: 'a' } });
    expect(response.status).toBe(202);
    expect(response.headers['x-thing']).toBe('b');
  });
});

describe('routes', () => {
  it.each([
    ['/nothing', 404, '{"error":"404 Not Found"}'],
    ['/', 404, '{"error":"404 Not Found"}'],
    ['', 404, '{"error":"404 Not Found"}'],
    ['/projects/7/things/a/b', 404, '{"error":"404 Not Found"}'],
    ['/projects//things', 404, '{"error":"404 Not Found"}'],
    ['/projects/%zz/things', 400, '{"error":"invalid %-encoding"}'],
    ['/projects/%ff/things', 400, '{"error":"invalid %-encoding"}'],
  ])('GET %s returns %i', async (path, status, text) => {
    const response = await mesh.send({ path });
    expect([response.status, response.text]).toEqual([status, text]);
  });

  it('responds to a wrong method with 405 and Allow', async () => {
    const response = await mesh.send({ method: 'PATCH', path: '/projects/7/things/a' });
    expect([response.status, response.text]).toEqual([405, '{"error":"405 Not Allowed"}']);
    expect(response.headers['allow']).toBe('OPTIONS, GET, DELETE, HEAD');
  });

  it('responds to OPTIONS with Allow', async () => {
    const response = await mesh.send({ method: 'OPTIONS', path: '/projects/7/things' });
    expect(response.status).toBe(204);
    expect(response.headers['allow']).toBe('OPTIONS, GET, POST, HEAD');
    expect((await mesh.send({ method: 'OPTIONS', path: '/nothing' })).status).toBe(404);
  });

  it('responds to a preflight of any origin', async () => {
    const { headers } = await mesh.send({
      method: 'OPTIONS',
      path: '/projects/7/things',
      headers: {
        Origin: 'http://a.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'private-token',
      },
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']).toContain('POST');
    expect(headers['access-control-allow-headers']).toBe('private-token');
  });

  it('responds to HEAD of every GET with only its headers', async () => {
    mesh.peer.on('GetEcho', () => ({ body: { name: 'abc' } }));
    const response = await mesh.send({ method: 'HEAD', path: '/echo' });
    expect(response.status).toBe(200);
    expect(response.headers['content-length']).toBe('14');
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.bytes).toHaveLength(0);
  });

  it('prefers a declared HEAD operation', async () => {
    mesh.peer.on('HeadThing', () => ({ body: {} }));
    const response = await mesh.send({ method: 'HEAD', path: '/projects/7/things/a', token });
    expect(response.status).toBe(204);
    expect(mesh.peer.calls.at(-1)?.rpc).toBe('HeadThing');
  });

  it('supports aliases', async () => {
    await mesh.send({ path: '/projects/7/stuff/a', token });
    expect(mesh.peer.calls.at(-1)).toMatchObject({ rpc: 'GetThing', request: { id: '7', name: 'a' } });
  });

  it('refuses a URL that is too long', async () => {
    expect((await mesh.send({ path: `/projects?a=${'x'.repeat(17_000)}` })).status).toBe(414);
    expect((await mesh.send({ path: `/projects/7/things/${'x'.repeat(15_000)}`, token })).status).toBe(200);
  });

  it('refuses headers that are too large', async () => {
    const response = await mesh.send({ path: '/echo', headers: { 'X-Large': 'x'.repeat(40_000) } });
    expect(response.status).toBe(431);
  });
});

describe('path parameters', () => {
  it.each([
    ['a%2Fb', 'a/b'],
    ['a%2fb', 'a/b'],
    ['a%2Eb', 'a.b'],
    ['a%252Fb', 'a%2Fb'],
    ['a%25b', 'a%b'],
    ['..%2F..%2Fetc', '../../etc'],
    ['%2E%2E', '..'],
    ['a+b', 'a+b'],
    ['a%20b', 'a b'],
    ['%E2%82%AC', '€'],
    ['a%3Fb%23c', 'a?b#c'],
    ['a:b@c', 'a:b@c'],
  ])('%s is %s', async (encoded, decoded) => {
    await mesh.send({ path: `/projects/7/things/${encoded}`, token });
    expect(mesh.peer.calls.at(-1)?.request).toEqual({ id: '7', name: decoded });
  });

  it('name projects by their full path', async () => {
    for (const encoded of ['group%2Fdemo', 'group%2fdemo']) {
      await mesh.send({ path: `/projects/${encoded}/things/a`, token });
      expect(mesh.peer.calls.at(-1)?.request['id']).toBe('7');
    }
    await mesh.send({ path: '/projects/group%2Fde%2Emo/things/a', token });
    expect(mesh.peer.calls.at(-1)?.request['id']).toBe('6');
  });

  it('refuse NUL', async () => {
    const response = await mesh.send({ path: '/projects/7/things/a%00b', token });
    expect([response.status, response.text]).toEqual([400, '{"error":"name is invalid"}']);
  });

  it('take precedence over query and body', async () => {
    mesh.peer.on('CreateThing', () => ({ body: {} }));
    await mesh.send({
      method: 'POST',
      path: '/projects/7/things?id=8&name=query',
      token,
      body: { id: 8, name: 'body' },
    });
    expect(mesh.peer.calls.at(-1)?.request).toMatchObject({ id: '7', name: 'body' });
    await mesh.send({ path: '/projects/7/stuff/a?id=8', token });
    expect(mesh.peer.calls.at(-1)?.request['id']).toBe('7');
  });
});

describe('bodies', () => {
  beforeAll(() => mesh.peer.on('Echo', ({ request }) => ({ body: request })));

  it.each([
    ['JSON', { text: 'a', size: '3' }, {}],
    ['a form', 'text=a&size=3', {}],
    ['a form without a content type', 'text=a&size=3', { 'Content-Type': '' }],
    ['JSON with a charset', '{"text":"a","size":3}', { 'Content-Type': 'application/json; charset=utf-8' }],
    [
      'multipart',
      multipart('b', { text: 'a', size: '3', '': '' }),
      { 'Content-Type': 'multipart/form-data; boundary=b' },
    ],
  ])('%s', async (_name, body, headers) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const response = await mesh.send({ method: 'POST', path: '/echo', body, headers: sent });
    expect(response.json).toEqual({ text: 'a', size: 3 });
  });

  it('may be missing, regardless of the content type', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const response = await mesh.send({
        method: 'POST',
        path: '/echo?text=q',
        headers: { 'Content-Type': type, 'Content-Length': '0' },
      });
      expect([response.status, response.json]).toEqual([200, { text: 'q' }]);
    }
  });

  it('are nested in Rack style', async () => {
    const body =
      'actions[][action]=create&actions[][file_path]=a&actions%5B%5D%5Baction%5D=delete&actions[][file_path]=b';
    const { json } = await mesh.send({ method: 'POST', path: '/echo', body });
    expect(json).toEqual({
      actions: [
        { action: 'create', file_path: 'a' },
        { action: 'delete', file_path: 'b' },
      ],
    });
  });

  it.each([
    ['{', 400, 'message body does not match declared format'],
    ['[]', 400, 'message body does not match declared format'],
    ['{"text":"\\u0000"}', 400, 'text is invalid'],
    ['{"text":"\\ud800"}', 400, 'text is invalid'],
  ])('JSON %s returns %i', async (body, status, error) => {
    const response = await mesh.send({
      method: 'POST',
      path: '/echo',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([response.status, response.json]).toEqual([status, { error }]);
  });

  it('of another type are 415', async () => {
    const response = await mesh.send({
      method: 'POST',
      path: '/echo',
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
    });
    expect([response.status, response.json]).toEqual([415, { error: 'The provided content-type is not supported.' }]);
  });

  it('that are too large are 413, with or without Content-Length', async () => {
    const large = 'x'.repeat(1_000_001);
    const announced = await mesh.send({ method: 'POST', path: '/echo', body: `text=${large}` });
    expect([announced.status, announced.json]).toEqual([413, { message: '413 Request Entity Too Large' }]);
    const chunked = await mesh.send({
      method: 'POST',
      path: '/echo',
      body: Buffer.from(`text=${large}`),
      headers: { 'Transfer-Encoding': 'chunked' },
    });
    expect(chunked.status).toBe(413);
  });

  it('that are incomplete multipart are refused', async () => {
    const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nabc');
    const response = await mesh.send({
      method: 'POST',
      path: '/echo',
      body,
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    expect(response.status).toBe(400);
    const unbounded = await mesh.send({
      method: 'POST',
      path: '/echo',
      body,
      headers: { 'Content-Type': 'multipart/form-data' },
    });
    expect(unbounded.status).toBe(400);
  });

  it('of a DELETE may be anything', async () => {
    const sent = [
      { body: {}, headers: {} },
      { body: undefined, headers: { 'Content-Type': 'application/json' } },
      { body: 'not json', headers: { 'Content-Type': 'application/json' } },
      { body: 'x', headers: { 'Content-Type': 'text/xml' } },
      { body: undefined, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    ];
    for (const { body, headers } of sent) {
      const response = await mesh.send({
        method: 'DELETE',
        path: '/projects/7/things/a',
        token: 'root-token',
        ...(body !== undefined && { body }),
        headers: headers as Record<string, string>,
      });
      expect(response.status).toBe(204);
    }
  });

  it('of a GET are ignored', async () => {
    mesh.peer.on('GetEcho', ({ request }) => ({ body: request }));
    const response = await mesh.send({ path: '/echo?text=q', body: { text: 'b' } });
    expect(response.json).toEqual({ text: 'q' });
  });
});

describe('lists', () => {
  const list = (path: string, headers: Record<string, string> = {}) => mesh.send({ path, token, headers });

  it('have page headers', async () => {
    mesh.peer.on('ListThings', () => ({
      body: [],
      info: { page: { page: 2, per_page: 20, total: 55, has_next: true } },
    }));
    const { headers } = await list('/projects/7/things?labels=a,b&page=2&x=%2C');
    const url = `http://127.0.0.1:${mesh.port}/api/v4/projects/7/things?labels=a%2Cb&x=%2C`;
    expect(headers).toMatchObject({
      'x-per-page': '20',
      'x-page': '2',
      'x-next-page': '3',
      'x-prev-page': '1',
      'x-total': '55',
      'x-total-pages': '3',
    });
    expect(headers['link']).toBe(
      `<${url}&page=1&per_page=20>; rel="prev", <${url}&page=3&per_page=20>; rel="next", ` +
        `<${url}&page=1&per_page=20>; rel="first", <${url}&page=3&per_page=20>; rel="last"`,
    );
  });

  it('have empty next and previous pages at their ends, and at least one page', async () => {
    mesh.peer.on('ListThings', () => ({
      body: [],
      info: { page: { page: 1, per_page: 20, total: 0, has_next: false } },
    }));
    const { headers } = await list('/projects/7/things');
    expect(headers).toMatchObject({ 'x-next-page': '', 'x-prev-page': '', 'x-total': '0', 'x-total-pages': '1' });
    expect(headers['link']).not.toContain('rel="next"');
    expect(headers['link']).toContain('rel="last"');
  });

  it('leave out totals that are not counted', async () => {
    mesh.peer.on('ListThings', () => ({ body: [], info: { page: { page: 1, per_page: 20, has_next: true } } }));
    const { headers } = await list('/projects/7/things');
    expect(headers).not.toHaveProperty('x-total');
    expect(headers).not.toHaveProperty('x-total-pages');
    expect(headers['link']).not.toContain('rel="last"');
  });

  it('are paginated by key on request', async () => {
    mesh.peer.on('ListThings', () => ({ body: [], info: { keyset: { next: { id_after: '42' } } } }));
    const { headers } = await list('/projects/7/things?pagination=keyset&order_by=id&id_after=22&per_page=5');
    const link = `<http://127.0.0.1:${mesh.port}/api/v4/projects/7/things?pagination=keyset&order_by=id&per_page=5&id_after=42>; rel="next"`;
    expect([headers['link'], headers['links']]).toEqual([link, link]);
    expect(headers).not.toHaveProperty('x-page');
  });

  it('refuse keyset pagination in another order', async () => {
    const response = await list('/projects/7/things?pagination=keyset&order_by=name');
    expect([response.status, response.json]).toEqual([
      405,
      { error: 'Keyset pagination is not yet available for this type of request' },
    ]);
  });

  it.each([
    ['page=0', 'page does not have a valid value'],
    ['per_page=0', 'per_page does not have a valid value'],
    ['per_page=-1', 'per_page does not have a valid value'],
    ['page=x', 'page is invalid'],
  ])('refuse %s', async (query, error) => {
    const response = await list(`/projects/7/things?${query}`);
    expect([response.status, response.json]).toEqual([400, { error }]);
  });

  it('pass page and size within limits to the service', async () => {
    await list('/projects/7/things?per_page=500&all=False');
    const shared = { choice: 'this' };
    expect(mesh.peer.calls.at(-1)?.request).toEqual({ id: '7', order_by: 'name', page: 1, per_page: 100, shared });
    await list('/projects/7/things?iids%5B%5D=1&iids[]=2&page=');
    expect(mesh.peer.calls.at(-1)?.request).toEqual({
      id: '7',
      order_by: 'name',
      iids: [1, 2],
      page: 1,
      per_page: 20,
      shared,
    });
  });

  it('link to the origin that the client used', async () => {
    mesh.peer.on('ListThings', () => ({
      body: [],
      info: { page: { page: 1, per_page: 20, total: 0, has_next: false } },
    }));
    expect((await list('/projects/7/things', { Host: 'other.example:81' })).headers['link']).toContain(
      '<http://other.example:81/',
    );
    expect((await list('/projects/7/things', { Host: 'a"b' })).headers['link']).toContain(
      '<http://forge.example:8080/',
    );
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'front.example' };
    expect((await list('/projects/7/things', forwarded)).headers['link']).toContain(`<http://127.0.0.1:${mesh.port}/`);
  });

  it('accept headers of trusted proxies', async () => {
    const trusting = await mesh.another({ FORGE_TRUSTED_PROXIES: ['127.0.0.0/8', '10.0.0.0/8'] });
    const response = await sendTo(trusting.port, {
      path: '/projects/7/things',
      token,
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'front.example',
        'X-Forwarded-For': '1.2.3.4, 5.6.7.8, 10.0.0.9',
      },
    });
    expect(response.headers['link']).toContain('<https://front.example/api/v4/projects/7/things?');
    expect(mesh.peer.calls.at(-1)?.context.address).toBe('5.6.7.8');
  });
});

describe('endpoints of the gateway', () => {
  it('show readiness and liveness to everyone, without details', async () => {
    const ready = await mesh.send({ path: '//-/readiness' });
    expect([ready.status, ready.json]).toEqual([200, { ready: true }]);
    for (const path of ['//-/liveness', '//-/health']) {
      const alive = await mesh.send({ path });
      expect([alive.status, alive.json]).toEqual([200, { alive: true }]);
    }
    expect((await mesh.send({ path: '//-/metrics' })).status).toBe(404);
  });

  it('show metrics and details on a separate port', async () => {
    const ready = await mesh.operators('readiness');
    expect([ready.status, ready.json]).toEqual([200, { ready: true, waiting_for: [], problems: [], processes: {} }]);
    await mesh.send({ path: '/projects/7/things/a', token });
    const metrics = await mesh.operators('metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.text).toMatch(
      /forge_http_request_seconds_count\{service="gateway",operation="GetThing",status="2xx"\}/,
    );
    expect(metrics.text).toContain(
      'forge_rpc_called_seconds_count{service="gateway",rpc="/forgemesh.fixture.v1.ThingService/GetThing",code="ok"',
    );
    expect(metrics.text).toContain('forge_http_requests_in_flight{');
  });

  it('show the version to signed-in users', async () => {
    expect((await mesh.send({ path: '/version' })).status).toBe(401);
    const response = await mesh.send({ path: '/version', token });
    expect(response.json).toEqual({ version: '12.7.5-ee', revision: 'abcdef', enterprise: true });
    const metadata = await mesh.send({ path: '/metadata', token });
    const kas = { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null };
    expect(metadata.json).toEqual({ ...(response.json as object), kas });
  });

  it('responds to invalid HTTP', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(mesh.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      socket.on('error', reject).once('data', (data) => resolve(data.toString()));
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

function multipart(boundary: string, fields: Record<string, string>): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}
