import { api, createUser, createProject, type TestUser } from '@forgemesh/testing';

describe('POST /markdown', () => {
  it('renders for anonymous callers', async () => {
    for (const caller of [api(), (await createUser()).api]) {
      expect(await caller.post('/markdown', { text: '**a** :tada:' })).toMatchObject({
        status: 201,
        body: { html: '<p><strong>a</strong> :tada:</p>\n' },
      });
      const full = await caller.post('/markdown', { text: '- [x] a :tada:', gfm: true });
      expect(full.body.html).toMatch(/<input type="checkbox" disabled checked data-line="1" \/> a 🎉/);
    }
  });

  it.each([
    [{}, 'text is missing'],
    [{ text: '' }, 'text is empty'],
    [{ text: 'x'.repeat(1_000_001) }, 'text is too long (maximum is 1000000 characters)'],
    [{ text: 'a', gfm: 'maybe' }, 'gfm is invalid'],
  ])('rejects %#', async (request, error) => {
    const { status, body } = await (await createUser()).api.post('/markdown', request);
    expect({ status, body }).toEqual({ status: 400, body: { error } });
  });

  it('accepts the longest text in any script', async () => {
    const { status, body } = await (await createUser()).api.post('/markdown', { text: '中'.repeat(1_000_000) });
    expect({ status, isWhole: body.html.includes('中'.repeat(1_000_000)) }).toEqual({ status: 201, isWhole: true });
  });

  it('accepts 32,768 bytes without a token', async () => {
    const longest = 'ä'.repeat(16_384);
    expect((await api().post('/markdown', { text: longest })).body).toEqual({ html: `<p>${longest}</p>\n` });
    expect(await api().post('/markdown', { text: `${longest}a` })).toMatchObject({
      status: 400,
      body: { error: 'text is too long (maximum is 32768 bytes without a token)' },
    });
  });

  it('renders a cached text with the links of the current caller and state', async () => {
    const [owner, stranger] = [await createUser(), await createUser()];
    const project = await createProject(owner.api, { visibility: 'public' });
    const path = `/projects/${project.id}`;
    const fields = { title: 'first title', confidential: true };
    const issue = (await owner.api.post(`${path}/issues`, fields)).body as { iid: number };
    const text = `#${issue.iid} ${'word '.repeat(500)}`;
    const render = async (caller: TestUser): Promise<string> =>
      (await caller.api.post('/markdown', { text, gfm: true, project: project.id })).body.html as string;
    expect(await render(owner)).toContain('title="first title"');
    expect(await render(stranger)).not.toContain('first title');
    await owner.api.put(`${path}/issues/${issue.iid}`, { title: 'second title', confidential: false });
    for (const caller of [owner, stranger]) expect(await render(caller)).toContain('title="second title"');
  });

  it('accepts only projects that the caller may read', async () => {
    const [owner, stranger] = await Promise.all([createUser(), createUser()]);
    const hidden = await createProject(owner.api, { visibility: 'private' });
    const open = await createProject(owner.api, { visibility: 'public' });
    const render = (caller = api(), project: unknown = hidden.path_with_namespace): ReturnType<typeof caller.post> =>
      caller.post('/markdown', { text: 'a', gfm: true, project });
    expect((await render(owner.api)).status).toBe(201);
    expect((await render(api(), open.path_with_namespace)).status).toBe(201);
    expect((await render(api(), open.id)).status).toBe(201);
    for (const caller of [api(), stranger.api]) {
      const { status, body } = await render(caller);
      expect({ status, body }).toEqual({ status: 404, body: { message: '404 Project Not Found' } });
    }
    expect((await render(stranger.api, 'no/where')).status).toBe(404);
  });
});
