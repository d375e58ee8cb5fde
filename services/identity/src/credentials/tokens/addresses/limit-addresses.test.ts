import { asRoot, createUser, meshCaller } from '@forgemesh/testing';
import { AuthenticationServiceDefinition } from '@forgemesh/proto/identity/v1/authentication';

describe('the limit of addresses per user', () => {
  it('refuses further addresses within the window while it is on', async () => {
    const user = await createUser();
    const caller = meshCaller();
    const identity = caller.client(AuthenticationServiceDefinition, 'identity');
    const from = (address: string) =>
      identity.authenticate({ token: user.token, address }).then(
        ({ real_user_id: id }) => id,
        ({ reason }: { reason: string }) => reason,
      );
    try {
      await asRoot().put('/application/settings', {
        unique_ips_limit_enabled: true,
        unique_ips_limit_per_user: 2,
        unique_ips_limit_time_window: 3600,
      });
      expect(await from('192.0.2.1')).toBe(user.id);
      expect(await from('192.0.2.2')).toBe(user.id);
      expect(await from('192.0.2.3')).toBe('forbidden');
      expect(await from('192.0.2.1')).toBe(user.id);
    } finally {
      await asRoot().put('/application/settings', { unique_ips_limit_enabled: false, unique_ips_limit_per_user: 10 });
      caller.close();
    }
    expect(await identityCalls(user.token)).toBe(user.id);
  });
});

async function identityCalls(token: string): Promise<number> {
  const caller = meshCaller();
  try {
    const identity = caller.client(AuthenticationServiceDefinition, 'identity');
    return (await identity.authenticate({ token, address: '192.0.2.3' })).real_user_id;
  } finally {
    caller.close();
  }
}
