/** Users, keys and settings with clients in other languages, from Debian packages. */
import { asRoot, createUser, mesh, unique } from '@forgemesh/testing';
import { perlGitlab, rubyGitlab } from '../support/clients/debian-client';
import { publicSshKey } from '../support/ssh-key';

const ruby = rubyGitlab();
const perl = perlGitlab();

/**
 * An administrator token longer than that of the mesh; clients send the two in different headers.
 */
async function longToken(): Promise<string> {
  return (await createUser({ admin: true }, ['api', 'sudo'])).token;
}

// Both clients leave an empty text where there was none.
afterAll(async () => {
  expect((await asRoot().put('/application/settings', { help_page_text: null })).status).toBe(200);
});

(ruby ? describe : describe.skip)('the Ruby client, if available', () => {
  it.each([
    ['a token of 20 characters', () => Promise.resolve(mesh().rootToken)],
    ['a longer token', longToken],
  ])('works with %s', async (_, token) => {
    const name = unique('ruby');
    expect(await ruby?.('accounts.rb', mesh().url, await token(), name, publicSshKey())).toEqual({
      user: [name, `${name}@example.com`, 'active'],
      edited: { bio: 'Gems', projects_limit: 3 },
      found: [name],
      states: [true, 'blocked', true, 'active'],
      emails: [`second-${name}@example.com`],
      keys: ['laptop'],
      keys_left: 0,
      refused: expect.arrayContaining(['key']),
      settings: [100_000, '1.0', 'Array'],
      changed: { help_page_text: 'Ask Ada', avatarsvc_enabled: false },
      me: expect.any(String),
      deleted: true,
    });
  });
});

(perl ? describe : describe.skip)('the Perl client, if available', () => {
  it('works', async () => {
    const name = unique('perl');
    expect(await perl?.('accounts.pl', mesh().url, mesh().rootToken, name, publicSshKey())).toEqual({
      user: [name, `${name}@example.com`, 'active'],
      edited: { bio: 'CPAN', projects_limit: 3 },
      found: [name],
      states: ['blocked', 'active'],
      emails: [`second-${name}@example.com`],
      keys: ['laptop'],
      keys_left: 0,
      refused: true,
      me: name,
      settings: [100_000, '1.0', 'ARRAY'],
      changed: ['Ask Ada', 0],
      deleted: true,
    });
  });
});
