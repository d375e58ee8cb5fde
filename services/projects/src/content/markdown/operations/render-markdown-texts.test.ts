import { api, createIssue, createProject, createUser } from '@forgemesh/testing';

describe('POST /markdown/texts', () => {
  it('renders the texts in their order, with references to what the caller may read', async () => {
    const [owner, stranger] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner.api, { visibility: 'public' });
    const path = `/projects/${project.id}`;
    const issue = await createIssue(owner.api, path);
    const hidden = await createIssue(owner.api, path, { confidential: true });
    await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
    const texts = [`#${issue.iid}`, `\`\`\`\n#${issue.iid}`, '', `**a** #${hidden.iid}`, '[[Page]]'];
    const { status, body } = await stranger.api.post('/markdown/texts', {
      texts,
      project: project.path_with_namespace,
    });
    expect(status).toBe(201);
    const [first, code, empty, last, page] = (body.texts as { html: string }[]).map(({ html }) => html);
    expect(first).toMatch(
      new RegExp(
        `^<p><a href="[^"]+/-/issues/${issue.iid}" title="[^"]+" class="reference" data-reference-type="issue"`,
      ),
    );
    expect(first).toContain(`>#${issue.iid} (closed)</a></p>`);
    expect(code).toContain(`<pre><code>#${issue.iid}`);
    expect(empty).toBe('');
    expect(last).toBe(`<p><strong>a</strong> #${hidden.iid}</p>\n`);
    expect(page).toBe('<p>[[Page]]</p>\n');
    const inWiki = await owner.api.post('/markdown/texts', { texts: ['[[My Page]]'], wiki: true });
    expect(inWiki.body.texts[0].html).toContain('<a href="My-Page" class="wiki-link"');
  });

  it.each([
    [{}, 'texts is missing'],
    [{ texts: Array.from({ length: 101 }, () => 'a') }, 'texts has too many values (maximum is 100)'],
    [{ texts: ['x'.repeat(1_000_001)] }, /^texts.* is too long \(maximum is 1000000 characters\)$/],
  ])('rejects %#', async (request, error) => {
    const { status, body } = await (await createUser()).api.post('/markdown/texts', request);
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
  });

  it('accepts 32,768 bytes without a token', async () => {
    const half = 'ä'.repeat(8_192);
    const { status, body } = await api().post('/markdown/texts', { texts: [half, half] });
    expect({ status, length: body.texts.length }).toEqual({ status: 201, length: 2 });
    expect(await api().post('/markdown/texts', { texts: [half, half, 'a'] })).toMatchObject({
      status: 400,
      body: { error: 'texts are too long (maximum is 32768 bytes without a token)' },
    });
  });

  it('hides projects that the caller may not read', async () => {
    const [owner, stranger] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner.api, { visibility: 'private' });
    const request = { texts: ['a'], project: project.id };
    for (const caller of [api(), stranger.api])
      expect(await caller.post('/markdown/texts', request)).toMatchObject({
        status: 404,
        body: { message: '404 Project Not Found' },
      });
    expect((await owner.api.post('/markdown/texts', request)).status).toBe(201);
  });
});
