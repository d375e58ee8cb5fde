import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  api,
  asRoot,
  createUser,
  mesh,
  unique,
  createGroup,
  createProjectWithReadme,
  addMember,
  createProject,
  type TestUser,
} from '@forgemesh/testing';

const run = promisify(execFile);
let owner: TestUser;
let group: { id: number; path: string };
let project: { id: number; path_with_namespace: string };
let other: { id: number; path_with_namespace: string };

beforeAll(async () => {
  owner = await createUser();
  group = await createGroup(owner.api, { name: 'g' });
  const make = async (name: string) => await createProjectWithReadme(owner.api, { name, namespace_id: group.id });
  [project, other] = [await make('one'), await make('two')];
});

interface DeployToken {
  username: string;
  token: string;
}

function advertise({ username, token }: DeployToken, path: string, service = 'git-upload-pack') {
  const headers = { Authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
  return fetch(`${mesh().url}/${path}.git/info/refs?service=${service}`, { headers });
}

describe.each(['projects', 'groups'] as const)('POST /%s/:id/deploy_tokens', (kind) => {
  const path = () => `/${kind}/${kind === 'projects' ? project.id : group.id}/deploy_tokens`;

  it('creates a token that is shown once, and lists it until it is revoked', async () => {
    const { status, body } = await owner.api.post(path(), {
      name: 'machine',
      scopes: ['read_repository'],
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'machine',
      username: `deploy-token-${body.id}`,
      expires_at: '2999-01-01T00:00:00.000Z',
      scopes: ['read_repository'],
      token: expect.any(String),
    });
    const { token: _, ...rest } = body;
    expect((await owner.api.get(path())).body).toEqual([rest]);
    expect((await owner.api.get(`${path()}/${body.id}`)).body).toEqual(rest);
    expect((await advertise(body, project.path_with_namespace)).status).toBe(200);
    expect((await owner.api.delete(`${path()}/${body.id}`)).status).toBe(204);
    expect((await owner.api.get(path())).body).toEqual([]);
    expect((await owner.api.delete(`${path()}/${body.id}`)).status).toBe(404);
    expect((await advertise(body, project.path_with_namespace)).status).toBe(401);
  });

  it('requires a maintainer', async () => {
    const [developer, stranger] = await Promise.all([createUser(), createUser()]);
    await addMember(owner.api, `/groups/${group.id}`, developer, 30);
    const fields = { name: 'a', scopes: ['read_repository'] };
    expect((await developer.api.get(path())).status).toBe(403);
    expect((await developer.api.post(path(), fields)).status).toBe(403);
    expect((await stranger.api.get(path())).status).toBe(404);
    expect((await api().get(path())).status).toBe(401);
  });

  it.each([
    [{ name: 'a' }, { message: { scopes: ["can't be blank"] } }],
    [{ name: 'a', scopes: ['api'] }, { message: { scopes: ['can only contain available scopes'] } }],
    [{ scopes: ['read_repository'] }, { error: 'name is missing' }],
  ])('refuses %j', async (given, body) => {
    expect(await owner.api.post(path(), given)).toMatchObject({ status: 400, body });
  });
});

describe('GET /deploy_tokens', () => {
  it('lists the tokens of all projects and groups to administrators', async () => {
    const fields = { name: unique('all'), scopes: ['read_repository'] };
    const ended = { ...fields, expires_at: '2020-01-01T00:00:00Z' };
    const { body: one } = await owner.api.post(`/projects/${project.id}/deploy_tokens`, fields);
    const { body: two } = await owner.api.post(`/groups/${group.id}/deploy_tokens`, ended);
    const { status, headers, body } = await asRoot().get('/deploy_tokens?per_page=100');
    expect([status, headers.get('x-page')]).toEqual([200, '1']);
    const listed = (rows: { name: string }[]) => rows.filter(({ name }) => name === fields.name);
    const { token: _, ...first } = one;
    const { token: __, ...second } = two;
    expect(listed(body)).toEqual([first, second]);
    expect(listed((await asRoot().get('/deploy_tokens?per_page=100&active=true')).body)).toEqual([first]);
    expect(listed((await asRoot().get('/deploy_tokens?per_page=100&active=false')).body)).toEqual([second]);
    expect((await owner.api.get('/deploy_tokens')).status).toBe(403);
    expect((await api().get('/deploy_tokens')).status).toBe(401);
  });
});

describe('a deploy token', () => {
  it('clones its project only', async () => {
    const given = { name: 'a', username: 'robot', scopes: ['read_repository'] };
    const { body } = await owner.api.post(`/projects/${project.id}/deploy_tokens`, given);
    const folder = await mkdtemp(join(tmpdir(), 'forge-clone-'));
    try {
      const url = new URL(`${mesh().url}/${project.path_with_namespace}.git`);
      Object.assign(url, { username: body.username, password: body.token });
      await run('git', ['clone', '--quiet', url.href, join(folder, 'clone')]);
      const { stdout } = await run('git', ['-C', join(folder, 'clone'), 'ls-files']);
      expect(stdout).toContain('README.md');
    } finally {
      await rm(folder, { recursive: true });
    }
    expect((await advertise(body, project.path_with_namespace, 'git-receive-pack')).status).toBe(403);
    expect((await advertise(body, other.path_with_namespace)).status).toBe(404);
    expect((await advertise(body, 'no/such-project')).status).toBe(404);
    // A deploy token has no user, so the API rejects it.
    expect((await api(body.token).get(`/projects/${project.id}`)).status).toBe(401);
  });

  it('is refused without its own username', async () => {
    const given = { name: 'a', username: unique('robot'), scopes: ['read_repository'] };
    const { body } = await owner.api.post(`/projects/${project.id}/deploy_tokens`, given);
    const { body: another } = await owner.api.post(`/projects/${project.id}/deploy_tokens`, {
      ...given,
      username: 'x',
    });
    const path = project.path_with_namespace;
    expect((await advertise(body, path)).status).toBe(200);
    for (const username of [another.username, given.username.toUpperCase(), owner.username, 'oauth2', ''])
      expect((await advertise({ username, token: body.token }, path)).status).toBe(401);
    const url = `${mesh().url}/${path}.git/info/refs?service=git-upload-pack`;
    for (const headers of [{ 'PRIVATE-TOKEN': body.token }, { Authorization: `Bearer ${body.token}` }])
      expect((await fetch(url, { headers })).status).toBe(401);
    // Its owner is not locked out.
    expect((await advertise({ username: owner.username, token: owner.token }, path)).status).toBe(200);
  });

  it('of a group clones every project below it', async () => {
    const given = { name: 'a', scopes: ['read_repository'] };
    const { body } = await owner.api.post(`/groups/${group.id}/deploy_tokens`, given);
    expect((await advertise(body, project.path_with_namespace)).status).toBe(200);
    expect((await advertise(body, other.path_with_namespace)).status).toBe(200);
    const elsewhere = await createProject(owner.api);
    expect((await advertise(body, elsewhere.path_with_namespace)).status).toBe(404);
  });

  it('is refused when it has expired, or may not read the repository', async () => {
    const path = `/projects/${project.id}/deploy_tokens`;
    const ended = { name: 'a', scopes: ['read_repository'], expires_at: '2020-01-01T00:00:00Z' };
    expect((await advertise((await owner.api.post(path, ended)).body, project.path_with_namespace)).status).toBe(401);
    const blind = { name: 'a', scopes: ['read_registry'] };
    expect((await advertise((await owner.api.post(path, blind)).body, project.path_with_namespace)).status).toBe(403);
    expect((await asRoot().get(path)).status).toBe(200);
  });
});
