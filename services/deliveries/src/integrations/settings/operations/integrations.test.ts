import {
  asRoot,
  createUser,
  waitFor,
  RECEIVER_HOST,
  startReceiver,
  unique,
  createMember,
  createProject,
  borrowMember,
  type ReceivedRequest,
  type Receiver,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const settings = '/application/settings';
const webhook = 'https://chat.example.com/hooks/secret';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const disabledEvents = {
  push_events: false,
  tag_push_events: false,
  issues_events: false,
  confidential_issues_events: false,
  merge_requests_events: false,
  note_events: false,
  confidential_note_events: false,
  pipeline_events: false,
  wiki_page_events: false,
  commit_events: false,
};
const fixed = { job_events: false, comment_on_event_enabled: false };

describe('integrations', () => {
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
    path = `/projects/${project.id}/services`;
    project = (await owner.api.get(`/projects/${project.id}`)).body as TestProject;
  });
  afterAll(async () => {
    await asRoot().put(settings, { outbound_local_requests_whitelist: before });
    await receiver.close();
  });

  describe('PUT /projects/:id/services/:slug', () => {
    it('sets an integration up and shows it', async () => {
      const { status, body } = await owner.api.put(`${path}/slack`, {
        webhook,
        username: 'forge',
        issues_events: false,
        channel: '#all',
        push_channel: '#push',
        foreign: 1,
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(Number),
        title: 'Slack notifications',
        slug: 'slack',
        created_at: time,
        updated_at: time,
        active: true,
        push_events: true,
        tag_push_events: true,
        issues_events: false,
        confidential_issues_events: true,
        commit_events: false,
        merge_requests_events: true,
        note_events: true,
        confidential_note_events: true,
        pipeline_events: false,
        wiki_page_events: true,
        ...fixed,
        properties: {
          webhook,
          username: 'forge',
          channel: '#all',
          push_channel: '#push',
          tag_push_channel: null,
          issue_channel: null,
          confidential_issue_channel: null,
          merge_request_channel: null,
          note_channel: null,
          confidential_note_channel: null,
          pipeline_channel: null,
          wiki_page_channel: null,
          notify_only_broken_pipelines: true,
          branches_to_be_notified: 'default',
        },
      });
      expect((await owner.api.get(`${path}/slack`)).body).toEqual(body);
      const changed = await owner.api.put(`${path}/slack`, { webhook, notify_only_default_branch: false });
      expect(changed.body).toMatchObject({ id: body.id, issues_events: false });
      expect(changed.body.properties).toMatchObject({ username: 'forge', branches_to_be_notified: 'all' });
    });

    it.each([
      ['slack', {}, 'webhook is missing'],
      ['microsoft-teams', {}, 'webhook is missing'],
      ['emails-on-push', {}, 'recipients is missing'],
      ['external-wiki', {}, 'external_wiki_url is missing'],
      ['youtrack', {}, 'issues_url is missing, project_url is missing'],
      ['jira', { url: 'https://jira.example.com' }, 'username is missing, password is missing'],
      ['discord', {}, 'webhook is missing'],
      ['hangouts-chat', {}, 'webhook is missing'],
      ['jenkins', {}, 'jenkins_url is missing, project_name is missing'],
      ['drone-ci', {}, 'token is missing, drone_url is missing'],
      ['buildkite', { token: 'a' }, 'project_url is missing'],
      ['teamcity', {}, 'teamcity_url is missing, build_type is missing, username is missing, password is missing'],
      ['bamboo', {}, 'bamboo_url is missing, build_key is missing, username is missing, password is missing'],
      ['github', {}, 'token is missing, repository_url is missing'],
      ['packagist', {}, 'username is missing, token is missing'],
      ['pushover', {}, 'api_key is missing, user_key is missing, priority is missing'],
      ['pushover', { api_key: 'a', user_key: 'b', priority: 2 }, 'priority does not have a valid value'],
      ['prometheus', {}, 'api_url is missing'],
      ['mock-ci', {}, 'mock_service_url is missing'],
      ['slack', { webhook, branches_to_be_notified: 'some' }, 'branches_to_be_notified does not have a valid value'],
      ['slack', { webhook, push_events: 'maybe' }, 'push_events is invalid'],
    ])('rejects %s with %j', async (slug, sent, error) => {
      expect(await owner.api.put(`${path}/${slug}`, sent)).toMatchObject({ status: 400, body: { error } });
    });

    it.each([
      ['slack', { webhook: 'http://127.0.0.1/x' }],
      ['slack', { webhook: '' }],
      ['mattermost', { webhook: 'javascript:alert(1)' }],
      ['external-wiki', { external_wiki_url: 'javascript:alert(1)' }],
      ['jira', { url: 'no address', username: 'u', password: 'p' }],
      ['jenkins', { jenkins_url: 'http://127.0.0.1/', project_name: 'job' }],
      ['drone-ci', { drone_url: 'ftp://ci.example.com', token: 'a' }],
      ['drone-ci', { drone_url: 'https://ci.example.com', token: '' }],
      ['github', { repository_url: 'https://github.com/owner', token: 'a' }],
      ['prometheus', { api_url: 'no address' }],
      ['pipelines-email', { recipients: 'nobody' }],
      ['emails-on-push', { recipients: Array.from({ length: 101 }, (_, at) => `u${at}@example.com`).join(' ') }],
      ['emails-on-push', { recipients: 'a@example.com, b@exa<mple.com' }],
    ])('rejects invalid values of %s: %j', async (slug, sent) => {
      const refused = { status: 400, body: { message: '400 Bad Request' } };
      expect(await owner.api.put(`${path}/${slug}`, sent)).toMatchObject(refused);
    });

    it('never shows or stores a password', async () => {
      const { status, body } = await owner.api.put(`${path}/jira`, {
        url: 'https://jira.example.com/',
        username: 'bot',
        password: 'hidden',
      });
      expect(status).toBe(200);
      const events = { ...disabledEvents, commit_events: true, merge_requests_events: true };
      expect(body).toMatchObject({ title: 'Jira', ...events, ...fixed });
      expect(body.properties).toEqual({ url: 'https://jira.example.com/', username: 'bot' });
      await owner.api.delete(`${path}/jira`);
    });

    it.each([
      [
        'jenkins',
        { jenkins_url: 'https://ci.example.com', project_name: 'job', username: 'bot' },
        { password: 'hidden' },
      ],
      ['drone-ci', { drone_url: 'https://ci.example.com' }, { token: 'hidden' }],
      ['buildkite', { project_url: 'https://ci.example.com/a' }, { token: 'hidden' }],
      ['teamcity', { teamcity_url: 'https://ci.example.com', build_type: 'b', username: 'u' }, { password: 'hidden' }],
      ['bamboo', { bamboo_url: 'https://ci.example.com', build_key: 'b', username: 'u' }, { password: 'hidden' }],
      ['github', { repository_url: 'https://github.com/o/r', static_context: false }, { token: 'hidden' }],
      ['packagist', { username: 'u', server: null }, { token: 'hidden' }],
      ['pushover', { priority: '0', device: null, sound: null }, { api_key: 'hidden', user_key: 'hidden' }],
      ['prometheus', { api_url: 'https://m.example.com', manual_configuration: true }, {}],
      ['mock-ci', { mock_service_url: 'https://ci.example.com' }, {}],
    ])('stores the settings of %s, and never shows its secrets', async (slug, shown, secrets) => {
      const { status, body } = await owner.api.put(`${path}/${slug}`, { ...shown, ...secrets });
      expect({ status, slug: body.slug, active: body.active }).toEqual({ status: 200, slug, active: true });
      const hasOption = ['jenkins', 'drone-ci', 'teamcity', 'bamboo'].includes(slug);
      expect(body.properties).toEqual({ ...shown, ...(hasOption && { enable_ssl_verification: true }) });
      const read = await owner.api.get(`/projects/${project.id}/integrations/${slug}`);
      expect(read).toMatchObject({ status: 200, body });
      expect(JSON.stringify(read.body)).not.toContain('hidden');
      expect((await owner.api.delete(`/projects/${project.id}/integrations/${slug}`)).status).toBe(204);
    });

    it('stores the events of a tracker', async () => {
      const sent = { url: 'https://jira.example.com/', username: 'bot', password: 'hidden' };
      await owner.api.put(`${path}/jira`, { ...sent, commit_events: false });
      const events = { commit_events: false, merge_requests_events: true };
      expect((await owner.api.get(`${path}/jira`)).body).toMatchObject(events);
      await owner.api.put(`${path}/jira`, { ...sent, merge_requests_events: false });
      const off = { commit_events: false, merge_requests_events: false };
      expect((await owner.api.get(`${path}/jira`)).body).toMatchObject(off);
      await owner.api.delete(`${path}/jira`);
    });

    it('accepts an empty selection of branches', async () => {
      const { status, body } = await owner.api.put(`${path}/slack`, { webhook, branches_to_be_notified: '' });
      expect(status).toBe(200);
      expect(body.properties.branches_to_be_notified).toBe('');
      await owner.api.delete(`${path}/slack`);
    });

    it('stores the title of a tracker', async () => {
      const urls = { issues_url: 'https://t.example.com/:id', project_url: 'https://t.example.com' };
      const sent = { ...urls, new_issue_url: 'https://t.example.com/new', title: 'Our tracker' };
      const { body } = await owner.api.put(`${path}/custom-issue-tracker`, sent);
      expect(body).toMatchObject({ title: 'Our tracker', properties: urls });
      await owner.api.delete(`${path}/custom-issue-tracker`);
    });

    it.each(['hipchat', 'nothing'])('returns 404 for the integration %s', async (slug) => {
      const missing = { status: 404, body: { message: '404 Service Not Found' } };
      expect(await owner.api.put(`${path}/${slug}`, { token: 'x' })).toMatchObject(missing);
      expect(await owner.api.get(`${path}/${slug}`)).toMatchObject(missing);
      expect(await owner.api.delete(`${path}/${slug}`)).toMatchObject(missing);
    });

    it('requires a maintainer', async () => {
      const [developer, maintainer] = await Promise.all([
        createMember(owner.api, `/projects/${project.id}`, 30),
        borrowMember(owner.api, `/projects/${project.id}`, 40),
      ]);
      const stranger = await createUser();
      for (const [{ api }, status] of [
        [developer, 403],
        [stranger, 404],
      ] as const) {
        expect((await api.get(path)).status).toBe(status);
        expect((await api.get(`${path}/slack`)).status).toBe(status);
        expect((await api.put(`${path}/slack`, { webhook })).status).toBe(status);
        expect((await api.delete(`${path}/slack`)).status).toBe(status);
      }
      expect((await maintainer.api.get(path)).status).toBe(200);
    });
  });

  describe('GET /projects/:id/services/:slug', () => {
    it('shows the defaults of an integration that was never set up', async () => {
      const { status, body } = await owner.api.get(`${path}/pipelines-email`);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: null,
        title: 'Pipelines emails',
        slug: 'pipelines-email',
        created_at: null,
        updated_at: null,
        active: false,
        ...disabledEvents,
        pipeline_events: true,
        ...fixed,
        properties: {
          recipients: null,
          add_pusher: false,
          notify_only_broken_pipelines: true,
          branches_to_be_notified: 'default',
        },
      });
    });
  });

  describe('GET /projects/:id/services', () => {
    it('lists the active integrations without their properties', async () => {
      await owner.api.put(`${path}/external-wiki`, { external_wiki_url: 'https://wiki.example.com' });
      const alias = `/projects/${project.id}/integrations`;
      expect((await owner.api.put(`${alias}/slack`, { webhook })).status).toBe(200);
      const { body } = await owner.api.get(path);
      expect((await owner.api.get(alias)).body).toEqual(body);
      expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(['external-wiki', 'slack']);
      expect(body[1]).not.toHaveProperty('properties');
    });
  });

  describe('DELETE /projects/:id/services/:slug', () => {
    it('removes an integration, whether it exists or not', async () => {
      await owner.api.put(`${path}/external-wiki`, { external_wiki_url: 'https://wiki.example.com' });
      expect((await owner.api.delete(`${path}/external-wiki`)).status).toBe(204);
      expect((await owner.api.delete(`${path}/external-wiki`)).status).toBe(204);
      expect((await owner.api.get(`${path}/external-wiki`)).body).toMatchObject({ active: false, id: null });
    });
  });

  describe('messages', () => {
    async function received(at: string, matches: (body: ReceivedRequest['body']) => boolean) {
      const found = await waitFor(
        () => Promise.resolve(receiver.received.find(({ path: to, body }) => to === at && matches(body))),
        (request) => request !== undefined,
      );
      return (found as ReceivedRequest).body;
    }

    beforeAll(async () => {
      const all = { ...disabledEvents, ...Object.fromEntries(Object.keys(disabledEvents).map((name) => [name, true])) };
      const named = { username: 'forge', channel: '#all', issue_channel: '#issues', push_channel: '#push' };
      const branches = { branches_to_be_notified: 'default', notify_only_broken_pipelines: true };
      await owner.api.put(`${path}/slack`, {
        ...all,
        ...named,
        webhook: `${receiver.url}/slack`,
        ...branches,
      });
      const everything = { branches_to_be_notified: 'all', notify_only_broken_pipelines: false };
      await owner.api.put(`${path}/mattermost`, { ...all, ...everything, webhook: `${receiver.url}/mattermost` });
      await owner.api.put(`${path}/microsoft-teams`, { ...all, ...everything, webhook: `${receiver.url}/teams` });
    });

    async function commit(branch: string, file: string): Promise<string> {
      const main = String(project['default_branch']);
      const { status, body } = await owner.api.post(`/projects/${project.id}/repository/commits`, {
        branch,
        commit_message: `Adds ${file} <b>`,
        actions: [{ action: 'create', file_path: file, content: 'x' }],
        ...(branch !== main && { start_branch: main }),
      });
      expect(status).toBe(201);
      return body.id as string;
    }

    it('are sent for pushes to the configured branches, in the channel for pushes', async () => {
      const other = await commit('other', 'other.txt');
      const id = await commit(String(project['default_branch']), 'one.txt');
      const message = await received('/slack', ({ attachments }) => attachments?.[0].text.includes(id.slice(0, 8)));
      expect(message).toEqual({
        channel: '#push',
        username: 'forge',
        text: expect.stringMatching(/\) pushed to branch <http.*> of <http.*> \(<http.*\|Compare changes>\)$/),
        attachments: [
          {
            color: expect.stringMatching(/^#/),
            fallback: expect.any(String),
            text: expect.stringContaining('Adds one.txt &lt;b&gt;'),
          },
        ],
      });
      const unnamed = await received('/mattermost', ({ attachments }) =>
        attachments?.[0].text.includes(other.slice(0, 8)),
      );
      expect(unnamed).not.toHaveProperty('channel');
      expect(receiver.received.filter(({ path: to, body }) => to === '/slack' && body.text.includes('other'))).toEqual(
        [],
      );
    });

    it('are sent to a changed webhook from the next event on, and no longer to the previous one', async () => {
      const { id } = await createProject(owner.api);
      const moveTo = (where: string) =>
        owner.api.put(`/projects/${id}/services/mattermost`, {
          ...disabledEvents,
          issues_events: true,
          webhook: `${receiver.url}${where}`,
        });
      const notify = async (where: string, title: string) => {
        await owner.api.post(`/projects/${id}/issues`, { title });
        await received(where, ({ text }) => text.includes(title));
      };
      await moveTo('/first');
      await notify('/first', 'Alpha');
      await moveTo('/second');
      await notify('/second', 'Beta');
      const titles = receiver.received.filter(({ path: to }) => to === '/first').map(({ body }) => body.text as string);
      expect(titles).toEqual([expect.stringContaining('Alpha')]);
    });

    it('are sent for issues and notes, and mention no one', async () => {
      const { body: issue } = await owner.api.post(`/projects/${project.id}/issues`, { title: 'Hi @all <!channel>' });
      const opened = await received('/slack', ({ text }) => text.includes('opened issue'));
      expect(opened).toMatchObject({ channel: '#issues' });
      expect(opened.text).toContain(`<${String(issue.web_url)}|#${issue.iid} Hi @all &lt;!channel&gt;>`);
      const elsewhere = await received('/mattermost', ({ text }) => text.includes('opened issue'));
      expect(elsewhere.text).not.toContain('@all');
      await owner.api.post(`/projects/${project.id}/issues/${issue.iid}/notes`, { body: 'Seen' });
      const noted = await received('/teams', ({ sections }) => sections?.[0].activityTitle.includes('commented on'));
      expect(noted).toMatchObject({ '@type': 'MessageCard', sections: [{}, { text: 'Seen' }] });
      await owner.api.put(`/projects/${project.id}/issues/${issue.iid}`, { title: 'Hello' });
      await owner.api.put(`/projects/${project.id}/issues/${issue.iid}`, { state_event: 'close' });
      await received('/slack', ({ text }) => text.includes('closed issue'));
      expect(receiver.received.filter(({ body }) => body.text?.includes('edited issue'))).toEqual([]);
    });

    it('are sent for failed pipelines, and for others only if configured', async () => {
      const branch = String(project['default_branch']);
      const { body } = await owner.api.get(`/projects/${project.id}/repository/branches/${branch}`);
      const statuses = `/projects/${project.id}/statuses/${String(body.commit.id)}`;
      await owner.api.post(statuses, { state: 'success', ref: branch });
      await received('/mattermost', ({ text }) => text.includes(' passed'));
      await owner.api.post(statuses, { state: 'failed', ref: branch, name: 'second' });
      const failed = await received('/slack', ({ text }) => text.includes(' failed'));
      expect(failed).toMatchObject({ channel: '#all' });
      expect(
        receiver.received.filter(({ path: to, body: sent }) => to === '/slack' && sent.text.includes(' passed')),
      ).toEqual([]);
    });

    it('are sent in the formats of further chats', async () => {
      const { id } = await createProject(owner.api);
      const settings = { ...disabledEvents, issues_events: true };
      await owner.api.put(`/projects/${id}/services/discord`, { ...settings, webhook: `${receiver.url}/discord` });
      await owner.api.put(`/projects/${id}/services/hangouts-chat`, {
        ...settings,
        webhook: `${receiver.url}/hangouts`,
      });
      await owner.api.post(`/projects/${id}/issues`, { title: 'Hi @all <users/all>', description: 'More' });
      const embed = await received('/discord', ({ embeds }) => embeds?.[0].description.includes('opened issue'));
      expect(embed).toEqual({
        embeds: [
          {
            description: expect.stringMatching(/@\u200ball .*\nMore$/),
            color: expect.any(Number),
            author: { name: `Name of ${owner.username}` },
          },
        ],
        allowed_mentions: { parse: [] },
      });
      const plain = await received('/hangouts', ({ text }) => text?.includes('opened issue'));
      expect(plain).toEqual({
        text: expect.stringMatching(/^Name of .* <http[^>]*\|#1 Hi @all ‹users\/all›> .*\nMore$/),
      });
    });

    it('are logged without their URL', async () => {
      const { body } = await asRoot().get('/admin/hook_deliveries?per_page=100');
      const own = body.filter(({ project_id: id }: { project_id: number }) => id === project.id);
      expect(own.length).toBeGreaterThan(0);
      for (const { url } of own) expect([receiver.url, '']).toContain(url);
    });
  });

  describe('requests to other systems', () => {
    let path: string;
    let branch: string;
    let projectPath: string;
    beforeAll(async () => {
      const made = await createProject(owner.api, { initialize_with_readme: true });
      path = `/projects/${made.id}`;
      ({ default_branch: branch, path_with_namespace: projectPath } = (await owner.api.get(path)).body as {
        default_branch: string;
        path_with_namespace: string;
      });
    });

    /** A request about any event, or about the given commit. */
    async function requestTo(start: string, commitId?: string): Promise<ReceivedRequest> {
      const isAbout = ({ path: to, body }: ReceivedRequest): boolean =>
        to.startsWith(start) && (commitId === undefined || body.after === commitId);
      const found = await waitFor(
        () => Promise.resolve(receiver.received.find(isAbout)),
        (request) => request !== undefined,
      );
      return found as ReceivedRequest;
    }

    async function commit(): Promise<string> {
      const file = `${unique('file')}.txt`;
      const { status, body } = await owner.api.post(`${path}/repository/commits`, {
        branch,
        commit_message: `Adds ${file}`,
        actions: [{ action: 'create', file_path: file, content: 'x' }],
      });
      expect(status).toBe(201);
      return body.id as string;
    }

    const setUp = async (slug: string, fields: object): Promise<void> => {
      expect((await owner.api.put(`${path}/services/${slug}`, fields)).status).toBe(200);
    };
    const user = { username: 'bot', password: 'hidden' };
    const authorization = `Basic ${Buffer.from('bot:hidden').toString('base64')}`;

    it('are sent for pushes, with credentials that are not stored with them', async () => {
      const base = receiver.url;
      await setUp('jenkins', { jenkins_url: `${base}/jenkins/`, project_name: 'folder/job', ...user });
      await setUp('drone-ci', { drone_url: `${base}/drone`, token: 'secret-token' });
      await setUp('teamcity', { teamcity_url: `${base}/teamcity`, build_type: 'Build', ...user });
      await setUp('bamboo', { bamboo_url: `${base}/bamboo`, build_key: 'A-B', ...user });
      await setUp('packagist', { server: `${base}/packagist`, username: 'bot', token: 'secret-token' });
      const id = await commit();
      const payload = { object_kind: 'push', ref: `refs/heads/${branch}`, after: id };
      expect(await requestTo('/jenkins', id)).toMatchObject({
        path: '/jenkins/project/folder/job',
        method: 'POST',
        headers: { authorization, 'x-gitlab-event': 'Push Hook', 'content-type': 'application/json' },
        body: payload,
      });
      const [owned, name] = projectPath.split('/');
      expect(await requestTo('/drone', id)).toMatchObject({
        path: `/drone/hook?access_token=secret-token&owner=${owned}&name=${name}`,
        body: payload,
      });
      expect(await requestTo('/teamcity')).toMatchObject({
        path: '/teamcity/httpAuth/app/rest/buildQueue',
        headers: { authorization, 'content-type': 'application/xml' },
        body: `<build branchName="${branch}"><buildType id="Build"/></build>`,
      });
      expect(await requestTo('/bamboo')).toMatchObject({
        path: '/bamboo/updateAndBuild.action?buildKey=A-B&os_authType=basic',
        method: 'GET',
        headers: { authorization },
        body: '',
      });
      expect(await requestTo('/packagist', id)).toMatchObject({
        path: '/packagist/api/update-package?username=bot&apiToken=secret-token',
        body: payload,
      });
    });

    it('set the status of commits when their pipelines change', async () => {
      await setUp('github', { repository_url: `${receiver.url}/owner/name`, token: 'secret-token' });
      const id = await commit();
      await owner.api.post(`${path}/statuses/${id}`, { state: 'success', ref: branch });
      expect(await requestTo('/api/v3')).toMatchObject({
        path: `/api/v3/repos/owner/name/statuses/${id}`,
        headers: { authorization: 'token secret-token' },
        body: { state: 'success', description: 'The pipeline passed' },
      });
    });

    it('lose a stored password when they go elsewhere', async () => {
      const at = `${path}/services/jenkins`;
      await owner.api.put(at, { jenkins_url: `${receiver.url}/moved`, project_name: 'job', username: 'bot' });
      await commit();
      const { headers } = await requestTo('/moved');
      expect(headers.authorization).toBe(`Basic ${Buffer.from('bot:').toString('base64')}`);
    });
  });
});
