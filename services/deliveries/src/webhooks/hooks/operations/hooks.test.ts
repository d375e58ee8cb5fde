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

const url = 'https://hooks.example.com/receive';

describe('hooks', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}/hooks`;
  });

  describe('POST /projects/:id/hooks', () => {
    it('creates a hook for push events and never shows its token', async () => {
      const { status, body } = await owner.api.post(path, { url, token: 'secret' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        url,
        project_id: project.id,
        push_events: true,
        push_events_branch_filter: '',
        issues_events: false,
        confidential_issues_events: false,
        merge_requests_events: false,
        tag_push_events: false,
        note_events: false,
        confidential_note_events: false,
        job_events: false,
        pipeline_events: false,
        wiki_page_events: false,
        repository_update_events: false,
        enable_ssl_verification: true,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        alert_status: 'executable',
        disabled_until: null,
      });
    });

    it('accepts switches as strings and both names of wiki events', async () => {
      const first = await owner.api.post(path, { url, push_events: 'false', wiki_events: 1, issues_events: 'True' });
      expect(first.body).toMatchObject({ push_events: false, wiki_page_events: true, issues_events: true });
      const second = await owner.api.post(path, new URLSearchParams({ url, wiki_page_events: 'true' }));
      expect(second.body).toMatchObject({ push_events: true, wiki_page_events: true });
    });

    it.each([
      ['ftp://example.com/'],
      ['not a url'],
      ['http://127.0.0.1/'],
      ['http://[::1]:8080/'],
      ['http://0x7f.1/'],
      ['http://169.254.169.254/latest'],
      ['http://localhost:3000/'],
      ['http://example.com/\r\nX-Header: y'],
      ['http://example.com/\u0001'],
      ['http://exam\tple.com/'],
      [' http://example.com/'],
      ['http://example.com/ '],
    ])('rejects the URL %j', async (bad) => {
      const { body: hook } = await owner.api.post(path, { url });
      const refused = { status: 422, body: { error: 'Invalid url given' } };
      expect(await owner.api.post(path, { url: bad })).toMatchObject(refused);
      expect(await owner.api.put(`${path}/${hook.id}`, { url: bad })).toMatchObject(refused);
    });

    it.each(['a\r\nX-Header: y', 'sn☃w', '\u0001'])(
      'rejects the token %j, which is not a valid header value',
      async (token) => {
        const { body: hook } = await owner.api.post(path, { url });
        const refused = { status: 400, body: { error: 'token is invalid' } };
        expect(await owner.api.post(path, { url, token })).toMatchObject(refused);
        expect(await owner.api.put(`${path}/${hook.id}`, { url, token })).toMatchObject(refused);
      },
    );

    it.each([['a..b'], ['has space'], ['-x'], ['a/.b'], ['x.lock'], ['a?b']])(
      'rejects the branch filter %s',
      async (filter) => {
        const { status, body } = await owner.api.post(path, { url, push_events_branch_filter: filter });
        expect({ status, body }).toEqual({ status: 422, body: { error: 'Invalid branch filter given' } });
      },
    );

    it('accepts a branch filter with a wildcard', async () => {
      const { body } = await owner.api.post(path, { url, push_events_branch_filter: 'release/*' });
      expect(body.push_events_branch_filter).toBe('release/*');
    });

    it.each([
      [{}, 'url is missing'],
      [{ url: '' }, 'url is empty'],
      [{ url, push_events: 'perhaps' }, 'push_events is invalid'],
    ])('rejects %j', async (request, error) => {
      const { status, body } = await owner.api.post(path, request);
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('allows 100 hooks', async () => {
      const own = await createProject(owner.api);
      const hooks = `/projects/${own.id}/hooks`;
      for (let created = 0; created < 100; created += 20) {
        const responses = await Promise.all(Array.from({ length: 20 }, () => owner.api.post(hooks, { url })));
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      }
      const { status, body } = await owner.api.post(hooks, { url });
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          message: '404 Project hook {:base=>["Maximum number of project hooks (100) exceeded"]} Not Found',
        },
      });
    });
  });

  describe('PUT /projects/:id/hooks/:hook_id', () => {
    it('changes only the given fields', async () => {
      const { body: hook } = await owner.api.post(path, { url, push_events_branch_filter: 'main', token: 'x' });
      const changed = await owner.api.put(`${path}/${hook.id}`, {
        url: `${url}/2`,
        wiki_events: true,
        enable_ssl_verification: false,
        token: 'y',
      });
      expect(changed.status).toBe(200);
      const expected = { ...hook, url: `${url}/2`, wiki_page_events: true, enable_ssl_verification: false };
      expect(changed.body).toEqual(expected);
      expect((await owner.api.get(`${path}/${hook.id}`)).body).toEqual(expected);
      const emptied = await owner.api.put(`${path}/${hook.id}`, { url, push_events_branch_filter: null });
      expect(emptied.body.push_events_branch_filter).toBe('');
    });

    it('requires a valid URL', async () => {
      const { body: hook } = await owner.api.post(path, { url });
      const without = await owner.api.put(`${path}/${hook.id}`, { push_events: false });
      expect({ status: without.status, body: without.body }).toEqual({
        status: 400,
        body: { error: 'url is missing' },
      });
      expect((await owner.api.put(`${path}/${hook.id}`, { url: 'http://10.0.0.1/' })).status).toBe(422);
      expect((await owner.api.get(`${path}/${hook.id}`)).body).toEqual(hook);
    });
  });

  describe('GET and DELETE', () => {
    it('list by page and remove', async () => {
      const own = await createProject(owner.api);
      const hooks = `/projects/${own.id}/hooks`;
      const created = [await owner.api.post(hooks, { url }), await owner.api.post(hooks, { url })];
      expect(ids(await owner.api.get(hooks))).toEqual(created.map(({ body }) => body.id));
      const page = await owner.api.get(`${hooks}?per_page=1&page=2`);
      expect({ ids: ids(page), total: page.headers.get('x-total') }).toEqual({
        ids: [created[1]?.body.id],
        total: '2',
      });
      const removed = await owner.api.delete(`${hooks}/${created[0]?.body.id}`);
      expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: undefined });
      expect(ids(await owner.api.get(hooks))).toEqual([created[1]?.body.id]);
    });

    it('return 404 for an unknown hook or one of another project', async () => {
      const { body: hook } = await owner.api.post(path, { url });
      const other = await createProject(owner.api);
      for (const missing of [`${path}/99999999`, `/projects/${other.id}/hooks/${hook.id}`]) {
        for (const response of [
          await owner.api.get(missing),
          await owner.api.put(missing, { url }),
          await owner.api.delete(missing),
        ]) {
          expect({ status: response.status, body: response.body }).toEqual({
            status: 404,
            body: { message: '404 Not found' },
          });
        }
      }
    });
  });

  it('require a maintainer', async () => {
    const developer = await createMember(owner.api, `/projects/${project.id}`, 30);
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    const stranger = await createUser();
    const { body: hook } = await maintainer.api.post(path, { url });
    for (const [caller, status] of [
      [api(), 401],
      [stranger.api, 403],
      [developer.api, 403],
    ] as const) {
      expect((await caller.get(path)).status).toBe(status);
      expect((await caller.get(`${path}/${hook.id}`)).status).toBe(status);
      expect((await caller.post(path, { url })).status).toBe(status);
      expect((await caller.put(`${path}/${hook.id}`, { url })).status).toBe(status);
      expect((await caller.delete(`${path}/${hook.id}`)).status).toBe(status);
    }
    expect((await maintainer.api.delete(`${path}/${hook.id}`)).status).toBe(204);
    const hidden = await createProject(owner.api);
    expect((await stranger.api.get(`/projects/${hidden.id}/hooks`)).status).toBe(404);
  });

  it('may call local addresses that the instance allows', async () => {
    const address = 'http://10.20.30.40/hook';
    const root = asRoot();
    const before = (await root.get('/application/settings')).body.outbound_local_requests_whitelist as string[];
    try {
      await root.put('/application/settings', { outbound_local_requests_whitelist: [...before, '10.20.30.40'] });
      await waitFor(
        () => owner.api.post(path, { url: address }),
        ({ status }) => status === 201,
      );
    } finally {
      await root.put('/application/settings', { outbound_local_requests_whitelist: before });
    }
  });
});
