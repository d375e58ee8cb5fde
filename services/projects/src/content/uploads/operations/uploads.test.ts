import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  createGroup,
  createProject,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const MB = 1024 * 1024;

describe('uploads', () => {
  let owner: TestUser;
  let stranger: TestUser;
  let project: TestProject;
  beforeAll(async () => {
    [owner, stranger] = [await createUser(), await createUser()];
    project = await createProject(owner.api);
  });

  function send(as: { api: TestUser['api'] }, name: string, content: string | Buffer, id: number = project.id) {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    return as.api.post(`/projects/${id}/uploads`, form);
  }

  /** Downloads from an absolute path. */
  async function download(path: string, token?: string, options: RequestInit = {}) {
    const headers = new Headers(token === undefined ? {} : { 'PRIVATE-TOKEN': token });
    const response = await fetch(new URL(path, mesh().url), { headers, ...options });
    return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
  }

  describe('POST /projects/:id/uploads', () => {
    it('stores an image and returns Markdown that embeds it', async () => {
      const { status, body } = await send(owner, 'My dog.PNG', 'pixels');
      expect(status).toBe(201);
      const url = expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\/My_dog\.PNG$/);
      expect(body).toEqual({ alt: 'My_dog', url, full_path: expect.any(String), markdown: expect.any(String) });
      expect(body.full_path).toBe(`/${project.path_with_namespace}${body.url}`);
      expect(body.markdown).toBe(`![My_dog](${body.url})`);
    });

    it('links to other files', async () => {
      const { body } = await send(owner, 'notes [1].txt', 'text');
      expect(body.alt).toBe('notes__1_.txt');
      expect(body.markdown).toBe(`[notes__1_.txt](${body.url})`);
    });

    it('rejects a file that is too large with an empty response', async () => {
      await asRoot().put('/application/settings', { max_attachment_size: 1 });
      try {
        const large = await send(owner, 'large.bin', Buffer.alloc(MB + 1));
        expect({ status: large.status, body: large.body }).toEqual({ status: 201, body: {} });
        const fits = await send(owner, 'fits.bin', Buffer.alloc(MB, 'x'));
        expect((await download(fits.body.full_path, owner.token)).content.equals(Buffer.alloc(MB, 'x'))).toBe(true);
      } finally {
        await asRoot().put('/application/settings', { max_attachment_size: 10 });
      }
    });

    it('requires a file', async () => {
      const form = new FormData();
      form.set('note', 'x');
      const { status, body } = await owner.api.post(`/projects/${project.id}/uploads`, form);
      expect({ status, body }).toEqual({ status: 400, body: { error: 'file is missing' } });
    });

    it('requires a signed-in user who may read the project', async () => {
      expect((await send(stranger, 'a.txt', 'x')).status).toBe(404);
      expect((await api().post(`/projects/${project.id}/uploads`)).status).toBe(401);
      const open = await createProject(owner.api, { visibility: 'public' });
      expect((await send(stranger, 'a.txt', 'x', open.id)).status).toBe(201);
    });

    it('is refused in an archived project, whose files remain readable', async () => {
      const archived = await createProject(owner.api);
      const { body } = await send(owner, 'a.txt', 'x', archived.id);
      await owner.api.post(`/projects/${archived.id}/archive`);
      const refused = await send(owner, 'a.txt', 'x', archived.id);
      expect({ status: refused.status, body: refused.body }).toEqual({
        status: 403,
        body: { message: '403 Forbidden' },
      });
      expect((await download(body.full_path, owner.token)).status).toBe(200);
    });
  });

  describe('GET /<full path>/uploads/:secret/:file_name', () => {
    it('returns the content: images inline, other files as attachments, never executable', async () => {
      const content = Buffer.from([0, 255, 1, 2, 3]);
      const picture = (await send(owner, 'p.png', content)).body;
      const shown = await download(picture.full_path, owner.token);
      expect(shown.status).toBe(200);
      expect(shown.content.equals(content)).toBe(true);
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': expect.stringMatching(/^inline;/),
        'content-length': '5',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      const page = (await send(owner, 'x.html', '<script>alert(1)</script>')).body;
      const sent = await download(page.full_path, owner.token);
      expect(sent.headers.get('content-type')).toBe('application/octet-stream');
      expect(sent.headers.get('content-disposition')).toMatch(/^attachment;/);
      const head = await download(picture.full_path, owner.token, { method: 'HEAD' });
      expect([head.status, head.content.length]).toEqual([200, 0]);
    });

    it('requires the right to read the project in addition to the secret', async () => {
      const { full_path: path } = (await send(owner, 'ä b.txt', 'secret')).body;
      for (const token of [undefined, stranger.token]) expect((await download(path, token)).status).toBe(404);
      await owner.api.put(`/projects/${project.id}`, { visibility: 'public' });
      expect((await download(path)).content.toString()).toBe('secret');
      await owner.api.put(`/projects/${project.id}`, { visibility: 'private' });
      expect((await download(path)).status).toBe(404);
    });

    it('does not find a file under another project, secret or name', async () => {
      const { url, full_path: path } = (await send(owner, 'a.txt', 'x')).body;
      const other = await createProject(owner.api);
      const wrong = [
        `/${other.path_with_namespace}${url}`,
        path.replace(/uploads\/\w+/, `uploads/${'0'.repeat(32)}`),
        path.replace(/a\.txt$/, 'b.txt'),
        path.replace(/a\.txt$/, '..%2Fa.txt'),
      ];
      for (const each of wrong) expect((await download(each, owner.token)).status).toBe(404);
      expect((await download(path, owner.token)).status).toBe(200);
    });

    it('follows a moved project and is removed with it', async () => {
      const group = await createGroup(owner.api);
      const moving = await createProject(owner.api);
      const { url, full_path: old } = (await send(owner, 'a.txt', 'x', moving.id)).body;
      await owner.api.put(`/projects/${moving.id}/transfer`, { namespace: group.id });
      const path = `/${group.full_path}/${moving.path}${url}`;
      const moved = await download(old, owner.token, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, expect.stringContaining(url)]);
      expect((await download(path, owner.token)).status).toBe(200);
      await owner.api.delete(`/projects/${moving.id}`);
      await waitFor(
        () => download(path, owner.token),
        ({ status }) => status === 404,
      );
    });
  });
});
