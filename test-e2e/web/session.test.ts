import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';

const password = 'a-long-password-1';
let user: TestUser;
beforeAll(async () => void (user = await createUser()));

interface Sent {
  method?: string;
  path?: string;
  cookie?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Sends a request as a script of the page does. */
async function send({ method = 'POST', path = '/-/session', cookie, body, headers = {} }: Sent) {
  const response = await fetch(`${mesh().url}${path}`, {
    method,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const setCookie = response.headers.get('set-cookie');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, string>,
    setCookie,
    cookie: setCookie?.split(';')[0] ?? '',
  };
}

const signIn = (headers: Record<string, string> = {}) => send({ body: { username: user.username, password }, headers });

async function statusOfUser(token: string | undefined): Promise<number> {
  const response = await fetch(`${mesh().url}/api/v4/user`, { headers: { Authorization: `Bearer ${token}` } });
  return response.status;
}

describe('POST /-/session', () => {
  it('answers an access token and keeps the refresh token in a cookie for this path', async () => {
    const { status, body, headers, setCookie } = await signIn();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'Bearer',
      scope: 'api',
      created_at: expect.any(Number) as number,
      expires_in: 7200,
    });
    expect(await statusOfUser(body['access_token'])).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(setCookie).toMatch(/^forgemesh_session=[\w.-]+; Max-Age=\d+; Path=\/-\/session; HttpOnly; SameSite=Strict$/);
  });

  it.each([
    ['a wrong password', 'wrong'],
    ['no password', ''],
  ])('refuses %s without a cookie', async (_title, wrong) => {
    const { status, body, setCookie } = await send({ body: { username: user.username, password: wrong } });
    expect([status, body['error'], setCookie]).toEqual([401, 'invalid_grant', null]);
  });

  it('refuses an unknown user like a wrong password', async () => {
    const { status, body } = await send({ body: { username: unique('nobody'), password } });
    expect([status, body['error']]).toEqual([401, 'invalid_grant']);
  });

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': '', Origin: 'https://other.example' },
    { 'Sec-Fetch-Site': '', Origin: 'null' },
  ])('refuses requests of other sites: %j', async (headers) => {
    const { status, setCookie } = await signIn(headers);
    expect([status, setCookie]).toEqual([403, null]);
  });

  it('refuses other content types', async () => {
    expect((await signIn({ 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('POST /-/session/refresh', () => {
  const refresh = (cookie?: string, more: Sent = {}) =>
    send({ path: '/-/session/refresh', ...(cookie !== undefined && { cookie }), ...more });

  it('rotates both tokens', async () => {
    const first = await signIn();
    const second = await refresh(first.cookie);
    expect([second.status, Object.keys(second.body).includes('refresh_token')]).toEqual([200, false]);
    expect(second.cookie).not.toBe(first.cookie);
    expect(await statusOfUser(first.body['access_token'])).toBe(401);
    expect(await statusOfUser(second.body['access_token'])).toBe(200);
  });

  it('ends the session if a refresh token is used twice', async () => {
    const first = await signIn();
    const second = await refresh(first.cookie);
    const reused = await refresh(first.cookie);
    expect([reused.status, reused.setCookie]).toEqual([401, expect.stringContaining('Max-Age=0')]);
    expect(await statusOfUser(second.body['access_token'])).toBe(401);
    expect((await refresh(second.cookie)).status).toBe(401);
  });

  it('is refused without a cookie, with a body, and from other sites', async () => {
    expect((await refresh()).status).toBe(401);
    expect((await refresh('forgemesh_session=nothing')).status).toBe(401);
    const { cookie } = await signIn();
    expect((await refresh(cookie, { body: { refresh_token: 'another' } })).status).toBe(415);
    expect((await refresh(cookie, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    expect((await refresh(cookie)).status).toBe(200);
  });
});

describe('DELETE /-/session', () => {
  it('revokes the tokens and removes the cookie', async () => {
    const { cookie, body } = await signIn();
    const ended = await send({ method: 'DELETE', cookie });
    expect([ended.status, ended.text, ended.setCookie]).toEqual([204, '', expect.stringContaining('Max-Age=0')]);
    expect(await statusOfUser(body['access_token'])).toBe(401);
    expect((await send({ path: '/-/session/refresh', cookie })).status).toBe(401);
  });

  it('succeeds without a session, and is refused from other sites', async () => {
    expect((await send({ method: 'DELETE' })).status).toBe(204);
    const { cookie, body } = await signIn();
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await send({ method: 'DELETE', cookie, headers })).status).toBe(403);
    expect(await statusOfUser(body['access_token'])).toBe(200);
  });
});
