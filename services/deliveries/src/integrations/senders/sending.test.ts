import { type IntegrationDocument, parseRepositoryUrl, type Properties } from '#integrations/settings';
import type { IntegrationSenderDeps } from './deps';
import { senders } from './senders';
import type { HookPayload, Message, Target } from './sender';

const zero = '0'.repeat(40);
const sha = 'a'.repeat(40);
const project = { web_url: 'https://f.example/g/p', path_with_namespace: 'g/s/p', name: 'P', namespace: 'S' };
const push = {
  object_kind: 'push',
  ref: 'refs/heads/main',
  before: sha,
  after: sha,
  user_name: 'Ada',
  total_commits_count: 2,
  project,
};
const deps = { urls: { base: 'https://f.example', host: 'f.example', hostname: 'f.example' } } as IntegrationSenderDeps;

/** The message about an event with the given settings. */
async function messageOf(slug: string, payload: HookPayload, properties: Properties): Promise<Message | null> {
  const integration = { slug, project_id: 1 } as IntegrationDocument;
  return (await senders.get(slug)?.message({ deps, integration, properties, payload })) ?? null;
}

function targetOf(slug: string, properties: Properties): Target | undefined {
  return senders.get(slug)?.target(properties);
}

describe('targets of integrations', () => {
  const user = { username: 'bot', password: 'naïve' };
  const basic = `Basic ${Buffer.from('bot:naïve').toString('base64')}`;

  it.each([
    [
      'jenkins',
      { jenkins_url: 'https://j.example/ci/', project_name: 'a folder/job' },
      'https://j.example/ci/project/a%20folder/job',
    ],
    ['drone-ci', { drone_url: 'https://d.example', token: 'a&b' }, 'https://d.example/hook?access_token=a%26b'],
    ['buildkite', { token: 'a/../b' }, 'https://webhook.buildkite.com/deliver/a%2F..%2Fb'],
    ['teamcity', { teamcity_url: 'https://t.example?x=1' }, 'https://t.example/httpAuth/app/rest/buildQueue'],
    [
      'bamboo',
      { bamboo_url: 'https://b.example/x', build_key: 'A-B' },
      'https://b.example/x/updateAndBuild.action?buildKey=A-B',
    ],
    ['github', { repository_url: 'https://github.com/o/r.git' }, 'https://api.github.com/repos/o/r/statuses'],
    ['packagist', { username: 'u', token: 't' }, 'https://packagist.org/api/update-package?username=u&apiToken=t'],
    [
      'packagist',
      { server: 'https://p.example/', username: 'u', token: 't' },
      'https://p.example/api/update-package?username=u&apiToken=t',
    ],
    ['discord', { webhook: 'https://c.example/1' }, 'https://c.example/1'],
  ])('of %s with %j', (slug, properties, url) => expect(targetOf(slug, properties)?.url).toBe(url));

  it('carry credentials in a header', () => {
    const jenkins = { jenkins_url: 'https://j.example', project_name: 'job' };
    expect(targetOf('jenkins', { ...jenkins, ...user })?.headers).toEqual({ Authorization: basic });
    expect(targetOf('jenkins', jenkins)?.headers).toEqual({});
    const bamboo = targetOf('bamboo', { bamboo_url: 'https://b.example', build_key: 'A', ...user });
    expect(bamboo).toMatchObject({ method: 'GET', headers: { Authorization: basic } });
    expect(bamboo?.url).toContain('os_authType=basic');
  });
});

describe('messages of integrations', () => {
  it.each(['drone-ci', 'teamcity', 'bamboo'])('are not sent to %s for deletions', async (slug) => {
    expect(await messageOf(slug, { ...push, after: zero }, {})).toBeNull();
    expect(await messageOf(slug, push, {})).not.toBeNull();
  });

  it('name the project for drone-ci', async () => {
    expect(await messageOf('drone-ci', push, {})).toEqual({
      data: JSON.stringify(push),
      url_suffix: '&owner=g%2Fs&name=p',
    });
  });

  it('name the branch for teamcity, escaped', async () => {
    const xml = { data: '<build branchName="a&lt;&quot;b"><buildType id="T&amp;1"/></build>' };
    expect(await messageOf('teamcity', { ...push, ref: 'refs/heads/a<"b' }, { build_type: 'T&1' })).toEqual(xml);
    const request = (attributes: object) => ({
      object_kind: 'merge_request',
      project,
      object_attributes: { source_branch: 'topic', ...attributes },
    });
    const topic = { data: '<build branchName="topic"><buildType id="T"/></build>' };
    expect(await messageOf('teamcity', request({ action: 'open' }), { build_type: 'T' })).toEqual(topic);
    expect(await messageOf('teamcity', request({ action: 'update', oldrev: sha }), { build_type: 'T' })).toEqual(topic);
    expect(await messageOf('teamcity', request({ action: 'update' }), { build_type: 'T' })).toBeNull();
  });

  it.each([
    [{ after: zero }, 'Ada deleted branch "main".'],
    [{ before: zero }, 'Ada pushed new branch "main".\nTotal commits count: 2'],
    [{}, 'Ada pushed to branch "main".\nTotal commits count: 2'],
  ])('tell devices about a push %j', async (fields, message) => {
    const keys = { api_key: 'app', user_key: 'user', priority: '1', device: '', sound: 'bike' };
    const sent = await messageOf('pushover', { ...push, ...fields }, keys);
    expect(JSON.parse(sent?.data ?? '')).toEqual({
      priority: '1',
      title: 'S / P',
      message,
      url: project.web_url,
      url_title: 'See project S / P',
      sound: 'bike',
    });
    const { url, headers, completeBody } = targetOf('pushover', keys) ?? {};
    expect({ url, headers }).toEqual({
      url: 'https://api.pushover.net/1/messages.json',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const form = new URLSearchParams(completeBody?.(sent?.data ?? ''));
    expect(Object.fromEntries(form)).toMatchObject({ token: 'app', user: 'user', message, sound: 'bike' });
  });

  it.each([
    ['success', 'success', 'passed'],
    ['failed', 'failure', 'failed'],
    ['canceled', 'error', 'was canceled'],
    ['running', 'pending', 'is running'],
    ['created', 'pending', 'is pending'],
  ])('set the status of a commit: %s', async (status, state, words) => {
    const pipeline = { object_kind: 'pipeline', project, object_attributes: { id: 7, sha, ref: 'main', status } };
    const sent = await messageOf('github', pipeline, {});
    expect(sent?.url_suffix).toBe(`/${sha}`);
    expect(JSON.parse(sent?.data ?? '')).toEqual({
      state,
      target_url: `${project.web_url}/pipelines/7`,
      description: `The pipeline ${words}`,
      context: 'ci/f.example',
    });
    const named = await messageOf('github', pipeline, { static_context: false });
    expect(JSON.parse(named?.data ?? '')).toMatchObject({ context: 'ci/main' });
  });
});

describe('the URL of a repository', () => {
  it.each([
    ['https://github.com/o/r', { api: 'https://api.github.com', path: 'o/r' }],
    ['http://h.example:8080/o/r.git', { api: 'http://h.example:8080/api/v3', path: 'o/r' }],
    ['https://github.com/o', null],
    ['https://github.com/o/r/tree/main', null],
    ['no url', null],
  ])('%s', (repository_url, expected) => expect(parseRepositoryUrl({ repository_url })).toEqual(expected));
});
