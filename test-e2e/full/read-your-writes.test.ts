/**
 * After a change is acknowledged, every later request sees it: of any user, through any gateway, at
 * any replica of the services.
 */
import { api, asRoot, createUser, mesh, unique, type ApiClient, type TestUser } from '@forgemesh/testing';
import { startReplica, type ManagedProcess } from '../../scripts/test/mesh.cjs';

/** How often each change is made and undone; a stale cache shows within a few rounds. */
const ROUNDS = 5;
const replicated = ['identity', 'projects', 'collaboration'];

const replicas: ManagedProcess[] = [];
let gateways: string[];
let owner: TestUser;
let reader: TestUser;
let group: { id: number };
let project: { id: number; path: string };
let word: string;

beforeAll(async () => {
  // Each replica calls the replicas that were started before it, and the second gateway calls all
  // of them.
  const processes: Parameters<typeof startReplica>[0]['mesh']['processes'] = { ...mesh().processes };
  for (const service of [...replicated, 'gateway']) {
    const label = `${service}-of-second-gateway`;
    const env = { FORGE_ROLE: 'api', FORGE_SSH_PORT: '0' };
    const replica = await startReplica({ service, label, mesh: { ...mesh(), processes }, env });
    replicas.push(replica);
    const { grpc, http, metrics } = replica;
    if (grpc !== undefined) processes[service] = { grpc, http, metrics };
  }
  gateways = [mesh().url, `http://127.0.0.1:${replicas.at(-1)?.http}`];
  [owner, reader] = await Promise.all([createUser(), createUser()]);
  group = await created(owner.api, '/groups', { name: unique('group'), path: unique('group') });
  word = unique('word');
  const { id } = await created(owner.api, '/projects', { name: unique('project'), namespace_id: group.id });
  project = { id, path: `/projects/${id}` };
  await created(owner.api, `${project.path}/issues`, { title: `About ${word}` });
});
afterAll(() => Promise.all(replicas.reverse().map((replica) => replica.stop())));

async function created(client: ApiClient, path: string, fields: Record<string, unknown>) {
  const { status, body } = await client.post(path, fields);
  expect([status, body]).toEqual([201, body]);
  return body;
}

/** Client of a user at a gateway. */
const at = ({ token }: { token: string }, gateway: number): ApiClient => api(token, gateways[gateway]);

/** What the reader sees in lists over several projects. */
async function listed(gateway: number): Promise<Record<string, boolean>> {
  const client = at(reader, gateway);
  const has = async (path: string): Promise<boolean> => {
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return (body as unknown[]).length > 0;
  };
  const [issues, mine, found, statistics, single] = await Promise.all([
    has(`/issues?scope=all&search=${word}`),
    has(`/projects?search=${await nameOf()}`),
    has(`/search?scope=issues&search=${word}`),
    client.get(`/issues_statistics?scope=all&search=${word}`),
    client.get(project.path),
  ]);
  return {
    issues,
    projects: mine,
    search: found,
    statistics: statistics.body.statistics.counts.all === 1,
    single: single.status === 200,
  };
}
let projectName: string | undefined;
const nameOf = async () => (projectName ??= (await owner.api.get(project.path)).body.name as string);

const everything = { issues: true, projects: true, search: true, statistics: true, single: true };
const nothing = { issues: false, projects: false, search: false, statistics: false, single: false };

/**
 * Repeatedly makes a change through one gateway and undoes it through the other, and reads from
 * both concurrently.
 */
async function changes(
  make: (client: ApiClient, round: number) => Promise<{ status: number }>,
  undo: (client: ApiClient, round: number) => Promise<{ status: number }>,
  shown = everything,
  hidden = nothing,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const [here, there] = round % 2 === 0 ? [0, 1] : [1, 0];
    const seen = [];
    seen.push(...(await Promise.all([listed(0), listed(1)])));
    expect((await make(at(owner, here as number), round)).status).toBeLessThan(300);
    seen.push(...(await Promise.all([listed(there as number), listed(here as number)])));
    expect((await undo(at(owner, there as number), round)).status).toBeLessThan(300);
    seen.push(...(await Promise.all([listed(here as number), listed(there as number)])));
    expect([round, seen]).toEqual([round, [hidden, hidden, shown, shown, hidden, hidden]]);
  }
}

