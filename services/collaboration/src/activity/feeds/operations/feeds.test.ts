import {
  api,
  createIssue,
  createProject,
  createUser,
  waitFor,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';

describe('feeds of a project', () => {
  let owner: TestUser;
  let open: string;
  let closed: string;
  beforeAll(async () => {
    owner = await createUser();
    open = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
    closed = `/projects/${(await createProject(owner.api)).id}`;
    await createIssue(owner.api, open, { title: 'Less < more', description: 'A text' });
    await createIssue(owner.api, open, { title: 'Secret', confidential: true });
    await createIssue(owner.api, closed, { title: 'Inside' });
  });

  async function feedOf(address: string, client: ApiClient = api()): Promise<string> {
    const response = await client.get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    return String(response.body);
  }

  it('GET /projects/:id/feeds/issues has the open issues that the caller can read', async () => {
    const feed = await feedOf(`${open}/feeds/issues`);
    expect(feed).toContain('<title>Less &lt; more</title>');
    expect(feed).toContain('<summary type="text">A text</summary>');
    expect(feed).toMatch(/<link rel="alternate" type="text\/html" href="[^"]+\/-\/issues\/1"\/>/);
    expect(feed).not.toContain('Secret');
    expect(await feedOf(`${open}/feeds/issues`, owner.api)).toContain('Secret');
  });

  it('GET /projects/:id/feeds/activity has the events', async () => {
    const feed = await waitFor(
      () => feedOf(`${open}/feeds/activity`),
      (text) => text.includes('Less'),
    );
    expect(feed).toMatch(/<title>[^<]+ opened issue Less &lt; more<\/title>/);
    expect(feed).not.toContain('Secret');
  });

  it('are read with a token for feeds, which reads nothing else', async () => {
    const { body: token } = await owner.api.post('/personal_access_tokens', {
      name: 'Reader',
      scopes: ['read_feed'],
    });
    const secret = `private_token=${token.token}`;
    for (const feed of ['issues', 'activity']) {
      expect((await api().get(`${closed}/feeds/${feed}`)).status).toBe(404);
      expect((await (await createUser()).api.get(`${closed}/feeds/${feed}`)).status).toBe(404);
      await feedOf(`${closed}/feeds/${feed}?${secret}`);
    }
    expect(await feedOf(`${closed}/feeds/issues?${secret}`)).toContain('Inside');
    expect(await api().get(`${closed}/issues?${secret}`)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
  });
});
