import { canPush, hasGitScope, refuseGit, type GitRefusal } from './git-rights';

const NON_MEMBER = 0;
const GUEST = 10;
const REPORTER = 20;
const DEVELOPER = 30;
const OWNER = 50;

type Levels = readonly number[];

/** The levels that may fetch and those that may push, by the level of the feature. */
const rights: [isOpen: boolean, setting: string, fetching: Levels, pushing: Levels][] = [
  [true, 'enabled', [NON_MEMBER, GUEST, REPORTER, DEVELOPER, OWNER], [DEVELOPER, OWNER]],
  [true, 'private', [REPORTER, DEVELOPER, OWNER], [DEVELOPER, OWNER]],
  [true, 'disabled', [], []],
  [false, 'enabled', [REPORTER, DEVELOPER, OWNER], [DEVELOPER, OWNER]],
  [false, 'private', [REPORTER, DEVELOPER, OWNER], [DEVELOPER, OWNER]],
  [false, 'disabled', [], []],
];
const cases = rights.flatMap(([open, setting, fetching, pushing]) =>
  (['project', 'wiki'] as const).flatMap((repository) =>
    [NON_MEMBER, GUEST, REPORTER, DEVELOPER, OWNER].map(
      (level) => [repository, open, setting, level, fetching.includes(level), pushing.includes(level)] as const,
    ),
  ),
);

describe('refuseGit', () => {
  it.each(cases)(
    '%s, open %s, %s, level %i: fetch %s, push %s',
    (repository, open, setting, level, fetches, pushes) => {
      const features = { [repository === 'wiki' ? 'wiki' : 'repository']: setting };
      const refusal = (isPush: boolean, archived = false): GitRefusal | null =>
        refuseGit({ level, open, archived, features }, { repository, isPush });
      expect(refusal(false)).toBe(fetches ? null : 'read');
      expect(refusal(true)).toBe(pushes ? null : fetches ? 'push' : 'read');
      expect(refusal(false, true)).toBe(fetches ? null : 'read');
      expect(refusal(true, true)).toBe('archived');
    },
  );

  it('decides about the wiki and the code each by its own feature', () => {
    const features = { repository: 'disabled', wiki: 'enabled' };
    const project = { level: OWNER, open: true, archived: false, features };
    expect(refuseGit(project, { repository: 'wiki', isPush: true })).toBeNull();
    expect(refuseGit(project, { repository: 'project', isPush: false })).toBe('read');
  });
});

describe('canPush', () => {
  it.each([
    [REPORTER, false, false],
    [DEVELOPER, false, true],
    [OWNER, true, false],
  ])('level %i, archived %s: %s', (level, archived, expected) => {
    expect(canPush({ level, archived })).toBe(expected);
  });
});

/** Personal, project and deploy tokens alike. */
describe('hasGitScope', () => {
  it.each([
    [['api'], true, true],
    [['read_repository'], true, false],
    [['write_repository'], true, true],
    [['read_api', 'read_registry'], false, false],
    [[], false, false],
  ])('%j: fetch %s, push %s', (scopes, fetches, pushes) => {
    expect([hasGitScope(scopes, { isPush: false }), hasGitScope(scopes, { isPush: true })]).toEqual([fetches, pushes]);
  });
});
