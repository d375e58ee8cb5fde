/** A service may be lost during a write; the gateway then retries with the same operation id. */
import { randomUUID } from 'node:crypto';
import { serviceContext, type Caller } from '@forgemesh/rpc';
import type { CallContext } from '@forgemesh/telemetry';
import { meshCaller, unique } from '@forgemesh/testing';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { ImpersonationTokenServiceDefinition } from '@forgemesh/proto/identity/v1/impersonation_token';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { newGpgKey, newSshKey } from '#testing/new-keys';

let caller: Caller;

beforeAll(() => {
  caller = meshCaller();
});

afterAll(() => caller.close());

function contextOfRoot(operationId: string): CallContext {
  const root = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
  return { ...serviceContext(randomUUID()), user: root, real_user_id: 1, operation_id: operationId };
}

describe('a retried write', () => {
  it('returns the user of the first attempt', async () => {
    const users = caller.client(UserServiceDefinition, 'identity');
    const username = unique('repeated');
    const request = { username, name: 'R', email: `${username}@example.com`, force_random_password: true };
    const context = contextOfRoot(randomUUID());
    const responses = await Promise.all([
      users.createUser(request, { context }),
      users.createUser(request, { context }),
    ]);
    const again = await users.createUser(request, { context });
    expect(responses).toEqual([again, again]);
    await expect(users.createUser(request, { context: contextOfRoot(randomUUID()) })).rejects.toMatchObject({
      reason: 'conflict',
    });
  });

  it('returns the token of the first attempt', async () => {
    const tokens = caller.client(ImpersonationTokenServiceDefinition, 'identity');
    const request = { user_id: 1, name: 'repeated', scopes: ['api'] };
    const context = contextOfRoot(randomUUID());
    const first = await tokens.createImpersonationToken(request, { context });
    expect(await tokens.createImpersonationToken(request, { context })).toEqual(first);
    expect(first.token).toMatch(/^glpat-[\w-]{20}$/);
  });

  it('returns the keys and the email of the first attempt', async () => {
    const context = contextOfRoot(randomUUID());
    const sshKeys = caller.client(SshKeyServiceDefinition, 'identity');
    const sshKey = { title: 'repeated', key: newSshKey() };
    const firstSshKey = await sshKeys.createSshKey(sshKey, { context });
    expect(await sshKeys.createSshKey(sshKey, { context })).toEqual(firstSshKey);
    const gpgKeys = caller.client(GpgKeyServiceDefinition, 'identity');
    const { publicKey: key } = await newGpgKey();
    const firstGpgKey = await gpgKeys.createGpgKey({ key }, { context });
    expect(await gpgKeys.createGpgKey({ key }, { context })).toEqual(firstGpgKey);
    const emails = caller.client(EmailServiceDefinition, 'identity');
    const email = { email: `${unique('repeated')}@example.com` };
    const responses = await Promise.all([
      emails.createEmail(email, { context }),
      emails.createEmail(email, { context }),
    ]);
    const again = await emails.createEmail(email, { context });
    expect(responses).toEqual([again, again]);
  });
});
