import { sendTo, startFixtureMesh, type TestResponse, type FixtureMesh } from '../testing/fixture-mesh';

let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
afterAll(() => mesh.close());

const unauthorized = [401, { message: '401 Unauthorized' }];
const forbidden = [403, { message: '403 Forbidden' }];

async function fetchResult(path: string, token?: string, headers: Record<string, string> = {}): Promise<unknown> {
  const { status, json } = await mesh.send({ path, headers, ...(token !== undefined && { token }) });
  return [status, json];
}

function create(path: string, body: object, token?: string): Promise<TestResponse> {
  return mesh.send({ method: 'POST', path, body, ...(token !== undefined && { token }) });
}

describe('tokens', () => {
  it.each([
    ['PRIVATE-TOKEN', { 'private-token': 'developer-token' }, ''],
    ['Bearer', { Authorization: 'Bearer developer-token' }, ''],
    ['bearer in lower case', { Authorization: 'bearer developer-token' }, ''],
    ['both headers', { 'PRIVATE-TOKEN': 'developer-token', Authorization: 'Bearer developer-token' }, ''],
    ['private_token', {}, '?private_token=developer-token'],
    ['access_token', {}, '?access_token=developer-token'],
  ])('are accepted as %s', async (_name, headers, query) => {
    expect(
      (await fetchResult(`/projects/7/things/a${query}`, undefined, headers as Record<string, string>)) as unknown[],
    ).toHaveProperty('0', 200);
    expect(mesh.peer.calls.at(-1)?.context).toMatchObject({
      user: { id: 30, username: 'developer' },
      real_user_id: 30,
      scopes: ['api'],
    });
  });

  it.each(['private_token', 'access_token'])(
    'are accepted in a body as %s where the contract says so',
    async (name) => {
      const path = '/projects/7/things/run';
      const body = { name: 'a', [name]: 'developer-token' };
      expect((await create(path, body)).status).toBe(201);
      const form = await mesh.send({ method: 'POST', path, body: `name=a&${name}=developer-token` });
      expect(form.status).toBe(201);
      expect((await create(path, { name: 'a' })).status).toBe(401);
      expect((await create(path, { name: 'a', [name]: 'wrong' })).status).toBe(401);
      expect((await create(path, { name: 'a', [name]: 'read-token' })).status).toBe(403);
      expect((await create('/projects/7/things', body)).status).toBe(401);
    },
  );

  it('in a header win over those in a body', async () => {
    await create('/projects/7/things/run', { name: 'a', private_token: 'wrong' }, 'developer-token');
    expect(mesh.peer.calls.at(-1)?.context).toMatchObject({ user: { id: 30 } });
  });

  it('are refused if they are invalid, even if none is required', async () => {
    expect(await fetchResult('/echo', 'wrong')).toEqual(unauthorized);
    expect(await fetchResult('/echo?private_token[]=developer-token')).toEqual(unauthorized);
    expect(await fetchResult(`/echo?private_token=${'x'.repeat(600)}`)).toEqual(unauthorized);
    expect(await fetchResult('/echo')).toMatchObject([200, {}]);
  });

  it('have their own errors if they are expired or belong to a blocked user', async () => {
    expect(await fetchResult('/echo', 'expired-token')).toEqual([
      401,
      {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    ]);
    expect(await fetchResult('/echo', 'blocked-token')).toEqual([
      403,
      { message: '403 Forbidden - Your account has been blocked.' },
    ]);
  });

  it('need a scope', async () => {
    expect(await fetchResult('/projects/7/things/a', 'read-token')).toHaveProperty('0', 200);
    const description = 'The request requires higher privileges than provided by the access token.';
    const refused = await create('/projects/7/things', { name: 'a' }, 'read-token');
    expect([refused.status, refused.json]).toEqual([
      403,
      { error: 'insufficient_scope', error_description: description, scope: 'api' },
    ]);
    expect(await fetchResult('/echo', 'pull-token')).toEqual([
      403,
      { error: 'insufficient_scope', error_description: description, scope: 'api read_api' },
    ]);
  });
});

describe('sudo', () => {
  it.each([
    ['header by name', { Sudo: 'developer' }, ''],
    ['header by id', { SUDO: '30' }, ''],
    ['query', {}, '?sudo=developer'],
  ])('as %s', async (_name, headers, query) => {
    await fetchResult(`/projects/7/things/a${query}`, 'root-token', headers as Record<string, string>);
    expect(mesh.peer.calls.at(-1)?.context).toMatchObject({ user: { id: 30, admin: false }, real_user_id: 1 });
  });

  it('as a parameter of the body', async () => {
    await create('/projects/7/things', { name: 'a', sudo: 30 }, 'root-token');
    expect(mesh.peer.calls.at(-1)?.context).toMatchObject({ user: { id: 30 }, real_user_id: 1 });
  });

  it.each([
    [undefined, 'developer', unauthorized],
    ['developer-token', 'root', [403, { message: '403 Forbidden - Must be admin to use sudo' }]],
    ['root-token', 'nobody', [404, { message: "404 User with ID or username 'nobody' Not Found" }]],
    ['root-api-token', 'developer', [403, expect.objectContaining({ error: 'insufficient_scope', scope: 'sudo' })]],
  ])('of %s as %s is refused', async (token, sudo, expected) => {
    expect(await fetchResult(`/echo?sudo=${sudo}`, token)).toEqual(expected);
  });
});

describe('access', () => {
  it.each([
    // path, token, expected status
    ['/projects/7/things', undefined, 404],
    ['/projects/8/things', undefined, 200],
    ['/projects/8/things', 'stranger-token', 200],
    ['/projects/7/things', 'stranger-token', 404],
    ['/projects/7/things', 'guest-token', 403],
    ['/projects/7/things', 'developer-token', 200],
    ['/projects/12/things', 'root-token', 403],
    ['/projects/group%2Fnone/things', 'root-token', 404],
    ['/groups/5/licensed/a', 'guest-token', 403],
    ['/groups/5/licensed/a', 'developer-token', 200],
    ['/groups/6/licensed/a', 'developer-token', 404],
  ])('GET %s with %s returns %i', async (path, token, status) => {
    expect(await fetchResult(path, token)).toHaveProperty('0', status);
  });

  it('reveals only that the project is not found', async () => {
    const missing = await fetchResult('/projects/999/things', 'stranger-token');
    expect(missing).toEqual([404, { message: '404 Project Not Found' }]);
    expect(await fetchResult('/projects/7/things', 'stranger-token')).toEqual(missing);
    expect(await fetchResult('/groups/6/licensed/a', 'developer-token')).toEqual([
      404,
      { message: '404 Group Not Found' },
    ]);
  });

  it('refuses writes to a feature of an archived project', async () => {
    expect((await create('/projects/9/things', { name: 'a' }, 'root-token')).status).toBe(403);
    expect(await fetchResult('/projects/9/things', 'root-token')).toHaveProperty('0', 200);
  });

  it('passes the granted resource to the service and replaces the reference', async () => {
    await fetchResult('/projects/group%2Fdemo/things', 'developer-token');
    expect(mesh.peer.calls.at(-1)).toMatchObject({
      request: { id: '7' },
      context: { access: { id: { id: 7, level: 30, storage: 'default' } }, tier: 3 },
    });
  });

  it('restricts administration operations to administrators', async () => {
    const put = (token?: string) =>
      mesh.send({ method: 'PUT', path: '/secret', body: { value: 'x' }, ...(token && { token }) });
    expect([(await put()).status, (await put('developer-token')).status, (await put('root-token')).status]).toEqual([
      401, 403, 200,
    ]);
  });

  it('restricts licensed operations to the tier', async () => {
    const cheap = await mesh.another({ FORGE_LICENSE_TIER: 2 });
    const response = await sendTo(cheap.port, { path: '/groups/5/licensed/a', token: 'developer-token' });
    expect([response.status, response.json]).toEqual(forbidden);
  });
});

describe('the order of refusals', () => {
  it('is 401, parameter, not found, role', async () => {
    const wrong = { visibility: 'x' };
    expect((await create('/projects/999/things', wrong)).status).toBe(401);
    const invalid = await create('/projects/999/things', wrong, 'guest-token');
    expect([invalid.status, invalid.json]).toEqual([
      400,
      { error: 'name is missing, visibility does not have a valid value' },
    ]);
    expect((await create('/projects/999/things', { name: 'a' }, 'guest-token')).status).toBe(404);
    expect((await create('/projects/7/things', { name: 'a' }, 'guest-token')).status).toBe(403);
    expect((await create('/projects/7/things', { name: 'a' }, 'developer-token')).status).toBe(201);
  });

  it('returns 401 before parsing errors of body or query', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await mesh.send({ method: 'POST', path: '/projects/7/things', body: '{', headers })).status).toBe(401);
    expect((await mesh.send({ path: '/projects/7/things/a?x=%zz' })).status).toBe(401);
    expect((await mesh.send({ path: '/projects/7/things/a?x=%zz', token: 'developer-token' })).status).toBe(400);
  });
});

