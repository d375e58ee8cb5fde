/** A service can be lost in the middle of a write; the gateway then asks once more with the same operation id. */
import { randomUUID } from 'node:crypto';
import { serviceContext, type CallContext, type Caller } from '@forgemesh/kit';
import { meshCaller, unique } from '@forgemesh/kit/testing';
import { ImpersonationTokenServiceService } from '@forgemesh/proto/identity/v1/impersonation_token';
import { UserServiceService } from '@forgemesh/proto/identity/v1/user';

let caller: Caller;

beforeAll(() => {
  caller = meshCaller('gateway');
});

afterAll(() => caller.close());

function contextOfRoot(operationId: string): CallContext {
  const root = { id: 1, username: 'root', name: 'Administrator', admin: true, external: false };
  return { ...serviceContext(randomUUID()), user: root, real_user_id: 1, operation_id: operationId };
}

describe('a write that is repeated', () => {
  it('answers with the user of the first', async () => {
    const users = caller.client(UserServiceService, 'identity');
    const username = unique('repeated');
    const request = { username, name: 'R', email: `${username}@example.com`, force_random_password: true };
    const context = contextOfRoot(randomUUID());
    const answers = await Promise.all([users.createUser(request, { context }), users.createUser(request, { context })]);
    const again = await users.createUser(request, { context });
    expect(answers).toEqual([again, again]);
    await expect(users.createUser(request, { context: contextOfRoot(randomUUID()) })).rejects.toMatchObject({
      reason: 'conflict',
    });
  });

  it('answers with the token of the first', async () => {
    const tokens = caller.client(ImpersonationTokenServiceService, 'identity');
    const request = { user_id: 1, name: 'repeated', scopes: ['api'] };
    const context = contextOfRoot(randomUUID());
    const first = await tokens.createImpersonationToken(request, { context });
    expect(await tokens.createImpersonationToken(request, { context })).toEqual(first);
    expect(first.token).toMatch(/^glpat-[\w-]{20}$/);
  });
});
