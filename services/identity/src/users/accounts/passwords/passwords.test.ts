import { createSecretBox } from '@forgemesh/security';
import { createPasswords, type UnsealedHashes } from './passwords';

const cost = 1024;
const sealed: UnsealedHashes = { acceptsUnsealed: async () => false, storesUnsealed: async () => false };
const unsealed: UnsealedHashes = { acceptsUnsealed: async () => true, storesUnsealed: async () => true };

function passwordsOf(secret: string, transition = sealed) {
  return createPasswords({ cost, concurrency: 2, box: createSecretBox(secret, 'passwords'), transition });
}

describe('a stored password', () => {
  const passwords = passwordsOf('secret');
  const own = { userId: 7, password: 'a-long-password-1' };

  it('matches only itself, for its user', async () => {
    const stored = await passwords.hash(own);
    expect(stored).not.toContain('scrypt');
    expect(await passwords.isMatch(own, stored)).toBe(true);
    expect(await passwords.isMatch({ ...own, password: 'another-password' }, stored)).toBe(false);
    expect(await passwords.isMatch(own, null)).toBe(false);
  });

  it('is refused in the document of another user', async () => {
    const stored = await passwords.hash(own);
    expect(await passwords.isMatch({ ...own, userId: 1 }, stored)).toBe(false);
  });

  it('is refused if it was stored without the secret of the service', async () => {
    for (const stored of [await passwordsOf('', unsealed).hash(own), await passwordsOf('other').hash(own), '', 'v1.x'])
      expect(await passwords.isMatch(own, stored)).toBe(false);
  });

  it('is accepted with an older key during a rotation of the secret', async () => {
    const stored = await passwords.hash(own);
    expect(await passwordsOf('new,secret').isMatch(own, stored)).toBe(true);
    expect(await passwordsOf('new').isMatch(own, stored)).toBe(false);
  });

  it('of an earlier release is accepted only during the transition', async () => {
    const stored = await passwordsOf('secret', unsealed).hash(own);
    expect(stored).toMatch(/^scrypt\$1024\$8\$1\$/);
    expect(await passwordsOf('secret', unsealed).isMatch(own, stored)).toBe(true);
    expect(await passwords.isMatch(own, stored)).toBe(false);
  });
});
