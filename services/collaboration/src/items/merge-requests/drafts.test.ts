import { isDraft, isDraftCommit, withoutDraftMark } from './drafts';

describe('titles of drafts', () => {
  it.each([
    ['WIP: Change', 'Change'],
    ['wip change', 'change'],
    ['[WIP]Change', 'Change'],
    ['Draft: Change', 'Change'],
    ['draft:Change', 'Change'],
    [' [Draft] Change', 'Change'],
    ['(draft) Change', 'Change'],
    ['Draft: WIP: [draft] Change', 'Change'],
  ])('%j', (title, rest) => {
    expect(isDraft(title)).toBe(true);
    expect(withoutDraftMark(title)).toBe(rest);
  });

  it.each(['Draft of a change', 'Drafts: all', 'Change [Draft]', 'WIPE: all', 'A (draft)'])('not %j', (title) => {
    expect(isDraft(title)).toBe(false);
    expect(withoutDraftMark(title)).toBe(title);
  });

  it.each([
    ['WIP', true],
    ['Draft: more', true],
    ['(Draft) more', true],
    ['fixup! more', true],
    ['squash! more', true],
    ['Drafting', false],
  ])('of the commit %j: %j', (title, expected) => expect(isDraftCommit(title)).toBe(expected));
});
