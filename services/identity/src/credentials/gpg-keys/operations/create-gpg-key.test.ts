import { api, asRoot, createUser } from '@forgemesh/testing';
import { readKey } from 'openpgp';
import { newGpgKey } from '#testing/new-keys';

const invalid = {
  message: {
    key: [
      "is invalid. A valid public GPG key begins with '-----BEGIN PGP PUBLIC KEY BLOCK-----' and ends with '-----END PGP PUBLIC KEY BLOCK-----'",
    ],
  },
};
const taken = ['has already been taken'];

describe('POST /user/gpg_keys', () => {
  it('adds a key to the caller', async () => {
    const user = await createUser();
    const { publicKey } = await newGpgKey();
    const { status, body } = await user.api.post('/user/gpg_keys', { key: `\n${publicKey}\n` });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      key: publicKey,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await user.api.get('/user/gpg_keys')).body).toEqual([body]);
  });

  it('refuses a key that exists already, even in another format', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const { publicKey } = await newGpgKey();
    const responses = await Promise.all([
      user.api.post('/user/gpg_keys', { key: publicKey }),
      other.api.post('/user/gpg_keys', { key: publicKey }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await user.api.post('/user/gpg_keys', { key: publicKey })).toMatchObject({
      status: 400,
      body: { message: { key: taken, fingerprint: taken, primary_keyid: taken } },
    });
    const smaller = await readKey({ armoredKey: publicKey });
    smaller.subkeys = [];
    expect((await other.api.post('/user/gpg_keys', { key: smaller.armor() })).body).toEqual({
      message: { fingerprint: taken, primary_keyid: taken },
    });
  });

  it('refuses invalid public keys', async () => {
    const { publicKey, privateKey } = await newGpgKey();
    for (const key of [
      'garbage',
      privateKey,
      publicKey + publicKey,
      publicKey.slice(0, -50),
      publicKey.replace('\n', '\u0007\n'),
    ]) {
      const response = await asRoot().post('/user/gpg_keys', { key });
      expect({ status: response.status, body: response.body }).toEqual({ status: 400, body: invalid });
    }
    expect((await asRoot().post('/user/gpg_keys', { key: 'A'.repeat(100_001) })).body).toEqual({
      message: { key: ['is too long (maximum is 100000 characters)'] },
    });
    expect((await asRoot().post('/user/gpg_keys', {})).body).toEqual({ error: 'key is missing' });
  });

  it('is 401 without token', async () => {
    expect((await api().post('/user/gpg_keys', { key: 'x' })).status).toBe(401);
  });
});

describe('POST /users/:id/gpg_keys', () => {
  it('adds a key to that user', async () => {
    const user = await createUser();
    const { publicKey: key } = await newGpgKey();
    expect((await user.api.post(`/users/${user.id}/gpg_keys`, { key })).status).toBe(403);
    expect(await asRoot().post('/users/999999999/gpg_keys', { key })).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    const { status, body } = await asRoot().post(`/users/${user.id}/gpg_keys`, { key });
    expect({ status, body }).toMatchObject({ status: 201, body: { key } });
    expect((await user.api.get('/user/gpg_keys')).body).toEqual([body]);
  });
});
