import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startFixtureMesh, type FixtureMesh, type TestResponse } from '../../testing/fixture-mesh';

const script = 'export const a = 1;\n'.repeat(100);
const page = '<!doctype html><title>Forgemesh</title>';
const frame = '<!doctype html><title>Diagram</title>';
const routes = {
  global: ['/', '/explore', '/users/sign_in', '/users/password/edit', '/users/confirmation', '/-/users/terms'],
  group: ['/', '/epics/:iid'],
  project: ['/', '/issues/:iid', '/raw/*'],
};
const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('web pages', () => {
  let folder: string;
  let mesh: FixtureMesh;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forge-pages-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), page);
    writeFileSync(join(folder, 'diagram.html'), frame);
    writeFileSync(join(folder, 'assets/index-a1b2.js'), script);
    writeFileSync(join(folder, 'assets/index-a1b2.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'assets/index-a1b2.js.gz'), gzipSync(script));
    writeFileSync(join(folder, 'routes.json'), JSON.stringify(routes));
    mesh = await startFixtureMesh({ FORGE_WEB_DIR: folder });
  });
  afterAll(async () => {
    await mesh.close();
    rmSync(folder, { recursive: true });
  });

  const open = (path: string, headers: Record<string, string> = html, method = 'GET'): Promise<TestResponse> =>
    mesh.send({ path: `/${path}`, headers, method });

  describe('GET /*', () => {
    it.each(['/', '/explore', '/group/demo', '/group/demo/-/issues/1', '/groups/group/-/epics/2', '/users/sign_in'])(
      'is the document for a browser: %s',
      async (path) => {
        const { status, text, headers } = await open(path);
        expect([status, text, headers['content-type']]).toEqual([200, page, 'text/html; charset=utf-8']);
        expect([headers['cache-control'], headers['x-frame-options']]).toEqual(['no-cache', 'DENY']);
        const policy = String(headers['content-security-policy']);
        expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
        expect(policy).toContain("require-trusted-types-for 'script'; trusted-types forgemesh-html");
        expect(policy).not.toContain('unsafe');
      },
    );

    it.each(['/explore/nothing', '/-/nothing', '/group/demo/-/nothing', '/groups/group/-/nothing'])(
      'is the document with the status 404 where no page is: %s',
      async (path) => {
        const { status, text } = await open(path);
        expect([status, text]).toEqual([404, page]);
      },
    );

    it.each(['/users/password/edit', '/users/confirmation', '/-/users/terms'])(
      'is the document of an account page: %s',
      async (path) => {
        const { status, text, headers } = await open(path);
        expect([status, text, headers['referrer-policy']]).toEqual([200, page, 'same-origin']);
      },
    );

    it.each([
      '/users/password/edit?reset_password_token=x',
      '/users/confirmation?confirmation_token=x',
      '/users/confirmation/?a=1&confirmation_token=x',
    ])('sends the token of a link to no one: %s', async (path) => {
      const { status, headers } = await open(path);
      expect([status, headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    });

    it('answers HEAD without the document', async () => {
      const { status, text, headers } = await open('/group/demo', html, 'HEAD');
      expect([status, text, headers['content-length']]).toEqual([200, '', String(page.length)]);
    });

    it.each([
      ['/nothing', {}],
      ['/nothing', { Accept: '*/*' }],
      ['/nothing', { Accept: 'application/json' }],
      ['/nothing', { Accept: 'application/json, text/html;q=0' }],
    ])('stays a JSON refusal for other clients: %s %j', async (path, headers) => {
      const { status, text } = await open(path, headers);
      expect([status, text]).toEqual([404, '{"error":"404 Not Found"}']);
    });

    it.each([
      '/api/v4/nothing',
      '/api',
      '/oauth/nothing',
      '/uploads/nothing',
      '/-/assets/nothing.js',
      '/-/session',
      '/-/account',
      '/-/account/nothing',
      '/-/docs/nothing',
      '/-/console/nothing',
      '/group/demo.git',
    ])('does not replace other interfaces: %s', async (path) => {
      const { status, headers } = await open(path);
      expect([status, headers['content-type']]).toEqual([404, 'application/json']);
    });

    it('leaves git and other methods as they were', async () => {
      const git = await open('/group/open.git/info/refs?service=git-upload-pack');
      expect(git.text).not.toBe(page);
      for (const method of ['POST', 'PUT', 'DELETE'])
        expect((await open('/group/demo', html, method)).status).toBe(404);
    });
  });

  describe('GET /-/console', () => {
    it.each(['/-/console', '/-/console/'])('leads to the administration: %s', async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await open(path, html, method);
        expect([status, headers['location'], text]).toEqual([302, '/admin', '']);
      }
    });

    it('has no other methods', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) expect((await open('/-/console', html, method)).status).toBe(404);
    });
  });

  describe('GET /-/frames/diagram', () => {
    it('is a sandboxed document that only the pages may embed', async () => {
      const { status, text, headers } = await open('/-/frames/diagram');
      expect([status, text, headers['content-type']]).toEqual([200, frame, 'text/html; charset=utf-8']);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'self';/);
      expect(policy).toContain("frame-ancestors 'self'");
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    });

    it('is no address of a page', async () => {
      for (const path of ['/-/frames', '/-/frames/other']) expect((await open(path)).status).toBe(404);
    });
  });

  describe('GET /-/assets/:file', () => {
    const path = '/-/assets/index-a1b2.js';

    it.each([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ])('is an immutable file in the best encoding: %s', async (accepted, encoding) => {
      const { status, headers, bytes } = await open(path, { 'Accept-Encoding': accepted });
      expect([status, headers['content-encoding']]).toEqual([200, encoding]);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers['cache-control']).toBe('public,max-age=31536000,immutable');
      expect(headers['vary']).toContain('Accept-Encoding');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-request-id']).toBeDefined();
      if (encoding === undefined) expect(bytes.toString()).toBe(script);
    });

    it.each(['/-/assets', '/-/assets/', '/-/assets/other.js', '/-/assets/..%2Findex.html', '/-/assets/../index.html'])(
      'serves nothing else: %s',
      async (other) => expect((await open(other, {})).status).toBe(404),
    );

    it('follows another build under a running gateway', async () => {
      writeFileSync(join(folder, 'assets/later-c3d4.js'), script);
      expect((await open('/-/assets/later-c3d4.js', {})).status).toBe(200);
      rmSync(join(folder, 'assets/later-c3d4.js'));
      expect((await open('/-/assets/later-c3d4.js', {})).status).toBe(404);
    });
  });

  it('are absent without a build', async () => {
    const other = await mesh.another({ FORGE_WEB_DIR: join(folder, 'missing') });
    const response = await fetch(`http://127.0.0.1:${other.port}/explore`, { headers: html });
    expect([response.status, await response.json()]).toEqual([404, { error: '404 Not Found' }]);
  });
});
