import type { Caller } from '@forgemesh/rpc';
import { asRoot, createUser, meshCaller, unique } from '@forgemesh/testing';
import { KeyDirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/key_directory';
import { newGpgKey } from '../../testing/new-keys';

let caller: Caller;

beforeAll(() => {
  caller = meshCaller();
});

afterAll(() => caller.close());

async function find(...keyIds: string[]) {
  return (await caller.client(KeyDirectoryServiceDefinition, 'identity').listGpgKeys({ key_ids: keyIds })).gpg_keys;
}

describe('KeyDirectoryService.ListGpgKeys', () => {
  it('finds a key by primary key, subkey and fingerprint, with data of its user', async () => {
    const user = await createUser();
    const further = `${unique('Further')}@example.com`;
    await asRoot().post(`/users/${user.id}/emails`, { email: further, skip_confirmation: true });
    await user.api.post('/user/emails', { email: `${unique('unconfirmed')}@example.com` });
    const { publicKey, keyId, subkeyId, fingerprint } = await newGpgKey(further);
    const { id } = (await user.api.post('/user/gpg_keys', { key: publicKey })).body;
    const facts = {
      id,
      user_id: user.id,
      key: publicKey,
      fingerprint,
      primary_keyid: keyId,
      subkey_ids: [subkeyId],
      user_ids: [{ name: 'Some Body', email: further }],
      verified_emails: [`${user.username}@example.com`, further.toLowerCase()],
      user_state: 'active',
    };
    expect(await find(keyId.toLowerCase())).toEqual([facts]);
    expect(await find(subkeyId, keyId)).toEqual([facts]);
    expect(await find(fingerprint, 'FFFFFFFFFFFFFFFF')).toEqual([facts]);
    await user.api.delete(`/user/gpg_keys/${id}`);
    expect(await find(keyId)).toEqual([]);
    expect(await find()).toEqual([]);
  });
});
