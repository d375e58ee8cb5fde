import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { asRoot, createUser, meshCaller, unique } from '@forgemesh/testing';
import { ExternalIdentityServiceDefinition } from '@forgemesh/proto/identity/v1/external_identity';

describe('ExternalIdentityService.GetExternalIdentities', () => {
  let caller: Caller;
  let service: ServiceClient<typeof ExternalIdentityServiceDefinition>;
  beforeAll(() => {
    caller = meshCaller();
    service = caller.client(ExternalIdentityServiceDefinition, 'identity');
  });
  afterAll(() => caller.close());

  it('returns the primary email address and the identities', async () => {
    const { id, username } = await createUser();
    const email = `${username}@example.com`;
    expect(await service.getExternalIdentities({ user_id: id })).toEqual({ email, identities: [] });
    const identity = { provider: 'ldapmain', extern_uid: unique('CN=Ada') };
    expect((await asRoot().put(`/users/${id}`, identity)).status).toBe(200);
    expect(await service.getExternalIdentities({ user_id: id })).toEqual({ email, identities: [identity] });
  });

  it('fails for a user who does not exist', async () => {
    await expect(service.getExternalIdentities({ user_id: 999_999_999 })).rejects.toMatchObject({
      reason: 'not_found',
    });
  });
});
