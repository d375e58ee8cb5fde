import { api, asRoot, waitFor, unique, commitFiles, borrowMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const anyone = api();
const kinds = [
  ['dockerfiles', 'Golang', /^FROM /m],
  ['gitignores', 'Node', /^node_modules\/$/m],
  ['gitlab_ci_ymls', 'Rust', /cargo test/],
] as const;

describe.each(kinds)('GET /templates/%s', (type, key, text) => {
  it('lists keys, and returns one template, for everyone', async () => {
    const list = await anyone.get(`/templates/${type}?per_page=100`);
    expect(list.body).toContainEqual({ key, name: key });
    expect(Number(list.headers.get('x-total'))).toBe(list.body.length);
    expect(list.body.length).toBeGreaterThanOrEqual(20);
    const { body } = await anyone.get(`/templates/${type}/${key}`);
    expect(body).toEqual({ name: key, content: expect.stringMatching(text) });
    for (const name of ['none', 'constructor', '__proto__'])
      expect(await anyone.get(`/templates/${type}/${name}`)).toMatchObject({
        status: 404,
        body: { message: `404 ${type.slice(0, -1)} Not Found` },
      });
  });
});

describe('GET /templates/licenses', () => {
  it('lists licenses with their terms', async () => {
    const { status, body } = await anyone.get('/templates/licenses');
    expect(status).toBe(200);
    const mit = body.find(({ key }: { key: string }) => key === 'mit');
    expect(mit).toEqual({
      key: 'mit',
      name: 'MIT License',
      nickname: null,
      html_url: 'https://choosealicense.com/licenses/mit/',
      source_url: expect.stringMatching(/^https?:/),
      popular: true,
      featured: true,
      description: expect.any(String),
      conditions: ['include-copyright'],
      permissions: ['commercial-use', 'modifications', 'distribution', 'private-use'],
      limitations: ['liability', 'warranty'],
      content: expect.stringContaining('[fullname]'),
    });
    const popular = await anyone.get('/templates/licenses?popular=1');
    expect(popular.body.map(({ key }: { key: string }) => key)).toEqual(['apache-2.0', 'gpl-3.0', 'mit']);
    expect(popular.headers.get('x-total')).toBe('3');
  });
});

describe('GET /templates/licenses/:key', () => {
  const year = String(new Date().getUTCFullYear());

  it('fills the placeholders', async () => {
    const values = 'fullname=Ada%20%24%26&project=Engine';
    const contentOf = async (key: string) => (await anyone.get(`/templates/licenses/${key}?${values}`)).body.content;
    expect(await contentOf('mit')).toContain(`Copyright (c) ${year} Ada $&`);
    expect(await contentOf('ISC')).toContain(`Copyright (c) ${year} Ada $&`);
    expect(await contentOf('apache-2.0')).toContain(`Copyright ${year} Ada $&`);
    const gpl = await contentOf('gpl-3.0');
    expect(gpl).toContain('Engine');
    expect(gpl).not.toMatch(/<(year|name of author)>/);
    expect((await anyone.get('/templates/licenses/mit')).body.content).toContain('[fullname]');
    const { body: me } = await root.get('/user');
    expect((await root.get('/templates/licenses/mit')).body.content).toContain(me.name);
    expect(await anyone.get('/templates/licenses/none')).toMatchObject({
      status: 404,
      body: { message: '404 License Not Found' },
    });
  });
});

describe('GET /projects/:id/templates/:type', () => {
  let project: TestRepository;
  let path: string;
  beforeAll(async () => {
    project = await createRepository({
      '.gitlab/issue_templates/Bug.md': 'Steps',
      '.gitlab/issue_templates/sub/No.md': 'x',
      '.gitlab/issue_templates/no.txt': 'x',
      '.gitlab/merge_request_templates/a b.md': 'What',
    });
    path = `/projects/${project.id}/templates`;
  });

  it("includes those of the instance, and the project's description templates", async () => {
    for (const [type, key, text] of kinds) {
      expect((await root.get(`${path}/${type}?per_page=100`)).body).toContainEqual({ key, name: key });
      expect((await root.get(`${path}/${type}/${key}`)).body.content).toMatch(text);
    }
    expect((await root.get(`${path}/licenses?per_page=100`)).body).toContainEqual({ key: 'mit', name: 'MIT License' });
    expect((await root.get(`${path}/licenses/mit?fullname=Ada`)).body).toMatchObject({
      key: 'mit',
      content: expect.stringContaining('Ada'),
    });
    expect((await root.get(`${path}/issues`)).body).toEqual([{ key: 'Bug', name: 'Bug' }]);
    expect((await root.get(`${path}/issues/Bug`)).body).toEqual({ name: 'Bug', content: 'Steps' });
    expect((await root.get(`${path}/merge_requests/a%20b`)).body).toEqual({ name: 'a b', content: 'What' });
  });

  it('refuses other types and keys', async () => {
    expect(await root.get(`${path}/recipes`)).toMatchObject({
      status: 400,
      body: { error: 'type does not have a valid value' },
    });
    for (const type of ['issues', 'dockerfiles', 'licenses'])
      expect(await root.get(`${path}/${type}/none`)).toMatchObject({
        status: 404,
        body: { message: '404 Template Not Found' },
      });
  });

  it('requires access to the project; for its own templates, access to its code', async () => {
    expect((await anyone.get(`${path}/licenses`)).status).toBe(404);
    const guest = await borrowMember(root, `/projects/${project.id}`, 10);
    expect((await guest.api.get(`${path}/licenses`)).status).toBe(200);
    expect((await guest.api.get(`${path}/issues`)).status).toBe(404);
    expect((await guest.api.get(`${path}/issues/Bug`)).status).toBe(404);
    const empty = await createEmptyRepository({ visibility: 'public' });
    expect(await anyone.get(`/projects/${empty.id}/templates/issues`)).toMatchObject({ status: 200, body: [] });
  });
});

describe('file_template_project_id', () => {
  it('adds the files of a project to the templates of the instance', async () => {
    const key = unique('own');
    const project = await createRepository();
    const files = {
      [`Dockerfile/${key}.dockerfile`]: 'FROM own',
      [`gitignore/${key}.gitignore`]: '*.own',
      [`gitlab-ci/${key}.yml`]: 'own: 1',
      [`LICENSE/${key}.txt`]: 'Copyright [year] [fullname]',
      'Dockerfile/Golang.Dockerfile': 'FROM other',
    };
    await commitFiles(root, `/projects/${project.id}`, files);
    const change = (id: number | null) => root.put('/application/settings', { file_template_project_id: id });
    expect((await change(project.id)).status).toBe(200);
    try {
      await waitFor(
        () => anyone.get(`/templates/dockerfiles/${key}`),
        ({ status }) => status === 200,
      );
      expect((await anyone.get('/templates/dockerfiles?per_page=100')).body).toContainEqual({ key, name: key });
      expect((await anyone.get(`/templates/dockerfiles/Golang`)).body.content).toBe('FROM other');
      expect((await anyone.get(`/templates/gitignores/${key}`)).body).toEqual({ name: key, content: '*.own' });
      expect((await anyone.get(`/templates/gitlab_ci_ymls/${key}`)).body.content).toBe('own: 1');
      const license = await anyone.get(`/templates/licenses/${key}?fullname=Ada`);
      expect(license.body).toMatchObject({
        key,
        content: expect.stringMatching(/^Copyright \d{4} Ada$/),
        popular: false,
      });
      const other = await createEmptyRepository({ visibility: 'public' });
      expect((await anyone.get(`/projects/${other.id}/templates/gitignores/${key}`)).status).toBe(200);
    } finally {
      await change(null);
    }
  });
});
