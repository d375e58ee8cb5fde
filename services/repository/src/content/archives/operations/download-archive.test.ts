import { execFileSync } from 'node:child_process';
import { asRoot, getPage, mesh, createMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const asAdmin = { token: mesh().rootToken };
const list = (archive: Buffer): string[] =>
  execFileSync('tar', ['-tzf', '-'], { input: archive }).toString().trim().split('\n');

describe('GET /:id/-/archive/:address', () => {
  let project: TestRepository;
  let page: string;
  let name: string;
  beforeAll(async () => {
    project = await createRepository({ 'README.md': 'Hello\n', 'src/one.ts': '1', '*/two.ts': '2' });
    page = `/${project.path_with_namespace}/-/archive`;
    name = project.path_with_namespace.split('/').at(-1) as string;
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
    await root.post(`${project.repository}/branches`, { branch: 'feature/x', ref: 'main' });
  });

  it('archives a ref in the folder that its name says', async () => {
    const { status, headers, bytes } = await getPage(`${page}/main/${name}-main.tar.gz`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}-main.tar.gz"`);
    expect(list(bytes)).toContain(`${name}-main/src/one.ts`);
  });

  it('has the commit in its name otherwise, and knows refs with slashes', async () => {
    const { id } = (await root.get(`${project.repository}/commits/main`)).body;
    for (const [address, ref] of [
      ['main/any.tar.gz', 'main'],
      ['main.tar.gz', 'main'],
      ['feature/x.tar.gz', 'feature-x'],
      ['feature/x/any.tar.gz', 'feature-x'],
    ]) {
      const { headers } = await getPage(`${page}/${address}`);
      expect([address, headers.get('content-disposition')]).toEqual([
        address,
        `attachment; filename="${name}-${ref}-${id}.tar.gz"`,
      ]);
    }
    const exact = await getPage(`${page}/feature/x/${name}-feature-x.tar.gz`);
    expect(list(exact.bytes)).toContain(`${name}-feature-x/README.md`);
  });

  it.each([
    ['zip', 'application/zip'],
    ['tar', 'application/x-tar'],
    ['tar.bz2', 'application/x-bzip2'],
  ])('in the format %s', async (format, type) => {
    const { status, headers, bytes } = await getPage(`${page}/main/${name}-main.${format}`);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(bytes.length).toBeGreaterThan(100);
  });

  it('of one folder, whose name is no pattern', async () => {
    const { headers, bytes } = await getPage(`${page}/main/${name}-main.tar.gz?path=src`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}-main-src.tar.gz"`);
    expect(list(bytes).filter((entry) => !entry.endsWith('/'))).toEqual([`${name}-main-src/src/one.ts`]);
    const starred = await getPage(`${page}/main/${name}-main.tar.gz?path=*`);
    expect(list(starred.bytes).filter((entry) => !entry.endsWith('/'))).toEqual([`${name}-main--/*/two.ts`]);
    for (const path of ['none', '../x', ':(glob)src', '--output=x'])
      expect((await getPage(`${page}/main/x.zip?path=${encodeURIComponent(path)}`)).status).toBe(404);
  });

  it('is 404 for unknown refs and formats', async () => {
    for (const address of ['none/x.zip', 'none.zip', 'main/x.rar', 'main', 'main/zip', '.zip', 'main/.zip/x'])
      expect([address, (await getPage(`${page}/${address}`)).status]).toEqual([address, 404]);
  });

  it('follows the rights of the API', async () => {
    const hidden = await createRepository();
    const path = `/${hidden.path_with_namespace}/-/archive/main/x.zip`;
    const guest = await createMember(root, `/projects/${hidden.id}`, 10);
    expect((await getPage(path)).status).toBe(404);
    expect((await getPage(path, { token: guest.token })).status).toBe(403);
    expect((await getPage(path, asAdmin)).status).toBe(200);
  });
});
