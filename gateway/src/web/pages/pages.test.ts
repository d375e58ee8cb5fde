import { startFixtureMesh, type FixtureMesh, type TestRequest } from '../../testing/fixture-mesh';

let mesh: FixtureMesh;
beforeAll(async () => {
  mesh = await startFixtureMesh();
});
afterAll(() => mesh.close());

const invalidLink = 'This link is no longer valid';
const noTerms = 'This instance has no terms';

describe.each([
  ['/users/password/edit', invalidLink],
  ['/users/confirmation', invalidLink],
  ['/-/users/terms', noTerms],
])('GET and POST %s', (path, sentence) => {
  const send = (sent: Partial<TestRequest> = {}, query = '') => mesh.send({ path: `/${path}${query}`, ...sent });

  it('loads nothing from other hosts, runs no scripts, and is not cached', async () => {
    const { status, headers, text } = await send();
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain(sentence);
    expect(text).not.toMatch(/https?:|<script|\son\w+=|style=/);
    expect([...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, part]) => part)).toEqual(['/-/users/pages.css']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; form-action 'self';/);
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
  });

  it('accepts only its own form', async () => {
    const method = 'POST';
    const body = 'reset_password_token=x&confirmation_token=x';
    for (const site of ['cross-site', 'same-site']) {
      const { status, text } = await send({ method, body, headers: { 'Sec-Fetch-Site': site } });
      expect([status, text]).toEqual([403, expect.stringContaining('from its own page')]);
    }
    const { status } = await send({ method, body, headers: { 'Sec-Fetch-Site': 'same-origin' } });
    expect(status).toBe(404);
    expect((await send({ method, body: {} })).status).toBe(415);
    expect((await send({ method })).status).toBe(404);
    expect((await send({ method, body: `x=${'x'.repeat(70_000)}` })).status).toBe(413);
    expect((await send({ method, body: 'reset_password_token[]=x&confirmation_token[a]=x' })).status).toBe(404);
    expect((await send({}, '?reset_password_token=%ZZ')).status).toBe(400);
  });

  it('has no other methods', async () => {
    expect([(await send({ method: 'HEAD' })).text, (await send({ method: 'PUT' })).status]).toEqual(['', 404]);
    expect((await send({}, '/more')).status).toBe(404);
  });
});

describe('GET /-/users/pages.css', () => {
  it('is the style sheet of the pages', async () => {
    const { status, headers } = await mesh.send({ path: '//-/users/pages.css' });
    expect([status, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