describe('lists over several projects show a change that was acknowledged', () => {
  it('of a membership of the project', () =>
    changes(
      (client) => client.post(`${project.path}/members`, { user_id: reader.id, access_level: 20 }),
      (client) => client.delete(`${project.path}/members/${reader.id}`),
    ));

  it('of a membership of the group above', () =>
    changes(
      (client) => client.post(`/groups/${group.id}/members`, { user_id: reader.id, access_level: 20 }),
      (client) => client.delete(`/groups/${group.id}/members/${reader.id}`),
    ));

  it('of the visibility', async () => {
    await owner.api.put(`/groups/${group.id}`, { visibility: 'public' });
    await changes(
      (client) => client.put(project.path, { visibility: 'public' }),
      (client) => client.put(project.path, { visibility: 'private' }),
    );
  });

  it('of a share with a group', async () => {
    const readers = await created(owner.api, '/groups', { name: unique('readers'), path: unique('readers') });
    await created(owner.api, `/groups/${readers.id}/members`, { user_id: reader.id, access_level: 30 });
    await changes(
      (client) => client.post(`${project.path}/share`, { group_id: readers.id, group_access: 20 }),
      (client) => client.delete(`${project.path}/share/${readers.id}`),
    );
  });

  it('of a disabled feature', async () => {
    await created(owner.api, `${project.path}/members`, { user_id: reader.id, access_level: 20 });
    await owner.api.put(project.path, { issues_access_level: 'disabled' });
    await changes(
      (client) => client.put(project.path, { issues_access_level: 'enabled' }),
      (client) => client.put(project.path, { issues_access_level: 'disabled' }),
      everything,
      { ...nothing, projects: true, single: true },
    ).finally(() => owner.api.put(project.path, { issues_access_level: 'enabled' }));
  });
});

it('a list of a group shows a project that was just created, and none that was just deleted', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [here, there] = round % 2 === 0 ? [0, 1] : [1, 0];
    const count = async (gateway: number) =>
      Number((await at(owner, gateway).get(`/groups/${group.id}/issues?per_page=1`)).headers.get('x-total'));
    const before = [await count(0), await count(1)];
    const made = await created(at(owner, here as number), '/projects', {
      name: unique('made'),
      namespace_id: group.id,
    });
    await created(at(owner, there as number), `/projects/${made.id}/issues`, { title: unique('issue') });
    expect([await count(here as number), await count(there as number)]).toEqual(before.map((each) => each + 1));
    const projects = async (gateway: number) =>
      ((await at(owner, gateway).get(`/groups/${group.id}/projects?per_page=100`)).body as { id: number }[]).map(
        ({ id }) => id,
      );
    expect(await projects(there as number)).toContain(made.id);
    expect((await at(owner, here as number).delete(`/projects/${made.id}`)).status).toBe(202);
    expect(await projects(there as number)).not.toContain(made.id);
    expect((await at(owner, there as number).get(`/projects/${made.id}`)).status).toBe(404);
  }
});

it('a todo is hidden together with its project', async () => {
  const { id } = await created(owner.api, '/projects', { name: unique('todos'), visibility: 'public' });
  const issue = await created(owner.api, `/projects/${id}/issues`, { title: unique('issue') });
  await created(reader.api, `/projects/${id}/issues/${issue.iid}/todo`, {});
  const todos = async (gateway: number) => (await at(reader, gateway).get(`/todos?project_id=${id}`)).body.length;
  for (let round = 0; round < ROUNDS; round++) {
    expect([await todos(0), await todos(1)]).toEqual([1, 1]);
    await at(owner, round % 2).put(`/projects/${id}`, { visibility: 'private' });
    expect([await todos(1), await todos(0)]).toEqual([0, 0]);
    await at(owner, (round + 1) % 2).put(`/projects/${id}`, { visibility: 'public' });
  }
});

it('a token, a block and a name apply immediately everywhere', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [here, there] = round % 2 === 0 ? [0, 1] : [1, 0];
    const root = api(asRootToken(), gateways[here as number]);
    const user = await createUser();
    const status = async () => (await at(user, there as number).get('/user')).status;
    expect(await status()).toBe(200);
    const name = unique('Renamed');
    expect((await root.put(`/users/${user.id}`, { name })).status).toBe(200);
    expect((await at(user, there as number).get('/user')).body.name).toBe(name);
    expect((await root.post(`/users/${user.id}/block`)).status).toBe(201);
    expect(await status()).toBe(403);
    expect((await root.post(`/users/${user.id}/unblock`)).status).toBe(201);
    expect(await status()).toBe(200);
    const [token] = (await root.get(`/users/${user.id}/impersonation_tokens`)).body as { id: number }[];
    expect((await root.delete(`/users/${user.id}/impersonation_tokens/${token?.id}`)).status).toBe(204);
    expect(await status()).toBe(401);
  }
});
const asRootToken = () => String(mesh().rootToken);

it('an author is shown by a name that was just changed', async () => {
  await owner.api.put(project.path, { visibility: 'public' });
  const author = async (gateway: number) =>
    (await asRootAt(gateway).get(`/issues?scope=all&search=${word}`)).body[0].author.name as string;
  for (let round = 0; round < ROUNDS; round++) {
    const name = unique('Author');
    expect([await author(0), await author(1)]).not.toContain(name);
    await asRoot().put(`/users/${owner.id}`, { name });
    expect([await author(1), await author(0)]).toEqual([name, name]);
  }
});
const asRootAt = (gateway: number): ApiClient => api(asRootToken(), gateways[gateway]);
