import { startFixtureMesh, type FixtureMesh } from '../../testing/fixture-mesh';

describe('GET /-/console', () => {
  let mesh: FixtureMesh;
  beforeAll(async () => {
    mesh = await startFixtureMesh();
  });
  afterAll(() => mesh.close());

  it('is a page that loads nothing from other hosts and runs no inline scripts', async () => {
    const page = await mesh.send({ path: '//-/console' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/https?:|<script>|\son\w+=|style=/);
    const parts = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    expect(parts).toEqual(['/-/console/console.css', '/-/console/console.js']);
    for (const path of ['/-/console', ...parts]) {
      const { status, headers } = await mesh.send({ path: `/${path}` });
      expect([status, headers['cache-control'], headers['x-frame-options']]).toEqual([200, 'no-store', 'DENY']);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self';.*require-trusted-types-for 'script'/);
      expect(policy).not.toContain('unsafe');
    }
  });

  it('serves nothing else', async () => {
    for (const path of ['//-/console/index.html', '//-/console/..%2Fpackage.json', '//-/consoles'])
      expect((await mesh.send({ path })).status).toBe(404);
    expect((await mesh.send({ path: '//-/console', method: 'POST' })).status).toBe(404);
  });
});
