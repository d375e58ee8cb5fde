import { canReadSnippet, type SnippetReader } from './snippet-rights';

const AUTHOR = 1;
const user = { id: 2, admin: false, external: false };
const external = { ...user, external: true };

const readers: Record<string, SnippetReader> = {
  anonymous: { user: null, level: 0 },
  'non-member': { user, level: 0 },
  'external non-member': { user: external, level: 0 },
  'external member': { user: external, level: 10 },
  owner: { user, level: 50 },
  author: { user: { ...external, id: AUTHOR }, level: 0 },
  administrator: { user: { ...user, admin: true }, level: 50 },
};

/** Whether a reader may read public, internal and private snippets of another user. */
const expected: Record<string, readonly [boolean, boolean, boolean]> = {
  anonymous: [true, false, false],
  'non-member': [true, true, false],
  'external non-member': [true, false, false],
  'external member': [true, true, false],
  owner: [true, true, false],
  author: [true, true, true],
  administrator: [true, true, true],
};

describe('canReadSnippet', () => {
  it.each(Object.entries(readers))('%s', (name, reader) => {
    const canRead = ['public', 'internal', 'private'].map((visibility) =>
      canReadSnippet(reader, { visibility, author_id: AUTHOR }),
    );
    expect(canRead).toEqual(expected[name]);
  });
});
