import fc from 'fast-check';
import { asRoot, createUser, type TestUser } from '@forgemesh/testing';
import { newGpgKey, newSshKey } from './new-keys';

let user: TestUser;

beforeAll(async () => {
  user = await createUser();
});

describe('keys, emails and custom attributes', () => {
  it('accept or reject any text', async () => {
    const { publicKey, privateKey } = await newGpgKey();
    const seeds = [publicKey, privateKey, newSshKey('rsa'), 'a@b.example'];
    const spoilt = fc
      .tuple(fc.constantFrom(...seeds), fc.nat(3000), fc.string({ unit: 'binary', maxLength: 5 }))
      .map(([seed, at, text]) => seed.slice(0, at % seed.length) + text + seed.slice(at % seed.length));
    const value = fc.oneof(spoilt, fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(value, value, async (one, two) => {
        const responses = await Promise.all([
          user.api.post('/user/keys', { title: one, key: two }),
          user.api.post('/user/gpg_keys', { key: one }),
          user.api.post('/user/emails', { email: one }),
          asRoot().put(`/users/${user.id}/custom_attributes/any`, { value: one }),
        ]);
        for (const { status } of responses) expect([200, 201, 400]).toContain(status);
      }),
      { numRuns: 25 },
    );
  });

  it('respond quickly to huge texts', async () => {
    const huge = 'A'.repeat(450_000);
    const block = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${'A'.repeat(99_000)}\n-----END PGP PUBLIC KEY BLOCK-----`;
    const responses = await Promise.all([
      user.api.post('/user/keys', { title: huge, key: `ssh-rsa ${huge}` }),
      user.api.post('/user/gpg_keys', { key: huge }),
      user.api.post('/user/gpg_keys', { key: block }),
      user.api.post('/user/emails', { email: `${huge}@example.com` }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

describe('users, statuses and tokens', () => {
  it('accept or reject any value', async () => {
    const { id } = await createUser();
    const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(value, value, async (one, two) => {
        const responses = await Promise.all([
          user.api.put('/user/status', { emoji: one, message: two }),
          user.api.post('/personal_access_tokens', { name: one, scopes: two, expires_at: null }),
          user.api.post('/personal_access_tokens', { name: 'a', scopes: ['read_user'], expires_at: one }),
          asRoot().put(`/users/${id}`, { name: one, bio: two, website_url: one, note: two }),
          asRoot().put(`/users/${id}`, { username: one, email: two }),
        ]);
        for (const { status } of responses) expect([200, 201, 400, 404]).toContain(status);
      }),
      { numRuns: 12 },
    );
  });
});
