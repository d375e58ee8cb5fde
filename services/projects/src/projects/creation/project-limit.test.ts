import { gzipSync } from 'node:zlib';
import { unique } from '@forgemesh/testing';
import { startInProcess, type TestCaller } from '@forgemesh/testing/in-process';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { ForkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { type Project, ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { ProjectImportServiceDefinition } from '@forgemesh/proto/projects/v1/project_import';
import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { createPathModel, pathKey } from '#namespaces/paths/path.model';
import { projects } from '#service';
import { TestProjects } from '#testing/test-projects';

const { REFERENCE_KIND_NAMESPACE: NAMESPACE, REFERENCE_KIND_PROJECT: PROJECT } = ReferenceKind;

const test = new TestProjects((siblings) => startInProcess(projects, { siblings }));

const refusal = {
  reason: 'forbidden',
  key: 'error',
  body: [expect.stringMatching(/^Your project limit is \d+ projects! Please contact your administrator/)],
};

async function createLimitedUser(limit: number): Promise<UserProfile> {
  const user = await test.createUser({ projects_limit: limit });
  await test.createNamespace(user);
  return user;
}

async function transfer(owner: UserProfile, { id }: Project, namespace: string | number): Promise<Project> {
  const [source, target] = [
    await test.withAccess(owner, PROJECT, id),
    await test.withAccess(owner, NAMESPACE, namespace, 'namespace'),
  ];
  const caller: TestCaller = { ...source, access: { ...source.access, ...target.access } };
  const lifecycle = test.service.as(caller, ProjectLifecycleServiceDefinition);
  return lifecycle.transferProject({ id: String(id), namespace: String(namespace) });
}

async function fork(owner: UserProfile, { id }: Project): Promise<Project> {
  const caller = await test.withAccess(owner, PROJECT, id);
  return test.service.as(caller, ForkServiceDefinition).forkProject({ id: String(id), namespace: owner.username });
}

async function countOwned(user: UserProfile): Promise<number> {
  const client = test.service.as(test.callerOf(user), ProjectServiceDefinition);
  return (await client.listProjects({ owned: true, per_page: 100 })).projects.length;
}

const refusalsOf = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));

describe('the project limit of a user', () => {
  it('is reached exactly by concurrent requests', async () => {
    const user = await createLimitedUser(5);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => test.createProject(user)));
    const refusals = refusalsOf(results);
    expect(refusals).toHaveLength(15);
    for (const error of refusals) expect(error).toMatchObject({ reason: 'forbidden' });
    expect(await countOwned(user)).toBe(5);
    expect(refusals[0]).toMatchObject({
      ...refusal,
      body: ['Your project limit is 5 projects! Please contact your administrator to increase it'],
    });
  });

  it('is reached exactly by different operations together', async () => {
    const user = await createLimitedUser(3);
    const root = test.callerOf(await test.createUser({ admin: true }));
    const group = await test.createGroup(user);
    const inGroup = () => test.createProject(user, { namespace_id: group.id });
    const movable = await Promise.all([1, 2, 3].map(inGroup));
    const forked = await Promise.all([1, 2, 3].map(inGroup));
    const give = () => {
      const client = test.service.as(root, ProjectServiceDefinition);
      return client.createProjectForUser({ user_id: user.id, name: unique('given') });
    };
    const results = await Promise.allSettled([
      ...movable.map((project) => transfer(user, project, user.username)),
      ...forked.map((project) => fork(user, project)),
      ...[1, 2, 3].map(give),
      ...[1, 2, 3].map(() => test.createProject(user)),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(refusalsOf(results).filter((error) => (error as { reason: string }).reason === 'forbidden')).toHaveLength(9);
  });

  it('counts an import that has not ended', async () => {
    const user = await createLimitedUser(1);
    const imports = test.service.as(test.callerOf(user), ProjectImportServiceDefinition);
    async function* content(): AsyncGenerator<Uint8Array> {
      yield gzipSync('no archive');
    }
    const results = await Promise.allSettled([
      imports.importProject({ path: unique('imported'), file: 'project.tar.gz' }, { content: content() }),
      test.createProject(user),
    ]);
    expect(refusalsOf(results)).toMatchObject([{ reason: 'forbidden' }]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('admits another project after a deletion, and after a transfer', async () => {
    const user = await createLimitedUser(1);
    const group = await test.createGroup(user);
    const first = await test.createProject(user);
    await expect(test.createProject(user)).rejects.toMatchObject(refusal);
    expect(await transfer(user, first, group.id)).toMatchObject({ namespace: { id: group.id } });
    const second = await test.createProject(user);
    const client = test.service.as(await test.withAccess(user, PROJECT, second.id), ProjectServiceDefinition);
    await client.deleteProject({ id: String(second.id) });
    expect((await test.createProject(user)).namespace?.path).toBe(user.username);
    await expect(test.createProject(user)).rejects.toMatchObject(refusal);
  });

  it('ignores what a crash left behind once its path may be replaced', async () => {
    const paths = createPathModel(test.service.connection());
    const user = await createLimitedUser(1);
    const { access } = await test.withAccess(user, NAMESPACE, user.username);
    const leave = (ageMs: number): Promise<unknown> => {
      const fields = { kind: 'project' as const, target_id: 1, confirmed: false };
      const claimedAt = new Date(Date.now() - ageMs);
      const filter = { _id: pathKey(access?.['id']?.id ?? 0, 'left-behind') };
      return paths.updateOne(filter, { $set: { ...fields, claimed_at: claimedAt } }, { upsert: true });
    };
    await leave(1_000);
    await expect(test.createProject(user)).rejects.toMatchObject(refusal);
    await leave(61_000);
    expect((await test.createProject(user)).namespace?.path).toBe(user.username);
    await expect(test.createProject(user)).rejects.toMatchObject(refusal);
  });
});
