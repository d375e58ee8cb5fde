/** Settings of external services take effect: asset proxy, diagrams, external authorization. */
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  api,
  asRoot,
  createUser,
  mesh,
  unique,
  create,
  createProjectWithReadme,
  type ApiClient,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';
import { withSettings } from './support/settings';
import { addKey, createKey, withKey, type Key } from './support/ssh';

const settingsPath = '/application/settings';
const foreign = 'http://pictures.example/a.png';

async function contentPolicy(): Promise<string> {
  const response = await fetch(`${mesh().url}/explore`, { headers: { Accept: 'text/html' } });
  return response.headers.get('content-security-policy') ?? '';
}

describe('PUT /application/settings: asset proxy', () => {
  const secret = 'shared with the proxy';
  const settings = {
    asset_proxy_enabled: true,
    asset_proxy_url: 'https://assets.example/camo/',
    asset_proxy_secret_key: secret,
    asset_proxy_allowlist: ['*.cdn.example'],
  };
  const digest = createHmac('sha1', secret).update(foreign).digest('hex');
  const proxied = `https://assets.example/camo/${digest}/${Buffer.from(foreign).toString('hex')}`;
  afterAll(() => asRoot().put(settingsPath, { asset_proxy_secret_key: null }));

  it('loads pictures of other hosts through the proxy, in texts, badges and pages', async () => {
    const owner = await createUser();
    const text = `![a](${foreign}) ![b](https://eu.cdn.example/b.png)`;
    const project = await createProjectWithReadme(owner.api, { visibility: 'public' });
    const path = `/projects/${project.id}`;
    await owner.api.post(`${path}/releases`, { tag_name: 'v1', ref: 'master', description: text });
    await owner.api.post(`${path}/repository/branches`, { branch: 'other', ref: 'master' });
    const { body: request } = await owner.api.post(`${path}/merge_requests`, {
      source_branch: 'other',
      target_branch: 'master',
      title: 'Pictures',
      description: text,
    });
    const badge = { link_url: 'https://forge.example', image_url: foreign };
    await owner.api.post(`${path}/badges`, badge);
    const read = async () => ({
      markdown: (await owner.api.post('/markdown', { text, gfm: true })).body.html,
      plain: (await api().post('/markdown', { text })).body.html,
      release: (await owner.api.get(`${path}/releases/v1`)).body.description_html,
      request: (await owner.api.get(`${path}/merge_requests/${request.iid}?render_html=true`)).body.description_html,
    });
    const badges = async () => [
      (await owner.api.get(`${path}/badges`)).body[0].rendered_image_url,
      (await owner.api.get(`${path}/badges/render?${new URLSearchParams(badge)}`)).body.rendered_image_url,
    ];
    for (const html of Object.values(await read())) expect(html).toContain(`src="${foreign}"`);
    await withSettings(settings, async () => {
      for (const html of Object.values(await read())) {
        expect(html).toContain(`<img src="${proxied}" alt="a" data-canonical-src="${foreign}" />`);
        expect(html).toContain('<img src="https://eu.cdn.example/b.png" alt="b" />');
      }
      expect(await badges()).toEqual([proxied, proxied]);
      const policy = await contentPolicy();
      expect(policy).toContain('https://assets.example *.cdn.example;');
      expect(policy).not.toContain('https:;');
    });
    for (const html of Object.values(await read())) expect(html).toContain(`src="${foreign}"`);
    expect(await badges()).toEqual([foreign, foreign]);
    expect(await contentPolicy()).toContain('blob: https:;');
  });

  it('requires the secret, in the same request or before', async () => {
    const { asset_proxy_secret_key: _, ...others } = settings;
    await asRoot().put(settingsPath, { asset_proxy_secret_key: null });
    const blank = { message: { asset_proxy_secret_key: ["can't be blank"] } };
    expect(await asRoot().put(settingsPath, others)).toMatchObject({ status: 400, body: blank });
    await asRoot().put(settingsPath, { asset_proxy_secret_key: secret });
    await withSettings(others, async () => {
      for (const none of [null, ''])
        expect(await asRoot().put(settingsPath, { asset_proxy_secret_key: none })).toMatchObject({
          status: 400,
          body: blank,
        });
      const { asset_proxy_url: missing } = settings;
      expect(await asRoot().put(settingsPath, { asset_proxy_enabled: true })).toMatchObject({
        status: 400,
        body: { error: 'asset_proxy_url is missing' },
      });
      expect((await asRoot().get(settingsPath)).body).toMatchObject({
        asset_proxy_url: missing,
        asset_proxy_whitelist: ['*.cdn.example'],
        asset_proxy_allowlist: ['*.cdn.example'],
      });
    });
  });

  it.each([["a.example; script-src 'unsafe-inline'"], ['ä.example'], ['https://a.example']])(
    'refuses %j as a domain that is not proxied',
    async (pattern) => {
      expect(await asRoot().put(settingsPath, { asset_proxy_whitelist: [pattern] })).toMatchObject({
        status: 400,
        body: { message: { asset_proxy_whitelist: ['must be host names in ASCII'] } },
      });
    },
  );
});

