import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { asRoot, meshCaller } from '@forgemesh/testing';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

describe('a write that the gateway retries', () => {
  let caller: Caller;
  beforeAll(() => {
    caller = meshCaller();
  });
  afterAll(() => caller.close());

  /** The context of one write of the administrator; identical for each attempt. */
  function oneWrite(project: TestRepository, defaultBranch = 'main'): CallContext {
    const resource: AuthorizedResource = {
      found: true,
      id: project.id,
      kind: 1,
      full_path: project.path_with_namespace,
      visibility: 'private',
      archived: false,
      level: 50,
      open: false,
      features: {},
      storage: 'default',
      default_branch: defaultBranch,
      namespace_id: 1,
      path: 'p',
      name: 'P',
      ancestor_ids: [],
    };
    const user = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
    const operation_id = randomUUID();
    return { ...serviceContext(randomUUID()), user, real_user_id: 1, operation_id, access: { id: resource } };
  }

  async function commitIds(project: TestRepository): Promise<string[]> {
    const { body } = await asRoot().get(`${project.repository}/commits?all=true`);
    return body.map(({ id }: { id: string }) => id);
  }

  it('commits once, for sequential and concurrent attempts', async () => {
    const project = await createRepository();
    const commits = caller.client(CommitServiceDefinition, 'repository');
    const create = (action: string, context: CallContext) => {
      const actions = [{ action, file_path: action === 'create' ? 'new' : 'README.md', content: context.operation_id }];
      return commits.createCommit({ branch: 'main', commit_message: 'm', actions } as never, { context });
    };
    const created = oneWrite(project);
    const first = await create('create', created);
    expect((await create('create', created)).id).toBe(first.id);
    const updated = oneWrite(project);
    const second = await create('update', updated);
    expect((await create('update', updated)).id).toBe(second.id);
    const racing = oneWrite(project);
    const responses = await Promise.all(Array.from({ length: 4 }, () => create('update', racing)));
    const [third, ...others] = new Set(responses.map(({ id }) => id));
    expect(others).toEqual([]);
    const later = await create('update', oneWrite(project));
    expect((await create('update', racing)).id).toBe(third);
    expect((await commitIds(project)).slice(0, 4)).toEqual([later.id, third, second.id, first.id]);
    expect(await commitIds(project)).toHaveLength(5);
  });

  it('commits once into an empty repository', async () => {
    const project = await createEmptyRepository();
    const commits = caller.client(CommitServiceDefinition, 'repository');
    const context = oneWrite(project, '');
    const actions = [{ action: 'create', file_path: 'a', content: 'a' }];
    const request = { branch: 'main', commit_message: 'm', actions } as never;
    const responses = await Promise.all([0, 1].map(() => commits.createCommit(request, { context })));
    responses.push(await commits.createCommit(request, { context }));
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(await commitIds(project)).toHaveLength(1);
  });

  it('creates and deletes a branch once', async () => {
    const project = await createRepository();
    const branches = caller.client(BranchServiceDefinition, 'repository');
    const creation = oneWrite(project);
    for (let times = 0; times < 2; times++)
      expect((await branches.createBranch({ branch: 'b', ref: 'main' }, { context: creation })).name).toBe('b');
    const deletion = oneWrite(project);
    for (let times = 0; times < 2; times++) await branches.deleteBranch({ branch: 'b' }, { context: deletion });
    expect((await asRoot().get(`${project.repository}/branches/b`)).status).toBe(404);
  });
});
