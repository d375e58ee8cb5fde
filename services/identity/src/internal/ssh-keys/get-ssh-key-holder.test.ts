import { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { createUser, meshCaller, waitFor } from '@forgemesh/testing';
import { parseSshKey } from '../../credentials/ssh-keys/parse-ssh-key';
import { newSshKey } from '../../testing/new-keys';

describe('GetSshKeyHolder', () => {
  const caller = meshCaller();
  afterAll(() => caller.close());

  it('finds keys until they expire', async () => {
    const user = await createUser();
    const client = caller.client(SshKeyHolderServiceDefinition, 'identity');
    const add = async (expires_at: string): Promise<() => Promise<unknown>> => {
      const key = newSshKey();
      expect((await user.api.post('/user/keys', { title: 'Laptop', key, expires_at })).status).toBe(201);
      const fingerprint_sha256 = parseSshKey(key)?.fingerprint_sha256 ?? '';
      return () =>
        client.getSshKeyHolder({ fingerprint_sha256, address: '' }).then(
          (holder) => holder.user?.id,
          (error: { reason: string }) => error.reason,
        );
    };
    const lasting = await add('2999-12-31');
    const passing = await add(new Date(Date.now() + 2_000).toISOString());
    expect(await waitFor(passing, (found) => found === 'not_found')).toBe('not_found');
    expect(await lasting()).toBe(user.id);
  });
});
