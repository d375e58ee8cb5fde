import {
  api,
  asRoot,
  createUser,
  waitFor,
  RECEIVER_HOST,
  startReceiver,
  unique,
  addMember,
  ids,
  createGroup,
  createProject,
  borrowUser,
  type Receiver,
} from '@forgemesh/testing';

const settings = '/application/settings';
const root = asRoot();
const flags = {
  push_events: true,
  tag_push_events: false,
  merge_requests_events: false,
  repository_update_events: true,
};

describe('system hooks', () => {
  let receiver: Receiver;
  let hook: { id: number };
  let before: string[];
  beforeAll(async () => {
    before = (await root.get(settings)).body.outbound_local_requests_whitelist;
    await root.put(settings, { outbound_local_requests_whitelist: [...before, RECEIVER_HOST] });
    receiver = await startReceiver();
    const created = await waitFor(
      () => root.post('/hooks', { url: receiver.url, token: 'secret' }),
      ({ status }) => status === 201,
    );
    hook = created.body;
  });
  afterAll(async () => {
    await root.delete(`/hooks/${hook.id}`);
    await root.put(settings, { outbound_local_requests_whitelist: before });
    await receiver.close();
  });

  /** The delivery of an event with the given name and fields. */
  function received(event: string, fields: Record<string, unknown>) {
    const isIt = (body: Record<string, unknown>): boolean =>
      body['event_name'] === event && Object.entries(fields).every(([name, value]) => body[name] === value);
    return waitFor(
      () => Promise.resolve(receiver.received.find(({ body }) => isIt(body))),
      (found) => found !== undefined,
    );
  }

  describe('GET, POST and DELETE /hooks', () => {
    it('show hooks without their tokens, list by page and remove', async () => {
      const expected = {
        id: hook.id,
        url: receiver.url,
        created_at: expect.stringMatching(/Z$/),
        ...flags,
        enable_ssl_verification: true,
        alert_status: 'executable',
        disabled_until: null,
      };
      expect(hook).toEqual(expected);
      expect((await root.get(`/hooks/${hook.id}`)).body).toEqual(expected);
      const other = await root.post('/hooks', { url: receiver.url, push_events: false, tag_push_events: true });
      expect(other.body).toMatchObject({ push_events: false, tag_push_events: true });
      const page = await root.get('/hooks?per_page=100');
      expect(ids(page)).toEqual(expect.arrayContaining([hook.id, other.body.id]));
      expect((await root.delete(`/hooks/${other.body.id}`)).status).toBe(204);
      expect((await root.delete(`/hooks/${other.body.id}`)).status).toBe(404);
    });

    it('change only the given fields', async () => {
      const { body } = await root.post('/hooks', { url: receiver.url, token: unique('secret'), tag_push_events: true });
      const at = `/hooks/${body.id}`;
      const url = `${receiver.url}/moved`;
      const changed = await root.put(at, { url, push_events: false });
      expect([changed.status, changed.body]).toEqual([200, { ...body, url, push_events: false }]);
      expect((await root.put(at, {})).body).toEqual(changed.body);
      expect((await root.get(at)).body).toEqual(changed.body);
      const username = unique('user');
      await createUser({ username });
      expect((await received('user_create', { username }))?.headers['x-gitlab-event']).toBe('System Hook');
      const calls = () => receiver.received.filter(({ path }) => path === '/moved');
      await waitFor(
        () => Promise.resolve(calls().length),
        (count) => count > 0,
      );
      expect(calls()[0]?.headers['x-gitlab-token']).toMatch(/^secret-/);
      expect((await root.put(at, { url: 'ftp://example.com' })).status).toBe(422);
      expect((await root.put(at, { push_events: 'perhaps' })).body).toEqual({ error: 'push_events is invalid' });
      expect((await (await borrowUser()).api.put(at, { push_events: true })).status).toBe(403);
      expect((await api().put(at, { push_events: true })).status).toBe(401);
      await root.delete(at);
      expect((await root.put(at, { push_events: true })).status).toBe(404);
    });

    it('reject invalid URLs, and tokens that are not valid header values', async () => {
      expect((await root.post('/hooks', {})).body).toEqual({ error: 'url is missing' });
      const withToken = await root.post('/hooks', { url: 'http://example.com/', token: 'a\nb' });
      expect([withToken.status, withToken.body]).toEqual([400, { error: 'token is invalid' }]);
      for (const url of ['ftp://example.com', 'http://example.com/\r\nX: y', ' http://example.com/']) {
        const refused = await root.post('/hooks', { url });
        expect([refused.status, refused.body]).toEqual([422, { error: 'Invalid url given' }]);
      }
    });

    it('require an administrator, and do not return project hooks', async () => {
      const owner = await createUser();
      const project = await createProject(owner.api);
      const { body: own } = await owner.api.post(`/projects/${project.id}/hooks`, { url: receiver.url });
      expect((await root.get(`/hooks/${own.id}`)).status).toBe(404);
      expect((await owner.api.get(`/projects/${project.id}/hooks/${hook.id}`)).status).toBe(404);
      for (const [caller, status] of [
        [api(), 401],
        [owner.api, 403],
      ] as const) {
        expect((await caller.get('/hooks')).status).toBe(status);
        expect((await caller.get(`/hooks/${hook.id}`)).status).toBe(status);
        expect((await caller.post('/hooks', { url: receiver.url })).status).toBe(status);
        expect((await caller.post(`/hooks/${hook.id}`)).status).toBe(status);
        expect((await caller.delete(`/hooks/${hook.id}`)).status).toBe(status);
      }
    });
  });

  describe('POST /hooks/:hook_id', () => {
    it('sends a sample and returns it', async () => {
      const count = receiver.received.length;
      const { status, body } = await root.post(`/hooks/${hook.id}`);
      expect([status, body.event_name]).toEqual([201, 'project_create']);
      const sent = receiver.received.slice(count).find((request) => request.body.name === body.name);
      expect(sent).toMatchObject({ body, headers: { 'x-gitlab-event': 'System Hook', 'x-gitlab-token': 'secret' } });
      expect((await root.post('/hooks/999999')).status).toBe(404);
    });
  });

  it('receive events of projects, groups, members, users and keys', async () => {
    const owner = await createUser();
    await received('user_create', { user_id: owner.id, username: owner.username });
    const project = await createProject(owner.api, { initialize_with_readme: true });
    const created = await received('project_create', { project_id: project.id });
    expect(created?.body).toMatchObject({
      name: project['name'],
      path: project.path,
      path_with_namespace: project.path_with_namespace,
      project_visibility: 'private',
      owner_email: expect.stringContaining('@'),
      owners: [expect.any(Object)],
    });
    const update = await received('repository_update', { project_id: project.id });
    expect(update?.headers).toMatchObject({ 'x-gitlab-event': 'System Hook' });
    await received('push', { project_id: project.id });
    const member = await createUser();
    await addMember(owner.api, `/projects/${project.id}`, member, 30);
    const added = await received('user_add_to_team', { user_id: member.id });
    expect(added?.body).toMatchObject({ access_level: 'Developer', project_id: project.id });
    await owner.api.put(`/projects/${project.id}`, { path: unique('moved') });
    await received('project_rename', { old_path_with_namespace: project.path_with_namespace });
    const group = await createGroup(owner.api);
    await received('group_create', { group_id: group.id, full_path: group.full_path });
    await addMember(owner.api, `/groups/${group.id}`, member, 40);
    const joined = await received('user_add_to_group', { user_id: member.id });
    expect(joined?.body).toMatchObject({ group_access: 'Maintainer', group_path: group.path });
    await owner.api.delete(`/groups/${group.id}/members/${member.id}`);
    await received('user_remove_from_group', { user_id: member.id });
    await owner.api.delete(`/projects/${project.id}`);
    await received('project_destroy', { project_id: project.id });
    await root.delete(`/users/${member.id}`);
    await received('user_destroy', { user_id: member.id });
  });
});
