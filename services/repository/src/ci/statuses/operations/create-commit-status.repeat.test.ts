import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { asRoot, meshCaller } from '@forgemesh/testing';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { CommitStatusServiceDefinition } from '@forgemesh/proto/repository/v1/commit_status';
import { expectStatus, createRepository, type TestRepository } from '#testing/fixtures';

describe('a status that the gateway retries', () => {
  let caller: Caller;
  beforeAll(() => {
    caller = meshCaller();
  });
  afterAll(() => caller.close());

  /** The context of one write of the administrator; identical for each attempt. */
  function oneWrite(project: TestRepository): CallContext {
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
      default_branch: 'main',
      namespace_id: 1,
      path: 'p',
      name: 'P',
      ancestor_ids: [],
    };
    const user = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
    const operation_id = randomUUID();
    return { ...serviceContext(randomUUID()), user, real_user_id: 1, operation_id, access: { id: resource } };
  }

  it('is written once, for concurrent and later attempts', async () => {
    const project = await createRepository();
    const [{ id: sha }] = expectStatus(await asRoot().get(`${project.repository}/commits`), 200);
    const statuses = caller.client(CommitStatusServiceDefinition, 'repository');
    const ids = new Set<number>();
    for (const state of ['pending', 'running', 'success']) {
      const context = oneWrite(project);
      const send = () => statuses.createCommitStatus({ id: String(project.id), sha, state } as never, { context });
      const responses = [...(await Promise.all([send(), send(), send()])), await send()];
      expect(responses.map(({ status }) => status)).toEqual([state, state, state, state]);
      for (const { id } of responses) ids.add(id);
    }
    expect(ids.size).toBe(1);
    const listed = await asRoot().get(`${project.repository}/commits/${sha}/statuses?all=true`);
    expect(expectStatus(listed, 200)).toHaveLength(1);
  });
});
