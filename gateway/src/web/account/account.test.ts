import { VALID_LINK } from '../../testing/fake-services';
import { startFixtureMesh, type FixtureMesh, type TestRequest } from '../../testing/fixture-mesh';

let mesh: FixtureMesh;
beforeAll(async () => {
  mesh = await startFixtureMesh();
});
afterAll(() => mesh.close());

const token = VALID_LINK;
const invalidLink = { status: 404, json: { message: '404 Link Not Found' } };

interface Resource {
  path: string;
  query: string;
  /** What the page shows. */
  shown: object;
  /** Parameter that proves who sends the request. */
  proof: string;
  body: Record<string, string>;
  done: object;
  /** Response to a wrong proof. */
  refusal: object;
}

const resources: Resource[] = [
  {
    path: '/-/account/password_reset',
    query: `?token=${token}`,
    shown: { username: 'ada', minimum_password_length: 8 },
    proof: 'token',
    body: { token, password: 'a', password_confirmation: 'a' },
    done: { username: 'ada' },
    refusal: invalidLink,
  },
  {
    path: '/-/account/email_confirmation',
    query: `?token=${token}`,
    shown: { email: 'ada@example.com', username: 'ada' },
    proof: 'token',
    body: { token },
    done: { email: 'ada@example.com', username: 'ada' },
    refusal: invalidLink,
  },
  {
    path: '/-/account/terms',
    query: '',
    shown: { version: 'v1', terms_html: '<p>Be kind</p>' },
    proof: 'secret',
    body: { version: 'v1', login: 'ada', secret: token },
    done: { username: 'ada' },
    refusal: { status: 401, json: { message: '401 Unauthorized' } },
  },
];

describe.each(resources)('GET and POST $path', ({ path, query, shown, proof, body, done, refusal }) => {
  const send = (sent: Partial<TestRequest> = {}, params = query) => mesh.send({ path: `/${path}${params}`, ...sent });
  const post = (sent: Partial<TestRequest> = {}) => send({ method: 'POST', body, ...sent }, '');

  it('answer with JSON that is not cached', async () => {
    const responses = [await send(), await post(), await post({ body: { ...body, [proof]: 'wrong' } })];
    expect(responses).toMatchObject([{ status: 200, json: shown }, { status: 200, json: done }, refusal]);
    for (const { headers } of responses)
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  });

  it('refuse requests of pages of other sites', async () => {
    const own = `http://127.0.0.1:${mesh.port}`;
    const others: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: own },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ];
    for (const headers of others)
      for (const response of [await send({ headers }), await post({ headers })])
        expect([headers, response]).toMatchObject([headers, { status: 403, json: { message: '403 Forbidden' } }]);
    const same: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: own },
    ];
    for (const headers of same)
      expect([await send({ headers }), await post({ headers })]).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it('accept only a JSON object of at most 64 KiB', async () => {
    const statusOf = async (text: string | Buffer, type = 'application/json') =>
      (await post({ body: text, headers: { 'Content-Type': type } })).status;
    const form = new URLSearchParams(body).toString();
    expect(await statusOf(form, 'application/x-www-form-urlencoded')).toBe(415);
    expect(await statusOf(JSON.stringify(body), 'text/plain')).toBe(415);
    expect(await statusOf(form, 'multipart/form-data; boundary=x')).toBe(415);
    expect((await post({ body: { ...body, more: 'x'.repeat(60_000) } })).status).toBe(200);
    expect((await post({ body: { ...body, more: 'x'.repeat(70_000) } })).status).toBe(413);
    for (const text of ['[]', '"x"', '{"token":', '\u0000']) expect([text, await statusOf(text)]).toEqual([text, 400]);
    expect(await statusOf(Buffer.from('{"token":"\xff"}', 'latin1'))).toBe(400);
  });

  it('take only texts as parameters', async () => {
    for (const value of [[token], { 0: token }, { $ne: '' }, { $gt: '' }, 5, true, null])
      expect([value, await post({ body: { ...body, [proof]: value } })]).toMatchObject([value, refusal]);
    expect((await send({}, '?token=%ZZ')).status).toBe(400);
  });

  it('have no other methods and paths', async () => {
    const head = await send({ method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect([method, (await send({ method })).status]).toEqual([method, 404]);
    expect((await mesh.send({ path: `/${path}/more` })).status).toBe(404);
  });
});

describe.each(['profile', 'password', 'deletion'])('POST /-/account/%s', (name) => {
  const post = (sent: Partial<TestRequest> = {}) =>
    mesh.send({ path: `//-/account/${name}`, method: 'POST', body: {}, ...sent });

  it('is for signed-in users with full access', async () => {
    expect(await post({ token: 'developer-token' })).toMatchObject({
      status: 200,
      json: { username: 'developer' },
      headers: { 'cache-control': 'no-store' },
    });
    expect((await post()).status).toBe(401);
    expect((await post({ token: 'wrong' })).status).toBe(401);
    expect((await post({ token: 'read-token' })).status).toBe(403);
  });

  it('is not for administrators who act as the user', async () => {
    expect((await post({ token: 'root-token', headers: { Sudo: 'developer' } })).status).toBe(403);
  });

  it('refuses requests of pages of other sites, and other bodies and methods', async () => {
    const token = 'developer-token';
    expect((await post({ token, headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    expect((await post({ token, body: 'name=a' })).status).toBe(415);
    expect((await post({ token, body: { name: 'x'.repeat(70_000) } })).status).toBe(413);
    for (const method of ['PUT', 'DELETE'])
      expect([method, (await post({ token, method })).status]).toEqual([method, 404]);
  });
});

describe('GET /-/account/password', () => {
  it('tells a user whether they have a password', async () => {
    const path = '//-/account/password';
    expect(await mesh.send({ path, token: 'developer-token' })).toMatchObject({
      status: 200,
      json: { has_password: true },
    });
    expect((await mesh.send({ path })).status).toBe(401);
    expect((await mesh.send({ path: '//-/account/profile', token: 'developer-token' })).status).toBe(404);
  });
});

describe('GET /-/account/password_reset', () => {
  it('takes only one text as the token', async () => {
    for (const query of ['', '?token=wrong', `?token[]=${token}`, `?token[$ne]=x`, `?token[a]=${token}`])
      expect(await mesh.send({ path: `//-/account/password_reset${query}` })).toMatchObject(invalidLink);
  });
});

describe('refusals', () => {
  const post = (path: string, body: object) => mesh.send({ path: `//-/account/${path}`, method: 'POST', body });

  it('are those of the API', async () => {
    expect(await post('password_reset', { token, password: 'a', password_confirmation: 'b' })).toMatchObject({
      status: 400,
      json: { message: { password_confirmation: ["doesn't match Password"] } },
    });
    expect(await post('terms', { version: 'v0', secret: token })).toMatchObject({
      status: 409,
      json: { message: '409 Conflict' },
    });
  });
});
