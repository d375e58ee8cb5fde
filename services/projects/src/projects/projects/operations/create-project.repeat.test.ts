import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { createUser, meshCaller, unique, type TestUser } from '@forgemesh/testing';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';

describe('a write that the gateway retries', () => {
  let caller: Caller;
  let user: TestUser;
  beforeAll(async () => {
    caller = meshCaller();
    user = await createUser();
  });
  afterAll(() => caller.close());

  /** The context of one write; the same for each attempt. */
  function oneWrite(): CallContext {
    const { id, username } = user;
    const principal = { id, username, name: username, admin: false, external: false };
    return { ...serviceContext(randomUUID()), user: principal, real_user_id: id, operation_id: randomUUID() };
  }

  it('creates one project, for sequential and concurrent attempts', async () => {
    const projects = caller.client(ProjectServiceDefinition, 'projects');
    const context = oneWrite();
    const request = { name: unique('repeated'), initialize_with_readme: true };
    const first = await projects.createProject(request, { context });
    const second = await projects.createProject(request, { context });
    expect(second.id).toBe(first.id);
    const racing = { name: unique('racing') };
    const race = oneWrite();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => projects.createProject(racing, { context: race })),
    );
    const ids = responses.map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    const found = await user.api.get(`/projects/${encodeURIComponent(`${user.username}/${racing.name}`)}`);
    expect(found.body.id).toBe(ids[0]);
    const listed = await user.api.get(`/projects?search=${racing.name}`);
    expect(listed.body).toHaveLength(1);
  });

  it('creates one group with one owner', async () => {
    const groups = caller.client(GroupServiceDefinition, 'projects');
    const context = oneWrite();
    const path = unique('repeated');
    const [first, second] = [
      await groups.createGroup({ name: path, path }, { context }),
      await groups.createGroup({ name: path, path }, { context }),
    ];
    expect(second.id).toBe(first.id);
    expect((await user.api.get(`/groups/${first.id}/members`)).body).toHaveLength(1);
  });
});
