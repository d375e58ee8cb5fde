/**
 * Published leaks: through other APIs, of secrets in responses, and of the existence of projects.
 */
import { createCaller, createSigner, type OperationContract } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import {
  api,
  asRoot,
  createUser,
  mesh,
  meshCaller,
  unique,
  create,
  createGroup,
  createMember,
  createProjectWithReadme,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { makeTestKeys } from '@forgemesh/testing/runtime';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { gitFailure, temporaryFolder } from '../support/git';
import { operations, pathTo, requiredParams, routeOf } from '../support/operations';

const root = asRoot();
const AUTH_PUBLIC = 1;
const CONCURRENCY = 8;

/** Runs a function for each item with limited concurrency. */
async function eachOf<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(at, at + CONCURRENCY).map(run))));
  return results;
}

/** Sends a request and returns the response as text. */
async function send(method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${mesh().url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { 'PRIVATE-TOKEN': token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('CVE-2021-4191: no other API returns what REST refuses', () => {
  let user: TestUser;
  let email: string;
  let project: TestProject;
  beforeAll(async () => {
    user = await createUser();
    email = `${user.username}@example.com`;
    project = await createProjectWithReadme(user.api, { visibility: 'public' });
  });

  it('no API lists users for anonymous callers', async () => {
    for (const path of ['/api/v4/users', `/api/v4/users?search=${user.username}`, '/api/v4/users?per_page=100&page=2'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 401]);
    const query = { query: '{ users { nodes { username } } }' };
    for (const path of ['/api/graphql', '/api/v4/graphql', '/-/graphql-explorer', '/api/v3/users', '/users.json']) {
      expect([path, (await send('POST', path, undefined, query)).status]).toEqual([path, 404]);
      expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
    }
  });

  it('no operation shows the email of a user to others', async () => {
    const stranger = await createUser();
    const paths = [
      ...[`/users/${user.id}`, `/users/${user.id}/status`, `/users/${user.id}/events`, `/users/${user.id}/projects`],
      ...[`/users/${user.id}/keys`, `/users/${user.id}/gpg_keys`, `/users/${user.id}/starred_projects`],
      ...[`/users?username=${user.username}`, `/users?search=${user.username}`, `/projects/${project.id}`],
      ...[`/projects/${project.id}/members`, `/projects/${project.id}/members/all`, `/projects/${project.id}/users`],
      ...[`/projects/${project.id}/events`, `/users/${user.id}/emails`, `/users/${user.id}/memberships`],
    ];
    for (const path of paths)
      for (const token of [undefined, stranger.token])
        expect([path, (await send('GET', `/api/v4${path}`, token)).text.includes(email)]).toEqual([path, false]);
    expect((await send('GET', '/api/v4/user', user.token)).text).toContain(email);
  });

  it('services accept only calls signed by processes of the mesh', async () => {
    const keys = await makeTestKeys('gateway', 'attacker');
    const { processes } = mesh();
    const addresses = Object.fromEntries(
      Object.entries(processes).map(([name, { grpc }]) => [name, `127.0.0.1:${grpc}`]),
    );
    const genuine = meshCaller();
    try {
      const profiles = { usernames: [user.username] };
      const { users } = await genuine.client(DirectoryServiceDefinition, 'identity').listUserProfiles(profiles);
      expect(users).toHaveLength(1);
      for (const name of ['gateway', 'attacker']) {
        const signer = createSigner(name, keys.signingKey(name));
        const forged = createCaller({ addresses, signer, metrics: createMetrics('test'), timeoutMs: 10_000 });
        const calls = [
          () => forged.client(DirectoryServiceDefinition, 'identity').listUserProfiles(profiles),
          () => forged.client(UserServiceDefinition, 'identity').listUsers({ username: user.username }),
          () => forged.client(ProjectServiceDefinition, 'projects').getProject({ id: String(project.id) }),
        ];
        for (const call of calls) await expect(call()).rejects.toMatchObject({ reason: 'unauthenticated' });
        forged.close();
      }
    } finally {
      genuine.close();
    }
  });
});

describe('CVE-2022-0735: no response reveals a secret to unauthorized users', () => {
  let owner: TestUser;
  let project: TestProject;
  let path: string;
  let group: Created;
  /** Secrets hidden from members below maintainer, and secrets hidden from everyone. */
  const forMaintainers: string[] = [];
  const forNobody: string[] = [];

  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { visibility: 'public' });
    project = await createProjectWithReadme(owner.api, { visibility: 'public', namespace_id: group.id });
    path = `/projects/${project.id}`;
    const secret = (): string => unique('secret');
    const [hookToken, urlSecret, mirrorPassword, webhook] = [secret(), secret(), secret(), secret()];
    await create(owner.api, `${path}/hooks`, { url: `https://example.com/?key=${urlSecret}`, token: hookToken });
    await create(owner.api, `${path}/remote_mirrors`, { url: `https://ada:${mirrorPassword}@example.com/a.git` });
    await owner.api.put(`${path}/services/slack`, { webhook: `https://example.com/${webhook}` });
    const trigger = await create(owner.api, `${path}/triggers`, { description: 'x' });
    const scopes = ['read_repository'];
    const deployToken = await create(owner.api, `${path}/deploy_tokens`, { name: 'x', scopes });
    const values = [secret(), secret()];
    await create(owner.api, `${path}/variables`, { key: 'SECRET', value: values[0] });
    await create(owner.api, `/groups/${group.id}/variables`, { key: 'SECRET', value: values[1] });
    const ofGroup = await create(owner.api, `/groups/${group.id}/deploy_tokens`, { name: 'x', scopes });
    const tokens = [
      (await owner.api.get(path)).body.runners_token as string,
      (await owner.api.get(`/groups/${group.id}`)).body.runners_token as string,
    ];
    expect(tokens).toEqual([expect.stringMatching(/^.{15,}$/), expect.stringMatching(/^.{15,}$/)]);
    forNobody.push(hookToken, mirrorPassword, ...[trigger, deployToken, ofGroup].map(({ token }) => token as string));
    forMaintainers.push(...tokens, ...(values as string[]), urlSecret, webhook);
    const issue = await create(owner.api, `${path}/issues`, { title: 'Open' });
    await create(owner.api, `${path}/issues/${issue['iid']}/notes`, { body: 'Seen' });
  });

  const reads = operations.filter(
    ({ httpMethod, paths, options }) =>
      httpMethod === 'GET' &&
      /^\/api\/v4\/(projects|groups)\//.test(paths[0] as string) &&
      (paths[0]?.match(/\{/g) ?? []).length === 1 &&
      options.access.some(({ subject }) => subject.value === 'id'),
  );

  async function textsFor(token?: string): Promise<string> {
    const paths = reads.map((operation) => {
      const id = String(operation.paths[0]?.startsWith('/api/v4/groups/') ? group.id : project.id);
      return `${pathTo(operation, id)}?${new URLSearchParams(requiredParams(operation) as Record<string, string>)}`;
    });
    const lists = ['projects?search=', 'groups?search=', 'namespaces?search=', 'events', 'hooks'];
    const all = [...paths, ...lists.map((list) => `/api/v4/${list}`)];
    return (await eachOf(all, async (path) => (await send('GET', path, token)).text)).join('\n');
  }

  const shown = (text: string, secrets: readonly string[]): string[] =>
    secrets.filter((secret) => text.includes(secret));

  it.each([
    ['an anonymous caller', undefined],
    ['strangers', 0],
    ['guests', 10],
    ['reporters', 20],
    ['developers', 30],
  ])('%s', async (_name, level) => {
    expect(reads.length).toBeGreaterThan(60);
    const reader =
      level === undefined
        ? undefined
        : level === 0
          ? await createUser()
          : await createMember(owner.api, `/groups/${group.id}`, level);
    const text = await textsFor(reader?.token);
    expect(text).toContain(project.path_with_namespace);
    expect(shown(text, [...forMaintainers, ...forNobody])).toEqual([]);
  });

  it('maintainers see the settings that they can change, and no tokens of others', async () => {
    const maintainer = await createMember(owner.api, `/groups/${group.id}`, 40);
    const text = await textsFor(maintainer.token);
    expect(shown(text, forMaintainers).length).toBeGreaterThan(0);
    expect(shown(text, forNobody)).toEqual([]);
  });

  it('quick actions and responses of writes', async () => {
    const developer = await createMember(owner.api, `/groups/${group.id}`, 30);
    const actions = ['/runner', '/register', '/token', '/move', '/clone', '/assign me', '/label ~x', '/title x'];
    const texts: string[] = [];
    for (const action of actions) {
      const body = { body: `${action}\n${action} ${project.path_with_namespace}`, title: 'x', description: action };
      for (const [method, to] of [
        ['POST', `${path}/issues`],
        ['POST', `${path}/issues/1/notes`],
        ['PUT', `${path}/issues/1`],
        ['POST', `${path}/fork`],
        ['PUT', path],
      ] as const)
        texts.push((await send(method, `/api/v4${to}`, developer.token, body)).text);
    }
    expect(shown(texts.join('\n'), [...forMaintainers, ...forNobody])).toEqual([]);
  });
});

describe('CVE-2026-6713: responses for a private project equal those for a missing one', () => {
  let stranger: TestUser;
  const ids: Record<'project' | 'group', { hidden: string[]; missing: string[] }> = {
    project: { hidden: [], missing: [] },
    group: { hidden: [], missing: [] },
  };
  beforeAll(async () => {
    const owner = await createUser();
    stranger = await createUser();
    const group = await createGroup(owner.api);
    const project = await createProjectWithReadme(owner.api, { namespace_id: group.id });
    await create(owner.api, `/projects/${project.id}/issues`, { title: 'Hidden' });
    ids.project = {
      hidden: [String(project.id), encodeURIComponent(project.path_with_namespace)],
      missing: ['999999999', encodeURIComponent(`${group['full_path']}/${unique('nothing')}`)],
    };
    ids.group = {
      hidden: [String(group.id), encodeURIComponent(group['full_path'] as string)],
      missing: ['999999999', unique('nothing')],
    };
  });

  /** The resource that the operation identifies by `id`. */
  const subjectOf = ({ options }: OperationContract) =>
    options.access.map(({ subject }) => subject).find(({ value }) => value === 'id')?.case;
  const named = operations.filter(
    (operation) =>
      ['project', 'group'].includes(subjectOf(operation) ?? '') && (operation.paths[0] ?? '').includes('{id}'),
  );

  /** The parts of a response that are equal for two equal requests. */
  async function responseOf(operation: OperationContract, id: string, token?: string) {
    const required = requiredParams(operation);
    const { httpMethod: method } = operation;
    const hasBody = !['GET', 'HEAD'].includes(method);
    const query = !hasBody ? `?${new URLSearchParams(required as Record<string, string>)}` : '';
    const path = `${pathTo(operation, id)}${query}`;
    const { status, headers, text } = await send(method, path, token, hasBody ? required : undefined);
    const kept = [...headers].filter(([name]) => !/^(date|x-request-id|x-runtime|ratelimit-.*)$/.test(name));
    return { status, text, headers: kept };
  }

  it('by every operation on a project or group', async () => {
    const compared = named.flatMap((operation) => {
      const { hidden, missing } = ids[subjectOf(operation) as 'project' | 'group'];
      const byId = { operation, hidden: hidden[0], missing: missing[0], token: stranger.token };
      const byPath = { operation, hidden: hidden[1], missing: missing[1], token: undefined };
      // Anonymous callers cannot reach the project by path otherwise.
      return operation.options.auth === AUTH_PUBLIC ? [byId, byPath] : [byId];
    });
    const statuses = await eachOf(compared, async ({ operation, hidden, missing, token }) => {
      const response = await responseOf(operation, hidden as string, token);
      expect([routeOf(operation), response]).toEqual([
        routeOf(operation),
        await responseOf(operation, missing as string, token),
      ]);
      return response.status;
    });
    // Most are refused because of the project, the others because of a parameter or a role.
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(0.8 * statuses.length);
    expect(statuses.filter((status) => ![400, 403, 404].includes(status))).toEqual([]);
  });

  it('by git, with and without credentials', async () => {
    const folder = temporaryFolder('advisories');
    const said = async (id: string, token?: string): Promise<string> => {
      const path = decodeURIComponent(id);
      const url = new URL(`${mesh().url}/${path}.git`);
      if (token !== undefined) [url.username, url.password] = ['x', token];
      return (await gitFailure(folder, 'ls-remote', url.toString())).replaceAll(path, 'PATH').replace(token ?? '', '');
    };
    const [hidden, missing] = [ids.project.hidden[1] as string, ids.project.missing[1] as string];
    for (const token of [undefined, stranger.token]) expect(await said(hidden, token)).toBe(await said(missing, token));
  });

  it('within a similar time', async () => {
    const [hidden, missing] = [ids.project.hidden[0] as string, ids.project.missing[0] as string];
    const times: Record<'hidden' | 'missing', number[]> = { hidden: [], missing: [] };
    const measure = async (kind: 'hidden' | 'missing', id: string): Promise<void> => {
      const begun = performance.now();
      await send('GET', `/api/v4/projects/${id}/issues`, stranger.token);
      times[kind].push(performance.now() - begun);
    };
    // Alternates, so that other load on the machine affects both equally.
    for (let count = 0; count < 60; count++) {
      await measure('hidden', hidden);
      await measure('missing', missing);
    }
    const median = (values: number[]): number => values.sort((one, other) => one - other)[30] as number;
    const ratio = median(times.hidden) / median(times.missing);
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
  });

  it('and is shown to its members', async () => {
    const id = ids.project.hidden[0] as string;
    expect((await root.get(`/projects/${id}/issues`)).body).toHaveLength(1);
    expect((await api(stranger.token).get(`/projects/${id}/issues`)).status).toBe(404);
  });
});
