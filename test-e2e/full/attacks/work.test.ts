/** Work that a caller can multiply: others are not delayed, and too much is refused at once. */
import { asRoot, createUser, createProject, type ApiClient } from '@forgemesh/testing';

/** Names of labels. */
function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `label ${index}`);
}

describe('texts that are slow to render', () => {
  /** Takes longer than a text may take. */
  const slow = 'http://'.repeat(140_000);
  const readme = `# Title\n\n${'word '.repeat(2_000)}**end**\n`;

  it('of two callers in a loop leave the long text of another user rendered', async () => {
    const [one, other, reader] = [await createUser(), await createUser(), await createUser()];
    let isOver = false;
    let attempt = 0;
    const attack = async (attacker: ApiClient): Promise<void> => {
      while (!isOver) await attacker.post('/markdown', { text: `${slow}${attempt++}` });
    };
    // Both threads are busy, and each attacker has another text waiting.
    const attacks = [one, one, other, other].map(({ api }) => attack(api));
    try {
      for (const title of ['first', 'second']) {
        const { body } = await reader.api.post('/markdown', { text: `${title}\n\n${readme}`, gfm: true });
        expect(body.html).toContain('<h1>Title</h1>');
        expect(body.html).toContain('<strong>end</strong>');
      }
    } finally {
      isOver = true;
    }
    await Promise.all(attacks);
  });
});

describe('names of labels', () => {
  let project: string;
  beforeAll(async () => {
    const body = await createProject(asRoot());
    project = `/projects/${body.id}`;
  });
  afterAll(() => asRoot().delete(project));

  it('are refused before any label is created if there are 20,000', async () => {
    const issue = { title: 'labelled', labels: names(20_000).join() };
    expect(await asRoot().post(`${project}/issues`, issue)).toMatchObject({
      status: 400,
      body: { message: 'At most 100 labels are allowed' },
    });
    expect((await asRoot().get(`${project}/labels`)).body).toEqual([]);
    expect((await asRoot().get(`${project}/issues`)).body).toEqual([]);
  });

  it.each(['labels', 'not[labels]'])('in the filter %s are refused if there are 501', async (filter) => {
    const query = `${filter}=${encodeURIComponent(names(501).join())}`;
    for (const list of [`${project}/issues`, `${project}/merge_requests`, '/issues'])
      expect(await asRoot().get(`${list}?${query}`)).toMatchObject({
        status: 400,
        body: { error: `${filter} has too many values (maximum is 500)` },
      });
  });
});
