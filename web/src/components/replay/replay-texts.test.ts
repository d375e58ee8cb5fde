import { ApiError } from '#lib/api-error';
import { branchNameOf, replayCommands, replayRefusal, requestTitleOf } from './replay-texts';

const commit = { sha: 'abcdef0123456789', title: 'Add a button' };
const refused = (status: number, code?: string): ApiError => new ApiError(status, 'Sorry', {}, undefined, code);

describe('a revert', () => {
  it('has a branch, a title and commands', () => {
    expect(branchNameOf('revert', commit)).toBe('revert-abcdef01');
    expect(requestTitleOf('revert', commit)).toBe('Revert "Add a button"');
    expect(replayCommands('revert', commit, { branch: 'main', isMerge: true })).toContain(
      'git revert --mainline 1 abcdef0123456789',
    );
  });

  it('is refused in words', () => {
    expect(replayRefusal(refused(400, 'conflict'), 'revert', 'main')).toMatch(/later commits of main/);
    expect(replayRefusal(refused(400, 'empty'), 'revert', 'main')).toMatch(/nothing to revert/);
    expect(replayRefusal(refused(403), 'revert', 'main')).toMatch(/may not push to main/);
    expect(replayRefusal(refused(404), 'revert', 'main')).toBeUndefined();
  });
});

describe('a cherry-pick', () => {
  it('has a branch, a title and commands', () => {
    expect(branchNameOf('cherry-pick', commit)).toBe('cherry-pick-abcdef01');
    expect(requestTitleOf('cherry-pick', commit)).toBe('Add a button');
    expect(replayCommands('cherry-pick', commit, { branch: 'a b', isMerge: false })).toEqual([
      'git fetch origin',
      "git switch --create cherry-pick-abcdef01 'origin/a b'",
      'git cherry-pick abcdef0123456789',
      'git push --set-upstream origin cherry-pick-abcdef01',
    ]);
  });

  it('is refused in words', () => {
    expect(replayRefusal(refused(400, 'conflict'), 'cherry-pick', 'main')).toMatch(/other changes of the same lines/);
    expect(replayRefusal(refused(400, 'empty'), 'cherry-pick', 'main')).toMatch(/has these changes already/);
  });
});
