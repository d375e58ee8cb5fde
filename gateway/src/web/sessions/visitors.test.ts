import { startFixtureMesh, type FixtureMesh, type TestRequest } from '../../testing/fixture-mesh';

let mesh: FixtureMesh;
let token: string;
beforeAll(async () => {
  mesh = await startFixtureMesh();
  const { json } = await mesh.send({ path: '//-/session/visitor' });
  token = (json as { access_token: string }).access_token;
});
afterAll(() => mesh.close());

const statusOf = async (sent: TestRequest): Promise<number> =>
  (await mesh.send({ ...sent, headers: { Authorization: `Bearer ${token}`, ...sent.headers } })).status;

describe('GET /-/session/visitor', () => {
  it('returns a token that browsers and proxies may keep', async () => {
    const { status, headers, json } = await mesh.send({ path: '//-/session/visitor' });
    expect([status, json]).toEqual([200, { access_token: token, expires_in: expect.any(Number) }]);
    expect(headers['cache-control']).toMatch(/^public, max-age=[1-9]\d*$/);
  });

  it('refuses requests of pages of other sites', async () => {
    const others: Record<string, string>[] = [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }];
    for (const headers of others) expect((await mesh.send({ path: '//-/session/visitor', headers })).status).toBe(403);
  });

  it('has no other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await mesh.send({ method, path: '//-/session/visitor' })).status]).toEqual([method, 404]);
  });
});

describe('a visitor', () => {
  it('reads what is public, in responses that a proxy may serve to other visitors', async () => {
    expect((await mesh.send({ path: '/projects/8/things/a' })).status).toBe(401);
    const { status, headers } = await mesh.send({
      path: '/projects/8/things/a',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=1',
      vary: 'Origin, Authorization',
      etag: expect.stringMatching(/^W\//),
    });
    // The same for users is not for others.
    const ofUser = await mesh.send({ path: '/projects/8/things/a', token: 'developer-token' });
    expect(ofUser.headers['cache-control']).toContain('private');
  });

  it('does not learn whether something private exists', async () => {
    expect(await statusOf({ path: '/projects/7/things/a' })).toBe(404);
    expect(await statusOf({ path: '/projects/70/things/a' })).toBe(404);
  });

  it('gets 401 where the operation needs a user', async () => {
    const body = { name: 'a' };
    expect(await statusOf({ path: '/projects/8/things', method: 'POST', body })).toBe(401);
    expect(await statusOf({ path: '/projects/8/things/a', method: 'DELETE' })).toBe(401);
    expect(await statusOf({ path: '/projects/8/things/preview', method: 'POST', body })).toBe(401);
    expect(await statusOf({ path: '/secret', method: 'PUT', body })).toBe(401);
    expect(await statusOf({ path: '/groups/3/licensed/a' })).toBe(401);
    expect(await statusOf({ path: '/version' })).toBe(401);
    expect(await statusOf({ path: '//-/events?topic=projects/8/issues' })).toBe(401);
  });

  it('cannot act as a user, and has no access to git', async () => {
    expect(await statusOf({ path: '/projects/8/things/a', headers: { Sudo: 'root' } })).toBe(401);
    const basic = Buffer.from(`any:${token}`).toString('base64');
    expect(
      await statusOf({
        path: '//group/open.git/info/refs?service=git-upload-pack',
        headers: { Authorization: `Basic ${basic}` },
      }),
    ).toBe(401);
  });

  it('is anonymous for public operations, whose responses stay private to them', async () => {
    const { status, headers } = await mesh.send({
      path: '/echo',
      method: 'POST',
      body: { text: 'a' },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([status, headers['cache-control']]).toEqual([200, undefined]);
  });
});
