import {
  api,
  asRoot,
  createUser,
  waitFor,
  createMember,
  ids,
  createProject,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const text = { title: 'A snippet', file_name: 'a.rb', content: 'puts 1\n' };
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const missing = { status: 404, body: { message: '404 Snippet Not Found' } };

describe('snippets', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}/snippets`;
  });

  async function make(as: TestUser, visibility: string, where = path): Promise<number> {
    const { status, body } = await as.api.post(where, { ...text, visibility });
    expect(status).toBe(201);
    return body.id as number;
  }

  describe('POST /projects/:id/snippets', () => {
    it('creates a snippet', async () => {
      const { status, body } = await owner.api.post(path, { ...text, visibility: 'public', description: 'What it is' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        title: 'A snippet',
        file_name: 'a.rb',
        description: 'What it is',
        visibility: 'public',
        author: {
          id: owner.id,
          name: `Name of ${owner.username}`,
          username: owner.username,
          state: 'active',
          avatar_url: null,
          web_url: expect.stringMatching(new RegExp(`/${owner.username}$`)),
          email: `${owner.username}@example.com`,
          created_at: timestamp,
        },
        updated_at: timestamp,
        created_at: timestamp,
        project_id: project.id,
        web_url: expect.stringMatching(new RegExp(`/${project.path_with_namespace}/snippets/${body.id}$`)),
        raw_url: expect.stringMatching(new RegExp(`/snippets/${body.id}/raw$`)),
      });
      const found = await owner.api.get(`${path}/${body.id}`);
      expect({ status: found.status, body: found.body }).toEqual({ status: 200, body });
    });

    it.each([
      ['title', 'title is missing'],
      ['file_name', 'file_name is missing'],
      ['content', 'content is missing'],
      ['visibility', 'visibility is missing'],
    ])('requires %s', async (name, error) => {
      const request: Record<string, string> = { ...text, visibility: 'public' };
      delete request[name];
      const { status, body } = await owner.api.post(path, request);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it.each([
      [{ visibility: 'secret' }, 'visibility does not have a valid value'],
      [{ content: '' }, 'content is empty'],
      [{ title: ' \t' }, 'title is empty'],
      [{ title: 'x'.repeat(256) }, 'title is too long (maximum is 255 characters)'],
    ])('rejects %j', async (fields, error) => {
      const { status, body } = await owner.api.post(path, { ...text, visibility: 'public', ...fields });
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('requires a reporter, and is refused in archived projects and without the feature', async () => {
      const guest = await borrowMember(owner.api, `/projects/${project.id}`, 10);
      const reporter = await borrowMember(owner.api, `/projects/${project.id}`, 20);
      const request = { ...text, visibility: 'internal' };
      expect((await api().post(path, request)).status).toBe(401);
      expect((await guest.api.post(path, request)).status).toBe(403);
      expect((await reporter.api.post(path, request)).status).toBe(201);
      const own = await createProject(owner.api);
      const snippets = `/projects/${own.id}/snippets`;
      await owner.api.post(`/projects/${own.id}/archive`);
      const archived = (await owner.api.get(`/projects/${own.id}`)).body.archived as boolean;
      if (archived) expect((await owner.api.post(snippets, request)).status).toBe(403);
      const off = await createProject(owner.api, { snippets_access_level: 'disabled' });
      expect((await owner.api.get(`/projects/${off.id}/snippets`)).status).toBe(403);
    });
  });

  describe('GET', () => {
    it('returns only the snippets that the caller may see', async () => {
      const own = await createProject(owner.api, { visibility: 'public' });
      const where = `/projects/${own.id}/snippets`;
      const author = await createMember(owner.api, `/projects/${own.id}`, 30);
      const created = {
        public: await make(author, 'public', where),
        internal: await make(author, 'internal', where),
        private: await make(author, 'private', where),
      };
      const all = [created.private, created.internal, created.public];
      const stranger = await createUser();
      const external = await createUser({ external: true });
      for (const [caller, seen] of [
        [api(), [created.public]],
        [external.api, [created.public]],
        [stranger.api, [created.internal, created.public]],
        [owner.api, [created.internal, created.public]],
        [author.api, all],
        [asRoot(), all],
      ] as const) {
        expect(ids(await caller.get(where))).toEqual(seen);
        for (const id of all) {
          const expected = (seen as readonly number[]).includes(id) ? 200 : 404;
          expect((await caller.get(`${where}/${id}`)).status).toBe(expected);
          expect((await caller.get(`${where}/${id}/raw`)).status).toBe(expected);
        }
      }
      expect((await api().get(`${where}/${created.public}`)).body.author).not.toHaveProperty('email');
    });

    it('returns the content as plain text', async () => {
      const id = await make(owner, 'public');
      const { status, body, headers } = await owner.api.get(`${path}/${id}/raw`);
      expect({ status, body, type: headers.get('content-type') }).toEqual({
        status: 200,
        body: 'puts 1\n',
        type: 'text/plain',
      });
    });

    it('stores long contents and replaces them', async () => {
      const long = 'zeile äöü\n'.repeat(200_000);
      const { status, body } = await owner.api.post(path, { ...text, content: long, visibility: 'public' });
      expect(status).toBe(201);
      expect((await owner.api.get(`${path}/${body.id}/raw`)).body).toBe(long);
      expect((await owner.api.put(`${path}/${body.id}`, { content: `${long}more` })).status).toBe(200);
      expect((await owner.api.get(`${path}/${body.id}/raw`)).body).toBe(`${long}more`);
      expect((await owner.api.put(`${path}/${body.id}`, { content: 'short' })).status).toBe(200);
      expect((await owner.api.get(`${path}/${body.id}/raw`)).body).toBe('short');
    });

    it('returns 404 for an unknown snippet or one of another project', async () => {
      const id = await make(owner, 'public');
      const other = await createProject(owner.api);
      for (const url of [`${path}/99999999`, `/projects/${other.id}/snippets/${id}`, `/snippets/${id}`]) {
        for (const response of [
          await owner.api.get(url),
          await owner.api.put(url, { title: 'x' }),
          await owner.api.delete(url),
        ]) {
          expect({ status: response.status, body: response.body }).toEqual(missing);
        }
      }
    });
  });

  it('are changed and removed by their authors and by maintainers', async () => {
    const author = await createMember(owner.api, `/projects/${project.id}`, 20);
    const developer = await borrowMember(owner.api, `/projects/${project.id}`, 30);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    const id = await make(author, 'public');
    expect((await developer.api.put(`${path}/${id}`, { title: 'x' })).status).toBe(403);
    expect((await developer.api.delete(`${path}/${id}`)).status).toBe(403);
    const changed = await author.api.put(`${path}/${id}`, { title: 'New', description: null, visibility: 'internal' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ title: 'New', description: null, visibility: 'internal', file_name: 'a.rb' });
    const named = await author.api.put(`${path}/${id}`, { file_name: '' });
    expect(named).toMatchObject({ status: 200, body: { title: 'New', file_name: 'a.rb' } });
    const emptied = await author.api.put(`${path}/${id}`, { content: '' });
    expect({ status: emptied.status, body: emptied.body }).toEqual({
      status: 400,
      body: { error: 'content is empty' },
    });
    expect(await author.api.put(`${path}/${id}`, { title: '  ' })).toMatchObject({
      status: 400,
      body: { error: 'title is empty' },
    });
    expect((await maintainer.api.put(`${path}/${id}`, { title: 'Newer' })).body.title).toBe('Newer');
    const removed = await maintainer.api.delete(`${path}/${id}`);
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: undefined });
    expect((await author.api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('show administrators the user agent and address of their creation', async () => {
    const { body } = await owner.api.post(path, { ...text, visibility: 'public' }, { 'User-Agent': 'tester/1' });
    const detail = await asRoot().get(`${path}/${body.id}/user_agent_detail`);
    expect({ status: detail.status, body: detail.body }).toEqual({
      status: 200,
      body: { user_agent: 'tester/1', ip_address: expect.stringMatching(/127\.0\.0\.1/), akismet_submitted: false },
    });
    expect((await owner.api.get(`${path}/${body.id}/user_agent_detail`)).status).toBe(403);
    expect((await api().get(`${path}/${body.id}/user_agent_detail`)).status).toBe(401);
  });

  describe('/snippets', () => {
    it('are personal, with the default visibility of the instance', async () => {
      const user = await createUser();
      const { status, body } = await user.api.post('/snippets', text);
      expect(status).toBe(201);
      expect(body).toMatchObject({ visibility: 'private', project_id: null, author: { id: user.id } });
      expect(ids(await user.api.get('/snippets'))).toEqual([body.id]);
      expect((await user.api.get(`/snippets/${body.id}/raw`)).body).toBe(text.content);
      const stranger = await createUser();
      expect(ids(await stranger.api.get('/snippets'))).toEqual([]);
      expect((await stranger.api.get(`/snippets/${body.id}`)).status).toBe(404);
      expect((await stranger.api.put(`/snippets/${body.id}`, { title: 'x' })).status).toBe(404);
      const opened = await user.api.put(`/snippets/${body.id}`, { visibility: 'public' });
      expect(opened.body.visibility).toBe('public');
      expect(ids(await stranger.api.get('/snippets/public'))).toContain(body.id);
      expect((await stranger.api.get(`/snippets/${body.id}`)).status).toBe(200);
      expect((await stranger.api.put(`/snippets/${body.id}`, { title: 'x' })).status).toBe(403);
      expect((await stranger.api.delete(`/snippets/${body.id}`)).status).toBe(403);
      expect((await asRoot().get(`/snippets/${body.id}/user_agent_detail`)).status).toBe(200);
      expect((await user.api.delete(`/snippets/${body.id}`)).status).toBe(204);
      expect((await user.api.get(`/snippets/${body.id}`)).status).toBe(404);
      expect((await api().get('/snippets')).status).toBe(401);
    });

    it('are not available to external users', async () => {
      const external = await createUser({ external: true });
      expect((await external.api.post('/snippets', text)).status).toBe(403);
    });
  });

  it('are removed with their project', async () => {
    const own = await createProject(owner.api, { visibility: 'public' });
    const id = await make(owner, 'public', `/projects/${own.id}/snippets`);
    expect((await owner.api.delete(`/projects/${own.id}`)).status).toBe(202);
    await waitFor(
      () => asRoot().get(`/projects/${own.id}/snippets/${id}`),
      ({ status }) => status === 404,
    );
  });
});
