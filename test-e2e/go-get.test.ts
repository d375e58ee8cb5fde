/** Addresses of Go modules, as the go command requests them. */
import { createUser, getPage, mesh, unique, type TestUser } from '@forgemesh/testing';

const host = new URL(mesh().url).host;
const imported = (path: string): string =>
  `<meta name="go-import" content="${host}/${path} git ${mesh().url}/${path}.git" />`;
const basic = (password: string, user = 'any') => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('GET /<project>/<package>?go-get=1', () => {
  let owner: TestUser;
  let group: string;
  let open: string;
  let hidden: { id: number; path: string };
  beforeAll(async () => {
    owner = await createUser();
    group = unique('group');
    const create = async (path: string, body: object) => (await owner.api.post(path, body)).body;
    const top = await create('/groups', { name: group, path: group, visibility: 'public' });
    const sub = await create('/groups', { name: 'sub', path: 'sub', parent_id: top.id, visibility: 'public' });
    const fields = { namespace_id: sub.id, initialize_with_readme: true };
    open = (await create('/projects', { name: 'open', visibility: 'public', ...fields })).path_with_namespace;
    const { id, path_with_namespace: path } = await create('/projects', { name: 'hidden', ...fields });
    hidden = { id, path };
  });

  const get = (path: string, headers: Record<string, string> = {}) => getPage(`/${path}?go-get=1`, headers);

  it('names the repository of a public project, for every package in it', async () => {
    for (const path of [open, `${open}/pkg/x`, `${open}/v2`, `${open}/-/tree/master/pkg`]) {
      const { status, headers, text } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(text).toContain(imported(open));
      const url = `${mesh().url}/${open}`;
      const source = `${host}/${open} ${url} ${url}/-/tree/master{/dir} ${url}/-/blob/master{/dir}/{file}#L{line}`;
      expect(text).toContain(`<meta name="go-source" content="${source}" />`);
    }
  });

  it('names the first two segments of private and missing projects alike', async () => {
    const stranger = await createUser();
    for (const path of [`${hidden.path}/pkg`, `${group}/sub/none/pkg`]) {
      expect((await get(path)).text).toContain(imported(`${group}/sub`));
      expect((await get(path, basic(stranger.token))).text).toContain(imported(`${group}/sub`));
    }
    expect((await get(`${hidden.path}/pkg`)).text).not.toContain('go-source');
  });

  it('names the repository of a private project to its members', async () => {
    for (const headers of [basic(owner.token), { 'PRIVATE-TOKEN': owner.token }])
      expect((await get(`${hidden.path}/pkg`, headers)).text).toContain(imported(hidden.path));
    const token = await owner.api.post(`/projects/${hidden.id}/deploy_tokens`, {
      name: 'go',
      scopes: ['read_repository'],
    });
    expect((await get(`${hidden.path}/pkg`, basic(token.body.token, token.body.username))).text).toContain(
      imported(hidden.path),
    );
    expect((await get(hidden.path, basic('glpat-aaaaaaaaaaaaaaaaaaaa'))).status).toBe(401);
  });

  it('is left to the page for anything that is no import path', async () => {
    const accept = { Accept: 'text/html' };
    for (const path of [group, `${group}/%3Cscript%3E`, `${group}/a%20b`])
      expect((await get(path, accept)).text).not.toContain('go-import');
    expect((await getPage(`/${open}?go-get=0`, accept)).text).not.toContain('go-import');
    expect((await get('api/v4/projects')).headers.get('content-type')).toBe('application/json');
  });
});
