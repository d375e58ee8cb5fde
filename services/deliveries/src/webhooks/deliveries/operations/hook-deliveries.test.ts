import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  asRoot,
  createUser,
  waitFor,
  RECEIVER_HOST,
  startReceiver,
  unique,
  createMember,
  createProject,
  type ReceivedRequest,
  type Receiver,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const everything = {
  push_events: true,
  tag_push_events: true,
  issues_events: true,
  confidential_issues_events: true,
  merge_requests_events: true,
  note_events: true,
  confidential_note_events: true,
  job_events: true,
  pipeline_events: true,
  wiki_page_events: true,
  repository_update_events: true,
};
const settings = '/application/settings';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

describe('deliveries of hooks', () => {
  let receiver: Receiver;
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  let before: string[];

  beforeAll(async () => {
    const root = asRoot();
    before = (await root.get(settings)).body.outbound_local_requests_whitelist;
    await root.put(settings, { outbound_local_requests_whitelist: [...before, RECEIVER_HOST] });
    receiver = await startReceiver();
    owner = await createUser();
    project = await createProject(owner.api, { initialize_with_readme: true });
    path = `/projects/${project.id}`;
    await waitFor(
      () => owner.api.post(`${path}/hooks`, { url: `${receiver.url}/all?key=hidden`, token: 'secret', ...everything }),
      ({ status }) => status === 201,
    );
  });
  afterAll(async () => {
    await asRoot().put(settings, { outbound_local_requests_whitelist: before });
    await receiver.close();
  });

  /** The first request for an event that matches. */
  async function received(event: string, matches: (body: ReceivedRequest['body']) => boolean = () => true) {
    const found = await waitFor(
      () =>
        Promise.resolve(
          receiver.received.find(({ headers, body }) => headers['x-gitlab-event'] === event && matches(body)),
        ),
      (request) => request !== undefined,
    );
    return found as ReceivedRequest;
  }

  it('delivers to a new hook of a project whose events had no receivers, until it is deleted', async () => {
    const { id } = await createProject(owner.api);
    const { id: other } = await createProject(owner.api);
    await owner.api.post(`/projects/${other}/hooks`, { url: `${receiver.url}/other`, issues_events: true });
    const create = async (at: string, title: string) =>
      expect((await owner.api.post(`${at}/issues`, { title })).status).toBe(201);
    const titlesAt = (where: string): string[] =>
      receiver.received.filter(({ path: at }) => at.startsWith(where)).map(({ body }) => body.object_attributes?.title);
    const isReceived = (where: string, title: string) =>
      waitFor(
        () => Promise.resolve(titlesAt(where)),
        (titles) => titles.includes(title),
      );
    // Events are handled in order.
    await create(`/projects/${id}`, 'before');
    await create(`/projects/${other}`, 'first marker');
    await isReceived('/other', 'first marker');
    const url = `${receiver.url}/later`;
    const { body: hook } = await owner.api.post(`/projects/${id}/hooks`, { url, issues_events: true });
    await create(`/projects/${id}`, 'between');
    await isReceived('/later', 'between');
    await owner.api.delete(`/projects/${id}/hooks/${hook.id}`);
    await create(`/projects/${id}`, 'after');
    await create(`/projects/${other}`, 'second marker');
    await isReceived('/other', 'second marker');
    expect(titlesAt('/later')).toEqual(['between']);
  });

  async function commit(branch: string, file: string, api = owner.api) {
    const response = await api.post(`${path}/repository/commits`, {
      branch,
      commit_message: `Adds ${file}`,
      actions: [{ action: 'create', file_path: file, content: 'x' }],
      ...(branch !== 'main' && branch !== project['default_branch'] && { start_branch: project['default_branch'] }),
    });
    expect(response.status).toBe(201);
    return response.body as { id: string };
  }

  it('are sent for a push', async () => {
    const branch = String(project['default_branch'] ?? 'master');
    const response = await owner.api.get(path);
    project = response.body as TestProject;
    const { id } = await commit(project['default_branch'] as string, 'one.txt');
    const { headers, body } = await received('Push Hook', ({ after }) => after === id);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.any(String),
      'x-gitlab-token': 'secret',
      'idempotency-key': expect.any(String),
    });
    const [ssh, http] = [project['ssh_url_to_repo'], project['http_url_to_repo']];
    expect(body).toEqual({
      object_kind: 'push',
      event_name: 'push',
      before: expect.stringMatching(/^[0-9a-f]{40}$/),
      after: id,
      ref: `refs/heads/${branch}`,
      checkout_sha: id,
      message: null,
      push_options: {},
      user_id: owner.id,
      user_name: expect.any(String),
      user_username: owner.username,
      user_email: expect.stringContaining('@'),
      user_avatar: null,
      project_id: project.id,
      project: {
        id: project.id,
        name: project['name'],
        description: null,
        web_url: project['web_url'],
        avatar_url: null,
        git_ssh_url: ssh,
        git_http_url: http,
        namespace: expect.any(String),
        visibility_level: 0,
        path_with_namespace: project.path_with_namespace,
        default_branch: branch,
        ci_config_path: null,
        homepage: project['web_url'],
        url: ssh,
        ssh_url: ssh,
        http_url: http,
      },
      commits: [
        {
          id,
          message: 'Adds one.txt',
          timestamp: time,
          url: `${String(project['web_url'])}/-/commit/${id}`,
          author: { name: expect.any(String), email: expect.any(String) },
          added: ['one.txt'],
          modified: [],
          removed: [],
        },
      ],
      total_commits_count: 1,
      repository: {
        name: project['name'],
        url: ssh,
        description: null,
        homepage: project['web_url'],
        git_http_url: http,
        git_ssh_url: ssh,
        visibility_level: 0,
      },
    });
    const update = await received('Repository Update Hook', ({ changes }) => changes[0].after === id);
    expect(update.body).toMatchObject({ event_name: 'repository_update', refs: [`refs/heads/${branch}`] });
  });

  it('are sent for a tag', async () => {
    const ref = project['default_branch'];
    await owner.api.post(`${path}/repository/tags`, { tag_name: 'v1', ref, message: 'First' });
    const { body } = await received('Tag Push Hook');
    expect(body).toMatchObject({ object_kind: 'tag_push', ref: 'refs/tags/v1', message: 'First', commits: [] });
    expect(body.checkout_sha).toMatch(/^[0-9a-f]{40}$/);
    expect(body.checkout_sha).not.toBe(body.after);
  });

  it('are sent for an issue, its changes and its notes', async () => {
    await owner.api.post(`${path}/labels`, { name: 'bug', color: '#ff0000' });
    const { body: issue } = await owner.api.post(`${path}/issues`, {
      title: 'Broken',
      description: '![p](/uploads/abc/p.png)',
      assignee_ids: [owner.id],
    });
    const opened = await received('Issue Hook', ({ object_attributes }) => object_attributes.id === issue.id);
    const user = { name: expect.any(String), username: owner.username, avatar_url: null };
    expect(opened.body).toEqual({
      object_kind: 'issue',
      event_type: 'issue',
      user,
      project: expect.objectContaining({ id: project.id }),
      object_attributes: {
        id: issue.id,
        iid: issue.iid,
        title: 'Broken',
        description: `![p](${String(project['web_url'])}/uploads/abc/p.png)`,
        state: 'opened',
        state_id: 1,
        author_id: owner.id,
        assignee_id: owner.id,
        assignee_ids: [owner.id],
        project_id: project.id,
        milestone_id: null,
        labels: [],
        confidential: false,
        discussion_locked: null,
        due_date: null,
        relative_position: expect.any(Number),
        moved_to_id: null,
        duplicated_to_id: null,
        time_estimate: 0,
        total_time_spent: 0,
        human_total_time_spent: null,
        human_time_estimate: null,
        created_at: time,
        updated_at: time,
        closed_at: null,
        last_edited_at: null,
        last_edited_by_id: null,
        updated_by_id: null,
        url: issue.web_url,
        action: 'open',
      },
      labels: [],
      changes: {},
      repository: expect.objectContaining({ name: project['name'] }),
      assignees: [user],
      assignee: user,
    });
    await owner.api.put(`${path}/issues/${issue.iid}`, { title: 'Mended', labels: 'bug', description: 'no more' });
    const changed = await received('Issue Hook', ({ object_attributes }) => object_attributes.action === 'update');
    const label = {
      id: expect.any(Number),
      title: 'bug',
      color: expect.stringMatching(/#ff0000/i),
      project_id: project.id,
      created_at: time,
      updated_at: time,
      template: false,
      description: null,
      type: 'ProjectLabel',
      group_id: null,
    };
    expect(changed.body).toMatchObject({
      labels: [label],
      changes: {
        title: { previous: 'Broken', current: 'Mended' },
        description: { previous: '![p](/uploads/abc/p.png)', current: 'no more' },
        labels: { previous: [], current: [label] },
      },
    });
    await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: 'Seen' });
    const noted = await received('Note Hook');
    expect(noted.body).toEqual({
      object_kind: 'note',
      event_type: 'note',
      user,
      project_id: project.id,
      project: expect.objectContaining({ id: project.id }),
      repository: expect.any(Object),
      object_attributes: {
        id: expect.any(Number),
        note: 'Seen',
        noteable_type: 'Issue',
        author_id: owner.id,
        created_at: time,
        updated_at: time,
        project_id: project.id,
        attachment: null,
        line_code: null,
        commit_id: null,
        noteable_id: issue.id,
        system: false,
        st_diff: null,
        type: null,
        position: null,
        url: expect.stringMatching(/\/-\/issues\/1#note_\d+$/),
      },
      issue: expect.objectContaining({ id: issue.id, title: 'Mended', labels: [label] }),
    });
    await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
    const closed = await received('Issue Hook', ({ object_attributes }) => object_attributes.action === 'close');
    expect(closed.body).toMatchObject({ changes: { state_id: { previous: 1, current: 2 } } });
  });

  it('are sent for confidential issues and their notes with separate switches', async () => {
    const open = await owner.api.post(`${path}/hooks`, {
      url: `${receiver.url}/open`,
      push_events: false,
      issues_events: true,
      note_events: true,
    });
    const { body: issue } = await owner.api.post(`${path}/issues`, { title: 'Secret', confidential: true });
    await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: 'Hush' });
    expect((await received('Confidential Issue Hook')).body).toMatchObject({ event_type: 'confidential_issue' });
    expect((await received('Confidential Note Hook')).body).toMatchObject({ event_type: 'confidential_note' });
    const delivered = receiver.received.filter((request) => request.path === '/open');
    expect(delivered).toEqual([]);
    const log = await owner.api.get(`${path}/hooks/${open.body.id}/events`);
    expect(log.body).toEqual([]);
    await owner.api.delete(`${path}/hooks/${open.body.id}`);
  });

  it('are sent for a merge request, a pipeline, a job and an approval', async () => {
    const { id: sha } = await commit('topic', 'two.txt');
    const { body: request } = await owner.api.post(`${path}/merge_requests`, {
      source_branch: 'topic',
      target_branch: project['default_branch'],
      title: 'Two',
    });
    const opened = await received('Merge Request Hook');
    expect(opened.body).toMatchObject({
      object_kind: 'merge_request',
      event_type: 'merge_request',
      labels: [],
      changes: {},
      object_attributes: {
        id: request.id,
        iid: request.iid,
        state: 'opened',
        state_id: 1,
        source_branch: 'topic',
        source: { id: project.id },
        target: { id: project.id },
        last_commit: { id: sha, timestamp: time },
        work_in_progress: false,
        merge_error: null,
        head_pipeline_id: null,
        action: 'open',
      },
    });
    expect(opened.body).not.toHaveProperty('object_attributes.oldrev');
    await owner.api.post(`${path}/statuses/${sha}`, { state: 'success', ref: 'topic', name: 'build' });
    const job = await received('Job Hook');
    expect(job.body).toMatchObject({ object_kind: 'build', sha, build_name: 'build', build_status: 'success' });
    const pipeline = await received('Pipeline Hook', ({ object_attributes }) => object_attributes.status === 'success');
    expect(pipeline.body).toMatchObject({
      object_kind: 'pipeline',
      merge_request: null,
      commit: { id: sha },
      user: { username: owner.username },
      object_attributes: { ref: 'topic', tag: false, sha, source: 'external', stages: [expect.any(String)] },
      builds: [{ name: 'build', status: 'success', allow_failure: false, runner: null }],
    });
    const reviewer = await createMember(owner.api, path, 40);
    await reviewer.api.post(`${path}/merge_requests/${request.iid}/approve`);
    const approved = await received(
      'Merge Request Hook',
      ({ object_attributes }) => object_attributes.action === 'approved',
    );
    expect(approved.body.user).toMatchObject({ username: reviewer.username });
    await owner.api.put(`${path}/merge_requests/${request.iid}`, { reviewer_ids: [reviewer.id] });
    const asked = await received('Merge Request Hook', ({ changes }) => changes.reviewers !== undefined);
    expect(asked.body).toMatchObject({
      object_attributes: { action: 'update', reviewer_ids: [reviewer.id], draft: false },
      changes: { reviewers: { previous: [], current: [{ username: reviewer.username }] } },
      reviewers: [{ username: reviewer.username }],
    });
    const { id: next } = await owner.api
      .post(`${path}/repository/commits`, {
        branch: 'topic',
        commit_message: 'More',
        actions: [{ action: 'create', file_path: 'three.txt', content: 'x' }],
      })
      .then(({ body }) => body as { id: string });
    const pushed = await received('Merge Request Hook', ({ object_attributes }) => object_attributes.oldrev === sha);
    expect(pushed.body.object_attributes).toMatchObject({ action: 'update', last_commit: { id: next } });
  });

  it('are sent for a wiki page', async () => {
    await owner.api.post(`${path}/wikis`, { title: 'Home page', content: 'Hello' });
    const { body } = await received('Wiki Page Hook');
    expect(body).toMatchObject({
      object_kind: 'wiki_page',
      wiki: { path_with_namespace: `${project.path_with_namespace}.wiki`, default_branch: 'master' },
      object_attributes: {
        title: 'Home page',
        content: 'Hello',
        format: 'markdown',
        slug: 'Home-page',
        action: 'create',
      },
    });
  });

  it('are sent for a comment on a line of a commit', async () => {
    const { id: sha } = await commit('lines', 'lines.txt');
    const comment = { note: 'This line', path: 'lines.txt', line: 1, line_type: 'new' };
    expect((await owner.api.post(`${path}/repository/commits/${sha}/comments`, comment)).status).toBe(201);
    const { body } = await received('Note Hook', ({ object_attributes }) => object_attributes.note === 'This line');
    const digest = createHash('sha1').update('lines.txt').digest('hex');
    expect(body.object_attributes).toMatchObject({ noteable_type: 'Commit', line_code: `${digest}_0_1` });
    expect(body.commit).toMatchObject({ id: sha });
  });

  it('are not sent for pushes to other branches', async () => {
    const { body: hook } = await owner.api.post(`${path}/hooks`, {
      url: `${receiver.url}/releases`,
      push_events_branch_filter: 'release/*',
    });
    await commit('feature/x', 'four.txt');
    const { id } = await commit('release/1', 'five.txt');
    await waitFor(
      () => Promise.resolve(receiver.received.filter((request) => request.path === '/releases')),
      (requests) => requests.length > 0,
    );
    const delivered = receiver.received.filter((request) => request.path === '/releases');
    expect(delivered.map(({ body }) => body.after)).toEqual([id]);
    await owner.api.delete(`${path}/hooks/${hook.id}`);
  });

  it('arrive in order after the receiver has recovered, without delaying others', async () => {
    const down = await startReceiver();
    down.respondWith(503);
    const { body: hook } = await owner.api.post(`${path}/hooks`, {
      url: down.url,
      push_events: false,
      issues_events: true,
    });
    const { body: issue } = await owner.api.post(`${path}/issues`, { title: 'first' });
    const one = `${path}/issues/${issue.iid}`;
    await owner.api.put(one, { title: 'second' });
    await waitFor(
      () => Promise.resolve(down.received),
      ({ length }) => length > 0,
    );
    await received('Issue Hook', ({ object_attributes }) => object_attributes.title === 'second');
    const log = await waitFor(
      () => owner.api.get(`${path}/hooks/${hook.id}/events?status=server_failure`),
      ({ body }) => body.length === 1,
    );
    expect(log.body[0]).toMatchObject({ state: 'waiting', response_status: '503', next_try_at: time });
    down.respondWith(200);
    const titles = (): string[] => down.received.map(({ body }) => body.object_attributes.title as string);
    await waitFor(
      () => Promise.resolve(titles()),
      (all) => all.includes('second'),
    );
    expect([...new Set(titles())]).toEqual(['first', 'second']);
    const done = await waitFor(
      () => owner.api.get(`${path}/hooks/${hook.id}/events?status=successful`),
      ({ body }) => body.length === 2,
    );
    expect(done.body).toMatchObject([{ state: 'delivered', tries: 1 }, { state: 'delivered' }]);
    await down.close();
  });

  it('are signed if the hook has a key', async () => {
    const other = await createProject(owner.api, { name: unique('signed') });
    await owner.api.post(`/projects/${other.id}/issues`, { title: 'x' });
    const key = Buffer.alloc(32, 7);
    const signing_token = `whsec_${key.toString('base64')}`;
    const hook = await owner.api.post(`/projects/${other.id}/hooks`, { url: `${receiver.url}/signed`, signing_token });
    expect(hook.status).toBe(201);
    expect(JSON.stringify(hook.body)).not.toContain(signing_token);
    const test = `/projects/${other.id}/hooks/${hook.body.id}/test/issues_events`;
    expect((await owner.api.post(test)).status).toBe(201);
    const { headers, body } = receiver.received.find(({ path: to }) => to === '/signed') as ReceivedRequest;
    const [id, seconds] = [headers['webhook-id'], headers['webhook-timestamp']];
    expect(id).toBe(headers['idempotency-key']);
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(600);
    const signed = createHmac('sha256', key)
      .update(`${id}.${seconds}.${JSON.stringify(body)}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signed}`);

    const unsigned = { url: `${receiver.url}/unsigned`, signing_token: '' };
    expect((await owner.api.put(`/projects/${other.id}/hooks/${hook.body.id}`, unsigned)).status).toBe(200);
    await owner.api.post(test);
    const last = receiver.received.find(({ path: to }) => to === '/unsigned') as ReceivedRequest;
    expect(last.headers['webhook-signature']).toBeUndefined();
    const wrong = await owner.api.post(`/projects/${other.id}/hooks`, { url: receiver.url, signing_token: 'secret' });
    expect([wrong.status, wrong.body]).toEqual([400, { error: 'signing_token is invalid' }]);
  });

  it('do not follow redirects to another origin', async () => {
    const other = await createProject(owner.api, { name: unique('redirected') });
    await owner.api.post(`/projects/${other.id}/issues`, { title: 'x' });
    const redirecting = createServer((request, response) => {
      const location = request.url === '/same' ? '/taken' : `${receiver.url}/stolen`;
      if (request.url === '/taken') response.end();
      else response.writeHead(307, { Location: location }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, RECEIVER_HOST, resolve));
    const origin = `http://${RECEIVER_HOST}:${(redirecting.address() as AddressInfo).port}`;
    const send = async (url: string) => {
      const { body: hook } = await owner.api.post(`/projects/${other.id}/hooks`, { url, token: 'secret' });
      return owner.api.post(`/projects/${other.id}/hooks/${hook.id}/test/issues_events`);
    };
    const elsewhere = await send(`${origin}/elsewhere`);
    expect([elsewhere.status, elsewhere.body]).toEqual([
      422,
      { message: 'redirects to another origin are not followed' },
    ]);
    expect(receiver.received.filter(({ path: to }) => to === '/stolen')).toEqual([]);
    expect((await send(`${origin}/same`)).status).toBe(201);
    redirecting.close();
  });

  describe('GET /projects/:id/hooks/:hook_id/events', () => {
    it('lists what was sent, without secrets, for maintainers only', async () => {
      const [hook] = (await owner.api.get(`${path}/hooks`)).body;
      const events = `${path}/hooks/${hook.id}/events`;
      const { body, headers } = await waitFor(
        () => owner.api.get(`${events}?per_page=1`),
        ({ body: [newest] }) => newest.state === 'delivered',
      );
      expect(headers.get('x-per-page')).toBe('1');
      expect(body).toEqual([
        {
          id: expect.any(Number),
          url: `${receiver.url}/all?key=%5BREDACTED%5D`,
          state: 'delivered',
          tries: 1,
          trigger: expect.stringMatching(/^[a-z_]+_hooks$/),
          request_headers: expect.objectContaining({ 'X-Gitlab-Token': '[REDACTED]' }),
          request_data: expect.any(Object),
          response_headers: expect.any(Object),
          response_body: 'noted',
          response_status: '200',
          internal_error_message: null,
          next_try_at: null,
          execution_duration: expect.any(Number),
          created_at: time,
        },
      ]);
      expect(JSON.stringify((await owner.api.get(events)).body)).not.toMatch(/"secret"|hidden/);
      expect((await owner.api.get(`${events}?status=404`)).body).toEqual([]);
      const wrong = await owner.api.get(`${events}?status=good`);
      expect([wrong.status, wrong.body]).toEqual([400, { error: 'status does not have a valid value' }]);
      const developer = await createMember(owner.api, path, 30);
      expect((await developer.api.get(events)).status).toBe(403);
      expect((await (await createUser()).api.get(events)).status).toBe(404);
    });
  });

  describe('POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend', () => {
    it('sends the same payload again', async () => {
      const [hook] = (await owner.api.get(`${path}/hooks`)).body;
      const events = `${path}/hooks/${hook.id}/events`;
      const [latest] = (await owner.api.get(events)).body;
      const count = receiver.received.length;
      const { status, body } = await owner.api.post(`${events}/${latest.id}/resend`);
      expect([status, body]).toEqual([201, { response_status: 200 }]);
      expect(receiver.received.slice(count).map((request) => request.body)).toContainEqual(latest.request_data);
      expect((await owner.api.post(`${events}/999999/resend`)).status).toBe(404);
      const developer = await createMember(owner.api, path, 30);
      expect((await developer.api.post(`${events}/${latest.id}/resend`)).status).toBe(403);
    });
  });

  describe('POST /projects/:id/hooks/:hook_id/test/:trigger', () => {
    it.each([
      ['push_events', 'Push Hook'],
      ['tag_push_events', 'Tag Push Hook'],
      ['issues_events', 'Issue Hook'],
      ['confidential_issues_events', 'Confidential Issue Hook'],
      ['merge_requests_events', 'Merge Request Hook'],
      ['note_events', 'Note Hook'],
      ['confidential_note_events', 'Confidential Note Hook'],
      ['job_events', 'Job Hook'],
      ['pipeline_events', 'Pipeline Hook'],
      ['wiki_page_events', 'Wiki Page Hook'],
      ['repository_update_events', 'Repository Update Hook'],
    ])('sends a sample of %s', async (trigger, name) => {
      const [hook] = (await owner.api.get(`${path}/hooks`)).body;
      const count = receiver.received.length;
      const { status, body } = await owner.api.post(`${path}/hooks/${hook.id}/test/${trigger}`);
      expect([status, body]).toEqual([201, { message: '201 Created' }]);
      expect(receiver.received.slice(count).map(({ headers }) => headers['x-gitlab-event'])).toContain(name);
    });

    it('rejects missing objects, unknown triggers, and unreachable receivers', async () => {
      const empty = await createProject(owner.api);
      const { body: hook } = await owner.api.post(`/projects/${empty.id}/hooks`, { url: receiver.url });
      const test = `/projects/${empty.id}/hooks/${hook.id}/test`;
      const missing = await owner.api.post(`${test}/issues_events`);
      expect([missing.status, missing.body]).toEqual([422, { message: 'Ensure the project has issues.' }]);
      expect((await owner.api.post(`${test}/push_events`)).status).toBe(422);
      expect((await owner.api.post(`${test}/nonsense`)).status).toBe(400);
      const unreachable = await startReceiver();
      await unreachable.close();
      const { body: lost } = await owner.api.post(`${path}/hooks`, { url: unreachable.url, push_events: false });
      const refused = await owner.api.post(`${path}/hooks/${lost.id}/test/issues_events`);
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('ECONNREFUSED')]);
      const developer = await createMember(owner.api, path, 30);
      expect((await developer.api.post(`${path}/hooks/${lost.id}/test/issues_events`)).status).toBe(403);
      await owner.api.delete(`${path}/hooks/${lost.id}`);
    });

    it('does not call a local address that the instance no longer allows', async () => {
      const other = await createProject(owner.api, { name: unique('guarded') });
      const { body: hook } = await owner.api.post(`/projects/${other.id}/hooks`, { url: receiver.url });
      await owner.api.post(`/projects/${other.id}/issues`, { title: 'x' });
      await asRoot().put(settings, { outbound_local_requests_whitelist: before });
      try {
        const refused = await owner.api.post(`/projects/${other.id}/hooks/${hook.id}/test/issues_events`);
        expect([refused.status, refused.body]).toEqual([
          422,
          { message: 'requests to the local network are not allowed' },
        ]);
      } finally {
        await asRoot().put(settings, { outbound_local_requests_whitelist: [...before, RECEIVER_HOST] });
      }
    });
  });
});
