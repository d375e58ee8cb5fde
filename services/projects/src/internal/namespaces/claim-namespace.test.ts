import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { createUser, meshCaller, unique, createGroup } from '@forgemesh/testing';
import { NamespaceClaimServiceDefinition } from '@forgemesh/proto/projects/v1/directory';

describe('NamespaceClaimService', () => {
  let caller: Caller;
  let claims: ServiceClient<typeof NamespaceClaimServiceDefinition>;
  beforeAll(() => {
    caller = meshCaller();
    claims = caller.client(NamespaceClaimServiceDefinition, 'projects');
  });
  afterAll(() => caller.close());
  /** Ids that no user has. */
  const nobody = 900_000_000;

  it('gives a path to one holder, who may claim it again', async () => {
    const path = unique('claimed');
    await claims.claimNamespace({ path, user_id: nobody });
    await claims.claimNamespace({ path: path.toUpperCase(), user_id: nobody });
    await expect(claims.claimNamespace({ path, user_id: nobody + 1 })).rejects.toMatchObject({ reason: 'conflict' });
  });

  it('gives a released path to the next holder', async () => {
    const path = unique('released');
    await claims.claimNamespace({ path, user_id: nobody });
    await claims.releaseNamespace({ path, user_id: nobody + 1 });
    await expect(claims.claimNamespace({ path, user_id: nobody + 1 })).rejects.toMatchObject({ reason: 'conflict' });
    await claims.releaseNamespace({ path, user_id: nobody });
    await claims.claimNamespace({ path, user_id: nobody + 1 });
  });

  it('rejects the path of a group and of a user', async () => {
    const user = await createUser();
    const { path } = await createGroup(user.api);
    for (const taken of [path, user.username])
      await expect(claims.claimNamespace({ path: taken, user_id: nobody })).rejects.toMatchObject({
        reason: 'conflict',
      });
  });

  it.each(['api', 'Admin', '-', 'robots.txt', 'groups', 'a b', 'x.git', '', '..', 'x'.repeat(300)])(
    'rejects %j',
    async (path) => {
      await expect(claims.claimNamespace({ path, user_id: nobody })).rejects.toMatchObject({
        reason: 'bad_request',
        body: { username: [expect.any(String)] },
      });
    },
  );

  it('gives a path to one of many concurrent requests', async () => {
    const path = unique('many');
    const responses = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) => claims.claimNamespace({ path, user_id: nobody + number })),
    );
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
