import { matchesBranchFilter } from './branch-filter';

describe('matchesBranchFilter', () => {
  it.each([
    ['', 'any', true],
    ['main', 'main', true],
    ['main', 'main2', false],
    ['*', 'any/thing', true],
    ['release/*', 'release/1', true],
    ['release/*', 'releases', false],
    ['*-stable', 'a-stable', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['*a*a*', 'ba', false],
  ])('filter %s on branch %s: %s', (filter, branch, expected) => {
    expect(matchesBranchFilter(filter, branch)).toBe(expected);
  });

  it('matches hostile filters quickly', () => {
    expect(matchesBranchFilter(`${'a*'.repeat(2_000)}b`, 'a'.repeat(100_000))).toBe(false);
  });
});
