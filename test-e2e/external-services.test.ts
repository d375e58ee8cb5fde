/** Settings of external services take effect: asset proxy, diagrams. */
import { createHmac } from 'node:crypto';
import { api, asRoot, createUser, mesh, unique } from '@forgemesh/testing';
import { withSettings } from './support/settings';

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
    const { body: project } = await owner.api.post('/projects', {
      name: unique('pictures'),
      visibility: 'public',
      initialize_with_readme: true,
    });
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