describe('the call of the service', () => {
  it('has the client and an id for writes', async () => {
    await mesh.send({
      path: '/projects/7/things/a',
      token: 'developer-token',
      headers: { 'User-Agent': 'test/1', 'X-Request-Id': 'r1' },
    });
    expect(mesh.peer.calls.at(-1)?.context).toMatchObject({
      address: '127.0.0.1',
      user_agent: 'test/1',
      request_id: 'r1',
      operation_id: '',
    });
    await create('/projects/7/things', { name: 'a' }, 'developer-token');
    expect(mesh.peer.calls.at(-1)?.context.operation_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has If-Unmodified-Since', async () => {
    const since = 'Wed, 21 Oct 2015 07:28:00 GMT';
    await mesh.send({
      method: 'DELETE',
      path: '/projects/7/things/a',
      token: 'root-token',
      headers: { 'If-Unmodified-Since': since },
    });
    expect(mesh.peer.calls.at(-1)?.metadata.get('forge-if-unmodified-since')).toEqual([since]);
  });

  it('never has forged headers of clients', async () => {
    const headers = { 'forge-context': 'x', 'forge-codec': 'y' };
    await mesh.send({ path: '/projects/7/things/a', token: 'developer-token', headers });
    expect(mesh.peer.calls.at(-1)?.context.user?.id).toBe(30);
  });
});
