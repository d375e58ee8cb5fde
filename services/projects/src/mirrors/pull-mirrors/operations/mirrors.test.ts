import {
  asRoot,
  createUser,
  waitFor,
  unique,
  createMember,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
} from '@forgemesh/testing';

/** A reserved name that never resolves. */
const url = 'https://mirror.invalid/group/project.git';
const secret = 'https://somebody:a-secret@mirror.invalid/group/project.git';
const blocked = 'is blocked: Requests to the local network are not allowed';

describe('imports and pull mirrors', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  describe('POST /projects', () => {
    it('imports from a URL, which is shown without credentials, and reports the result', async () => {
      const project = await createProject(owner.api, { import_url: secret });
      expect(project).toMatchObject({ import_status: 'scheduled', import_url: url, import_error: null, mirror: false });
      const { body } = await waitFor(
        () => owner.api.get(`/projects/${project.id}`),
        (response) => response.body.import_status === 'failed',
      );
      expect(body.import_error).toBe('The host cannot be resolved');
      expect(JSON.stringify(body)).not.toContain('a-secret');
    });

    it('creates a mirror with its settings', async () => {
      const settings = {
        mirror: true,
        mirror_trigger_builds: true,
        only_mirror_protected_branches: true,
        mirror_overwrites_diverged_branches: true,
      };
      const project = await createProject(owner.api, { import_url: url, ...settings });
      expect(project).toMatchObject({ ...settings, mirror_user_id: owner.id, import_status: 'scheduled' });
    });

    it('shows mirror settings on mirrors only, and the URL to maintainers only', async () => {
      const project = await createProject(owner.api, { visibility: 'public', mirror_trigger_builds: true });
      expect(project).toMatchObject({ mirror: false, import_url: null, import_status: 'none' });
      expect(project).not.toHaveProperty('mirror_trigger_builds');
      expect(project).not.toHaveProperty('mirror_user_id');
      const developer = await borrowMember(owner.api, `/projects/${project.id}`, 30);
      expect((await developer.api.get(`/projects/${project.id}`)).body).not.toHaveProperty('import_url');
    });

    it.each([
      ['http://127.0.0.1/a.git', blocked],
      ['http://[::ffff:10.0.0.1]/a.git', blocked],
      ['http://localhost./a.git', blocked],
      ['http://2130706433/a.git', blocked],
      ['ssh://git@example.com/a.git', 'is blocked: Only http and https are allowed'],
      ['git@example.com:a.git', 'is blocked: The URL is not valid'],
      ['ext::sh -c id', 'is blocked: Only http and https are allowed'],
      ['--upload-pack=id', 'is blocked: The URL is not valid'],
    ])('rejects the URL %s', async (import_url, text) => {
      const { status, body } = await owner.api.post('/projects', { name: unique('mirror'), import_url });
      expect({ status, body }).toEqual({ status: 400, body: { message: { import_url: [text] } } });
    });

    it('rejects a mirror without a URL, another user as mirror user, and a README with an import', async () => {
      const create = (fields: object) => owner.api.post('/projects', { name: unique('mirror'), ...fields });
      const blank = await create({ mirror: true });
      expect({ status: blank.status, body: blank.body }).toEqual({
        status: 400,
        body: { message: { import_url: ["can't be blank"] } },
      });
      const foreign = await create({ import_url: url, mirror: true, mirror_user_id: 1 });
      expect({ status: foreign.status, body: foreign.body }).toEqual({
        status: 400,
        body: { message: 'Invalid mirror user' },
      });
      const both = await create({ import_url: url, initialize_with_readme: true });
      expect({ status: both.status, body: both.body }).toEqual({
        status: 400,
        body: { error: 'import_url, initialize_with_readme are mutually exclusive' },
      });
    });

    it('rejects what the instance has disabled', async () => {
      const set = (settings: object) => asRoot().put('/application/settings', settings);
      const { body: before } = await asRoot().get('/application/settings');
      try {
        await set({ mirror_available: false, import_sources: ['manifest'] });
        const mirror = await owner.api.post('/projects', { name: unique('mirror'), import_url: url, mirror: true });
        expect(mirror.body).toEqual({ message: '403 Forbidden - Mirrors are configured by administrators' });
        const imported = await owner.api.post('/projects', { name: unique('mirror'), import_url: url });
        expect(imported.body).toEqual({ message: '403 Forbidden - Importing from an address is switched off' });
        const own = await createProject(owner.api);
        const remote = await owner.api.post(`/projects/${own.id}/remote_mirrors`, { url });
        expect(remote.status).toBe(403);
        expect((await asRoot().put(`/projects/${own.id}`, { import_url: url, mirror: true })).status).toBe(200);
      } finally {
        await set({ mirror_available: true, import_sources: before.import_sources });
      }
    });
  });

  describe('PUT /projects/:id', () => {
    it('enables and disables a mirror and removes its URL', async () => {
      const project = await createProject(owner.api);
      const path = `/projects/${project.id}`;
      expect((await owner.api.put(path, { import_url: secret })).body).toMatchObject({
        import_url: url,
        import_status: 'none',
      });
      const on = await owner.api.put(path, { mirror: true, mirror_user_id: owner.id });
      expect(on.body).toMatchObject({ mirror: true, mirror_user_id: owner.id, import_status: 'scheduled' });
      const blank = await owner.api.put(path, { import_url: null });
      expect({ status: blank.status, body: blank.body }).toEqual({
        status: 400,
        body: { message: { import_url: ["can't be blank"] } },
      });
      const off = await owner.api.put(path, { mirror: false, import_url: '' });
      expect(off.body).toMatchObject({ mirror: false, import_url: null });
    });

    it('restores the status of the last update if a mirror is disabled while an update is waiting', async () => {
      const project = await createProject(owner.api);
      const path = `/projects/${project.id}`;
      const statusAfter = async (fields: object): Promise<string> =>
        (await owner.api.put(path, fields)).body.import_status;
      // Archived projects are not updated.
      await owner.api.post(`${path}/archive`);
      expect(await statusAfter({ import_url: url, mirror: true })).toBe('scheduled');
      expect(await statusAfter({ mirror: false })).toBe('none');
      await owner.api.post(`${path}/unarchive`);
      await owner.api.put(path, { mirror: true });
      await waitFor(
        () => owner.api.get(path),
        ({ body }) => body.import_status === 'failed',
      );
      await owner.api.post(`${path}/archive`);
      expect(await statusAfter({ import_url: secret })).toBe('scheduled');
      expect(await statusAfter({ mirror: false })).toBe('failed');
      expect((await owner.api.get(path)).body).toMatchObject({ mirror: false, import_status: 'failed' });
    });

    it('requires a maintainer', async () => {
      const project = await createProject(owner.api);
      const developer = await borrowMember(owner.api, `/projects/${project.id}`, 30);
      expect((await developer.api.put(`/projects/${project.id}`, { import_url: url })).status).toBe(403);
    });
  });

  describe('POST /projects/:id/mirror/pull', () => {
    it('schedules an update, requires a maintainer', async () => {
      const project = await createProject(owner.api, { import_url: url, mirror: true });
      const path = `/projects/${project.id}`;
      await waitFor(
        () => owner.api.get(path),
        ({ body }) => body.import_status === 'failed',
      );
      const maintainer = await createMember(owner.api, path, 40);
      const { status, body } = await maintainer.api.post(`${path}/mirror/pull`);
      expect({ status, body }).toEqual({ status: 200, body: {} });
      const developer = await borrowMember(owner.api, path, 30);
      expect((await developer.api.post(`${path}/mirror/pull`)).status).toBe(403);
      expect((await (await borrowUser()).api.post(`${path}/mirror/pull`)).status).toBe(404);
    });

    it('rejects a project that is not a mirror', async () => {
      const project = await createProject(owner.api);
      const { status, body } = await owner.api.post(`/projects/${project.id}/mirror/pull`);
      expect({ status, body }).toEqual({ status: 400, body: { message: 'The project is not mirrored' } });
    });
  });

  it('stop when their user loses the required rights', async () => {
    const project = await createProject(owner.api);
    const path = `/projects/${project.id}`;
    const maintainer = await createMember(owner.api, path, 40);
    await maintainer.api.put(path, { import_url: url, mirror: true });
    await owner.api.put(`${path}/members/${maintainer.id}`, { access_level: 30 });
    await owner.api.post(`${path}/mirror/pull`);
    await waitFor(
      () => owner.api.get(path),
      ({ body }) =>
        body.import_error === 'The mirror user is not allowed to push code to all branches on this project.',
    );
  });
});
