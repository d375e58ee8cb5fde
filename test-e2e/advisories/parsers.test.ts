/**
 * Published attacks with requests that are ambiguous, expensive to parse, or of unexpected types.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  api,
  asRoot,
  createUser,
  mesh,
  postAccount,
  unique,
  commitFile,
  create,
  createMember,
  createProjectWithReadme,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { download } from '../support/uploads';
import { cloneUrl, git, gitFailure, temporaryFolder } from '../support/git';
import { getRaw, sendRaw } from '../support/raw-request';

const root = asRoot();
let attacker: TestUser;
let victim: TestUser;
let own: TestProject;
let foreign: TestProject;
beforeAll(async () => {
  [attacker, victim] = await Promise.all([createUser(), createUser()]);
  [own, foreign] = await Promise.all([createProjectWithReadme(attacker.api), createProjectWithReadme(victim.api)]);
});

const statusesOf = (responses: { status: number }[]): number[] => responses.map(({ status }) => status);

describe('parser differences: method, path and body are parsed once', () => {
  const chunked = 'Transfer-Encoding: chunked';
  it.each([
    ['both length and encoding', 'Content-Length: 4', chunked],
    ['encoding and length', chunked, 'Content-Length: 4'],
    ['two lengths', 'Content-Length: 5', 'Content-Length: 999'],
    ['a length that is no number', 'Content-Length: +5'],
    ['an unknown encoding', 'Transfer-Encoding: xchunked'],
    ['an encoding that does not end with chunked', 'Transfer-Encoding: chunked, identity'],
    ['a space before the colon', 'Transfer-Encoding : chunked', 'Content-Length: 5'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked', 'Content-Length: 5'],
  ])('a request with %s is refused, and a request inside of it is not run', async (_name, ...headers) => {
    const name = unique('smuggled');
    const inner = `POST /api/v4/projects?name=${name}&private_token=${attacker.token} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const head = ['POST /api/v4/markdown HTTP/1.1', 'Host: localhost', 'Connection: keep-alive', ...headers];
    const response = await sendRaw(`${head.join('\r\n')}\r\n\r\n0\r\n\r\n${inner}`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    expect((await attacker.api.get(`/projects/${attacker.username}%2F${name}`)).status).toBe(404);
  });

  it('the method comes from the request line only', async () => {
    const path = `/projects/${own.id}`;
    const override = {
      'X-HTTP-Method-Override': 'DELETE',
      'X-HTTP-Method': 'DELETE',
      'X-Method-Override': 'DELETE',
    };
    const responses = [
      await attacker.api.get(path, override),
      await attacker.api.get(`${path}?_method=DELETE&method=DELETE`),
      await attacker.api.put(path, { description: 'a', _method: 'DELETE' }, override),
      await attacker.api.post(path, new URLSearchParams({ _method: 'DELETE' }), override),
    ];
    expect(statusesOf(responses)).toEqual([200, 200, 200, 405]);
    expect((await attacker.api.get(path)).status).toBe(200);
  });

  it('a path leads to the file that it names, or to none', async () => {
    const paths = [
      `/api/v4/projects/${own.id}/../${foreign.id}`,
      `/api/v4/projects/${own.id}/%2e%2e/${foreign.id}`,
      `/api/v4/projects/${own.id}%2F..%2F${foreign.id}`,
      `/api/v4/projects/${own.id}%252F..%252F${foreign.id}`,
      `/api/v4/projects/${own.id}/issues/..%2F..%2F${foreign.id}`,
      `/api/v4/projects/${own.id}\\..\\${foreign.id}`,
      `/api/v4/projects/${own.id};/../${foreign.id}`,
      `/api/v4/projects/${own.id}%00${foreign.id}`,
      `/api/v4/projects/${own.id}?/../${foreign.id}`,
      `/api/v4/./projects/${foreign.id}`,
      `/api/v4//projects/${foreign.id}`,
      `//api/v4/projects/${foreign.id}`,
      `/-/docs/../../api/v4/projects/${foreign.id}`,
      `http://localhost/api/v4/projects/${foreign.id}`,
      `/api/v4/projects/${encodeURIComponent(own.path_with_namespace)}%2F..%2F..%2F${encodeURIComponent(foreign.path_with_namespace)}`,
      `/${own.path_with_namespace}.git/../../${foreign.path_with_namespace}.git/info/refs?service=git-upload-pack`,
      `/${own.path_with_namespace}%2F..%2F..%2F${foreign.path_with_namespace}.git/info/refs?service=git-upload-pack`,
    ];
    expect((await getRaw(`/api/v4/projects/${foreign.id}`, victim.token)).text).toContain(foreign['path']);
    for (const path of paths) {
      const { status, text } = await getRaw(path, attacker.token);
      expect([path, text.includes(foreign['path'] as string)]).toEqual([path, false]);
      expect([path, status]).toEqual([path, path.includes('?/') ? 200 : expect.any(Number)]);
      if (!path.includes('?/')) expect([path, [400, 401, 404].includes(status)]).toEqual([path, true]);
    }
  });

  it('an id in the path wins over ids in query and body, in each encoding', async () => {
    const before = (await victim.api.get(`/projects/${foreign.id}`)).body;
    const path = `/projects/${own.id}`;
    const form = new FormData();
    form.set('id', String(foreign.id));
    form.set('description', 'multipart');
    const bodies: [string, () => ReturnType<typeof attacker.api.put>][] = [
      ['json', () => attacker.api.put(path, { id: foreign.id, description: 'json' })],
      ['query', () => attacker.api.put(`${path}?id=${foreign.id}`, { description: 'query' })],
      ['form', () => attacker.api.put(path, new URLSearchParams({ id: `${foreign.id}`, description: 'form' }))],
      ['multipart', () => attacker.api.put(path, form)],
      ['list', () => attacker.api.put(`${path}?id[]=${foreign.id}`, { id: [foreign.id], description: 'list' })],
    ];
    for (const [description, send] of bodies) {
      const { status, body } = await send();
      expect([status, body.id, body.description]).toEqual([200, own.id, description]);
    }
    const twice = `{"description":"one","id":${foreign.id},"description":"two","id":${own.id}}`;
    const { body } = await attacker.api.put(path, twice, { 'Content-Type': 'application/json' });
    expect([body.id, body.description]).toEqual([own.id, 'two']);
    expect((await victim.api.get(`/projects/${foreign.id}`)).body).toEqual(before);
  });

  it('a namespace that is given twice is checked as it is used', async () => {
    const [mine, theirs] = [own['namespace'].id as number, foreign['namespace'].id as number];
    const path = unique('twice');
    const json = { 'Content-Type': 'application/json' };
    const responses = [
      await attacker.api.post('/projects', `{"path":"${path}","namespace_id":${mine},"namespace_id":${theirs}}`, json),
      await attacker.api.post(`/projects?namespace_id=${mine}`, { path, namespace_id: theirs }),
      await attacker.api.post(`/projects?namespace_id=${theirs}`, { path, namespace_id: [mine, theirs] }),
    ];
    for (const { status, body } of responses) {
      if (status === 201) expect(body.namespace.id).toBe(mine);
      else expect([400, 404]).toContain(status);
    }
    expect((await victim.api.get(`/projects/${victim.username}%2F${path}`)).status).toBe(404);
  });

  it('names of prototype properties are unknown parameters', async () => {
    const polluted = '{"description":"kept","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
    const query = '__proto__[admin]=true&constructor[prototype][admin]=true&a[__proto__][admin]=true';
    const responses = [
      await attacker.api.put(`/projects/${own.id}`, polluted, { 'Content-Type': 'application/json' }),
      await attacker.api.get(`/user?${query}`),
      await attacker.api.put(`/projects/${own.id}`, `${query}&description=kept`, {
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    ];
    for (const { status } of responses) expect([200, 400]).toContain(status);
    const other = await createUser();
    expect((await other.api.get('/application/settings')).status).toBe(403);
    expect((await other.api.get('/user')).body).not.toMatchObject({ is_admin: true });
  });

  it('a file comes from the request, never from a path of the server', async () => {
    const file = join(temporaryFolder('advisories'), 'file');
    const content = unique('of-the-server');
    writeFileSync(file, content);
    const names = ['path', 'tempfile', 'filename', 'remote_url', 'local_path'];
    const send = (build: (form: FormData) => void) => {
      const form = new FormData();
      build(form);
      return attacker.api.post(`/projects/${own.id}/uploads`, form);
    };
    const missing = [
      await send((form) => form.set('file', file)),
      await send((form) => names.forEach((name) => form.set(`file.${name}`, file))),
      await send((form) => names.forEach((name) => form.set(`file[${name}]`, file))),
    ];
    expect(statusesOf(missing)).toEqual([400, 400, 400]);
    const { status, body } = await send((form) => {
      form.set('file', new Blob(['of the request']), 'a.txt');
      names.forEach((name) => form.set(`file.${name}`, file));
    });
    expect(status).toBe(201);
    const kept = await download(body.full_path, attacker.token);
    expect(kept).toEqual({ status: 200, text: 'of the request' });
    expect(JSON.stringify([...missing, body])).not.toContain(content);
  });
});

describe('CVE-2025-14513: depth, count and size of JSON are checked before permissions', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const list = (length: number): string => JSON.stringify({ name: 'main', a: new Array<number>(length).fill(1) });
  const bodies: [string, () => string, number, unknown][] = [
    ['deep objects', () => nested(150_000), 400, { error: 'parameters are nested too deep' }],
    [
      'deep lists',
      () => `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      400,
      { error: 'parameters are nested too deep' },
    ],
    ['many values', () => list(500_000), 400, { error: 'too many parameters' }],
    ['many bytes', () => list(6_000_000), 413, { message: '413 Request Entity Too Large' }],
  ];
  const json = { 'Content-Type': 'application/json' };

  it.each(bodies)('%s', async (_name, build, status, body) => {
    const path = `/projects/${foreign.id}/protected_branches`;
    const text = build();
    // A project that the caller may not see is not looked up.
    expect(await attacker.api.post(path, text, json)).toMatchObject({ status, body });
    expect([401, 413]).toContain((await api().post(path, text, json)).status);
    expect((await api().get('/projects?per_page=1')).status).toBe(200);
  });

  it('a body within the limits is refused for missing permissions', async () => {
    const path = `/projects/${foreign.id}/protected_branches`;
    for (const text of [nested(30), list(1_000)]) {
      const { status } = await attacker.api.post(path, text.replace('{', '{"name":"main",'), json);
      expect(status).toBe(404);
    }
    expect((await victim.api.get(path)).body).toHaveLength(1);
  });
});

describe('CVE-2023-7028: parameters that identify a user are single values', () => {
  const lists = (...values: string[]) => [values, { 0: values[0], 1: values[1] }, { $in: values }, { $ne: '' }];

  it('an email for the link of a new password', async () => {
    const [target, other] = [await createUser(), `${unique('attacker')}@example.com`];
    const email = `${target.username}@example.com`;
    for (const value of lists(email, other)) {
      const change = { email: value, reset_password: true };
      expect((await root.put(`/users/${target.id}`, change)).status).toBe(400);
      const username = unique('created');
      const created = await root.post('/users', { ...change, username, name: username });
      expect(created.status).toBe(400);
      expect((await root.get(`/users?username=${username}`)).body).toEqual([]);
    }
    const form = new URLSearchParams([
      ['email[]', email],
      ['email[]', other],
    ]);
    expect((await root.put(`/users/${target.id}`, form)).status).toBe(400);
    for (const path of ['/users/password', '/users/password/new'])
      expect((await fetch(`${mesh().url}${path}`, { method: 'POST', body: form })).status).toBe(404);
    expect((await root.get(`/users/${target.id}`)).body).toMatchObject({ email });
    expect((await root.get(`/users?search=${other}`)).body).toEqual([]);
  });

  it('a login, a password and a token', async () => {
    const { url } = mesh();
    const signIn = async (fields: object): Promise<number> => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ grant_type: 'password', ...fields });
      return (await fetch(`${url}/oauth/token`, { method: 'POST', headers, body })).status;
    };
    const passwords = { password: 'a-long-password-2', password_confirmation: 'a-long-password-2' };
    const right = { username: victim.username, password: 'a-long-password-1' };
    expect(await signIn(right)).toBe(200);
    for (const value of lists(victim.username, attacker.username))
      expect([400, 401]).toContain(await signIn({ ...right, username: value }));
    for (const value of lists(right.password, 'x'))
      expect([400, 401]).toContain(await signIn({ ...right, password: value }));
    for (const query of [
      `private_token[]=${victim.token}`,
      `private_token[$ne]=x`,
      `private_token[$gt]=`,
      `access_token[]=${victim.token}`,
    ])
      expect((await fetch(`${url}/api/v4/user?${query}`)).status).toBe(401);
    for (const query of ['token[]=x', 'token[$ne]=x', 'token[$gt]='])
      expect((await fetch(`${url}/-/account/password_reset?${query}`)).status).toBe(404);
    for (const token of lists('x', 'y'))
      expect((await postAccount('password_reset', { ...passwords, token })).status).toBe(404);
    expect((await root.get(`/user?sudo[]=${victim.username}&sudo[]=root`)).body.username).not.toBe(victim.username);
  });
});

describe('CVE-2023-3424: user patterns and texts take linear time', () => {
  const hostile = '^(a+)+$';
  const long = `${'a'.repeat(5_000)}!`;

  it('patterns of push rules', async () => {
    const project = await createProjectWithReadme(attacker.api);
    const path = `/projects/${project.id}`;
    await create(attacker.api, `${path}/push_rule`, { commit_message_regex: hostile });
    const commit = (message: string, file: string) =>
      attacker.api.post(`${path}/repository/commits`, {
        branch: project.default_branch,
        commit_message: message,
        actions: [{ action: 'create', file_path: file, content: 'x' }],
      });
    const refused = await commit(long, 'refused');
    expect(refused.status).toBe(400);
    expect((await commit('a'.repeat(5_000), 'accepted')).status).toBe(201);
    await attacker.api.put(`${path}/push_rule`, { commit_message_regex: '', file_name_regex: '(x+x+)+y$' });
    expect((await commit('m', 'x'.repeat(200))).status).toBe(201);
    expect((await commit('m', `${'x'.repeat(200)}y`)).status).toBe(400);
    await attacker.api.put(`${path}/push_rule`, { file_name_regex: '', branch_name_regex: hostile });
    const branches = `${path}/repository/branches`;
    const branch = { ref: project.default_branch };
    expect((await attacker.api.post(branches, { ...branch, branch: `${'a'.repeat(200)}-` })).status).toBe(400);
    expect((await attacker.api.post(branches, { ...branch, branch: 'a'.repeat(200) })).status).toBe(201);
    // The same through git.
    const work = temporaryFolder('advisories');
    await git(work, 'clone', '-q', cloneUrl(mesh().url, project.path_with_namespace, attacker.token), '.');
    expect(await gitFailure(work, 'push', 'origin', `HEAD:refs/heads/${'a'.repeat(200)}b`)).toContain(
      'does not follow',
    );
  });

  it('patterns of CI definitions', async () => {
    const content = JSON.stringify({ test: { script: 'true', only: [`/${hostile}/`], coverage: `/${hostile}/` } });
    expect((await api().post('/ci/lint', { content })).status).toBe(200);
    // References that double at each level.
    const levels = Array.from({ length: 40 }, (_, level) => `a${level}: &a${level} [${`*a${level - 1},`.repeat(2)}]`);
    const bomb = ['a0: &a0 [x,x]', ...levels.slice(1), 'test: {script: *a39}'].join('\n');
    expect([200, 400]).toContain((await api().post('/ci/lint', { content: bomb })).status);
  });

  it.each([
    ['brackets', '['.repeat(20_000)],
    ['pictures', '!['.repeat(10_000)],
    ['links', '[a]('.repeat(10_000)],
    ['references', '#1'.repeat(10_000)],
    ['mentions', '@a-'.repeat(10_000)],
    ['emphasis', '*a_ '.repeat(10_000)],
    ['quotes', '> '.repeat(10_000)],
    ['lists', '- '.repeat(10_000)],
    ['code', '`'.repeat(20_000)],
    ['unclosed HTML', '<!--'.repeat(10_000)],
    ['a table', `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n`],
    ['colons', ':a'.repeat(10_000)],
  ])('Markdown of %s', async (_name, text) => {
    const begun = performance.now();
    const { status } = await attacker.api.post('/markdown', { text, gfm: true, project: own.path_with_namespace });
    expect([201, 400]).toContain(status);
    // A quadratic algorithm would take minutes, an exponential one years.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('searches for a text of pattern characters', async () => {
    const text = '(a+)+$ .*.*.*\\';
    const file = `${unique('pattern')}.txt`;
    await commitFile(attacker.api, `/projects/${own.id}`, {
      path: file,
      content: `a line with ${text}`,
      branch: own.default_branch,
    });
    for (const scope of ['blobs', 'commits', 'issues', 'merge_requests', 'milestones', 'notes']) {
      const query = new URLSearchParams({ scope, search: text });
      const { status, body } = await attacker.api.get(`/projects/${own.id}/search?${query}`);
      expect([scope, status]).toEqual([scope, 200]);
      if (scope === 'blobs') expect(body).toContainEqual(expect.objectContaining({ path: file }));
    }
    const member = await createMember(attacker.api, `/projects/${own.id}`, 30);
    expect((await member.api.get(`/projects?search=${encodeURIComponent(text)}`)).body).toEqual([]);
  });
});