describe('PUT /application/settings: PlantUML', () => {
  it('shows code blocks as diagrams of the server', async () => {
    const text = '```plantuml\nBob -> Alice : hello\n```';
    const render = async (): Promise<string> => (await api().post('/markdown', { text, gfm: true })).body.html;
    await withSettings({ plantuml_enabled: true, plantuml_url: 'http://plantuml.example:8080/' }, async () => {
      expect(await render()).toMatch(/<img src="http:\/\/plantuml\.example:8080\/png\/[\w-]+" alt="PlantUML diagram"/);
      expect(await contentPolicy()).toContain('https: http://plantuml.example:8080;');
      await withSettings(
        {
          asset_proxy_enabled: true,
          asset_proxy_url: 'https://assets.example',
          asset_proxy_secret_key: 'shared with the proxy',
        },
        async () => expect(await render()).toContain('src="http://plantuml.example:8080/png/'),
      );
    });
    expect(await render()).toContain('<code class="language-plantuml">');
    expect(await contentPolicy()).not.toContain('plantuml.example');
  });
});

describe('PUT /application/settings: external authorization', () => {
  const folder = temporaryFolder('external');
  let server: Server;
  let url: string;
  let received: Record<string, unknown>[] = [];
  let owner: TestUser;
  let project: TestProject;
  let secret: TestProject;
  let key: Key;
  beforeAll(async () => {
    server = createServer((request, reply) => {
      void json(request).then((body) => {
        const question = body as Record<string, unknown>;
        received.push(question);
        const isDenied = question['project_classification_label'] === 'secret';
        if (isDenied) reply.writeHead(403).end('{"reason":"Not cleared"}');
        else reply.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    owner = await createUser();
    project = await createProjectWithReadme(owner.api, { visibility: 'public' });
    secret = await createProjectWithReadme(owner.api, {
      visibility: 'public',
      external_authorization_classification_label: 'secret',
    });
    await create(owner.api, `/projects/${secret.id}/issues`, { title: 'Plan' });
    await create(owner.api, `/projects/${project.id}/issues`, { title: 'Plan' });
    key = await createKey(folder);
    await addKey(owner, key);
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const enabled = (work: () => Promise<void>, changed: object = {}): Promise<void> =>
    withSettings(
      {
        external_authorization_service_enabled: true,
        external_authorization_service_default_label: 'open',
        external_authorization_service_timeout: 5,
        external_authorization_service_url: `${url}${unique('run')}`,
        ...changed,
      },
      work,
    );
  const denied = { status: 403, body: { message: '403 Forbidden - Not cleared' } };

  it('denies members and administrators the projects that the service denies', async () => {
    received = [];
    await enabled(async () => {
      for (const caller of [owner.api, asRoot()]) {
        expect((await caller.get(`/projects/${project.id}`)).status).toBe(200);
        expect(await caller.get(`/projects/${secret.id}`)).toMatchObject(denied);
        expect(await caller.get(`/projects/${encodeURIComponent(secret.path_with_namespace)}/issues`)).toMatchObject(
          denied,
        );
        expect(await caller.post(`/projects/${secret.id}/issues`, { title: 'New' })).toMatchObject(denied);
      }
      // Anonymous callers cannot be identified to the service.
      expect((await api().get(`/projects/${project.id}`)).status).toBe(404);
      const stranger = await createUser();
      const hidden = await createProjectWithReadme(owner.api);
      expect((await stranger.api.get(`/projects/${hidden.id}`)).status).toBe(404);
    });
    expect(received).toContainEqual({
      user_identifier: `${owner.username}@example.com`,
      project_classification_label: 'secret',
      identities: [],
    });
    expect((await owner.api.get(`/projects/${secret.id}`)).status).toBe(200);
    expect((await api().get(`/projects/${project.id}`)).status).toBe(200);
  });

  it('leaves denied projects and their issues out of lists', async () => {
    const ids = async (caller: ApiClient, path: string): Promise<number[]> =>
      (await caller.get(path)).body.map(({ id, project_id }: Created) => (project_id ?? id) as number);
    const lists = [`/users/${owner.id}/projects`, `/projects?search=${secret['name']}`, '/issues?scope=all'];
    for (const path of lists) expect(await ids(owner.api, path)).toContain(secret.id);
    await enabled(async () => {
      for (const caller of [owner.api, asRoot()])
        for (const path of [...lists, `/search?scope=projects&search=${secret['name']}`])
          expect(await ids(caller, path)).not.toContain(secret.id);
      expect(await ids(owner.api, lists[0] ?? '')).toContain(project.id);
      expect(await ids(owner.api, '/issues?scope=all')).toContain(project.id);
      expect((await api().get('/projects')).body).toEqual([]);
    });
  });

  it('applies to git over HTTP and SSH, and refuses deploy tokens and deploy keys', async () => {
    const deployKey = await createKey(folder);
    await create(owner.api, `/projects/${project.id}/deploy_keys`, { title: 'key', key: deployKey.text });
    const token = await create(owner.api, `/projects/${project.id}/deploy_tokens`, {
      name: 'token',
      scopes: ['read_repository'],
    });
    const withToken = cloneUrl(mesh().url, project.path_with_namespace, token['token'], token['username']);
    const http = (path: string): string => cloneUrl(mesh().url, path, owner.token);
    const ssh = (to: TestProject, by: Key): string[] => [...withKey(by), 'ls-remote', to['ssh_url_to_repo']];
    expect(await git(folder, 'ls-remote', withToken)).toContain('HEAD');
    expect(await git(folder, ...ssh(project, deployKey))).toContain('HEAD');
    await enabled(async () => {
      expect(await git(folder, 'ls-remote', http(project.path_with_namespace))).toContain('HEAD');
      expect(await git(folder, ...ssh(project, key))).toContain('HEAD');
      expect(await gitFailure(folder, 'ls-remote', http(secret.path_with_namespace))).toContain('Not cleared');
      expect(await gitFailure(folder, ...ssh(secret, key))).toContain('Not cleared');
      expect(await gitFailure(folder, 'ls-remote', `${mesh().url}/${project.path_with_namespace}.git`)).toMatch(
        /could not read Username|Authentication failed/,
      );
      const refused = 'cannot be used with external authorization';
      expect(await gitFailure(folder, 'ls-remote', withToken)).toContain(refused);
      expect(await gitFailure(folder, ...ssh(project, deployKey))).toContain(refused);
    });
    expect(await git(folder, 'ls-remote', http(secret.path_with_namespace))).toContain('HEAD');
  });

  it('denies access if the service fails', async () => {
    const message = '403 Forbidden - External authorization denied access to this project';
    await enabled(
      async () =>
        expect(await owner.api.get(`/projects/${project.id}`)).toMatchObject({ status: 403, body: { message } }),
      { external_authorization_service_url: 'http://127.0.0.1:9/' },
    );
  });

  it('refuses labels that their author may not access', async () => {
    const name = 'external_authorization_classification_label';
    const refusal = { status: 400, body: { message: { [name]: ['is unavailable: Not cleared'] } } };
    await enabled(async () => {
      expect(await owner.api.put(`/projects/${project.id}`, { [name]: 'secret' })).toMatchObject(refusal);
      expect(await owner.api.post('/projects', { name: unique('p'), [name]: 'secret' })).toMatchObject(refusal);
      expect((await owner.api.put(`/projects/${project.id}`, { [name]: 'known' })).status).toBe(200);
    });
  });
});
