import { randomUUID } from 'node:crypto';
import type { EventBus } from '@forgemesh/events';
import {
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createMember,
  createGroup,
  createProject,
  type TestUser,
} from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';

describe('events', () => {
  let bus: EventBus;
  beforeAll(async () => {
    ({ bus } = openTestBus(mesh().natsUrl));
    await waitFor(async () => bus.isConnected(), Boolean);
  });
  afterAll(() => bus.close());

  /** Publishes an event of a user as identity does. */
  async function publish(
    type: string,
    { id, username }: Pick<TestUser, 'id' | 'username'>,
    version: number,
  ): Promise<void> {
    const name = `Name of ${username}`;
    const entity = { id, username, name, version, state: 'active', web_url: '', created_at: new Date().toISOString() };
    await bus.publish({
      ...{
        specversion: '1.0',
        id: randomUUID(),
        source: '/forgemesh/identity',
        type,
        datacontenttype: 'application/json',
      },
      ...{ time: new Date().toISOString(), subject: String(id), actor: 1, correlationid: randomUUID() },
      data: { entity, version, changes: {} },
    });
  }

  it('of a push update the last activity of the project', async () => {
    const owner = await createUser();
    const project = await createProject(owner.api, { initialize_with_readme: true });
    const path = `/projects/${project.id}`;
    const before = (await owner.api.get(path)).body.last_activity_at as string;
    const commit = {
      branch: 'master',
      commit_message: 'More',
      actions: [{ action: 'create', file_path: 'more.txt', content: 'more' }],
    };
    expect((await owner.api.post(`${path}/repository/commits`, commit)).status).toBe(201);
    await waitFor(
      () => owner.api.get(path),
      ({ body }) => body.last_activity_at > before,
    );
  });

  it('of a deleted user remove the data of the user', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const user = await createMember(owner.api, `/groups/${group.id}`, 30);
    const project = await createProject(user.api);
    const starred = await createProject(owner.api, { visibility: 'public' });
    await user.api.post(`/projects/${starred.id}/star`);
    expect((await owner.api.get(`/projects/${starred.id}`)).body.star_count).toBe(1);
    expect((await asRoot().delete(`/users/${user.id}`)).status).toBe(204);
    await waitFor(
      () => owner.api.get(`/projects/${starred.id}`),
      ({ body }) => body.star_count === 0,
    );
    expect((await asRoot().get(`/projects/${starred.id}/starrers`)).body).toEqual([]);
    await waitFor(
      () => asRoot().get(`/projects/${project.id}`),
      ({ status }) => status === 404,
    );
    await waitFor(
      () => owner.api.get(`/groups/${group.id}/members/${user.id}`),
      ({ status }) => status === 404,
    );
    await waitFor(
      () => owner.api.post('/groups', { name: unique('n'), path: user.username }),
      ({ status }) => status === 201,
    );
  });

  it('of a renamed user rename the namespace; late events change nothing', async () => {
    const user = await createUser();
    const project = await createProject(user.api);
    const username = unique('renamed');
    await publish('identity.user.updated', { ...user, username }, 101);
    const renamed = await waitFor(
      () => user.api.get(`/projects/${project.id}`),
      ({ body }) => body.path_with_namespace === `${username}/${project.path}`,
    );
    expect(renamed.body.name_with_namespace).toBe(`Name of ${username} / ${project['name']}`);
    await publish('identity.user.updated', { ...user, username: unique('late') }, 100);
    await publish('identity.user.updated', { ...user, username }, 102);
    // The old name is free, and the name of the outdated event was never claimed.
    expect((await user.api.post('/groups', { name: unique('n'), path: user.username })).status).toBe(201);
    expect((await user.api.get(`/projects/${encodeURIComponent(`${username}/${project.path}`)}`)).status).toBe(200);
  });
});
