import { issueAddresses, overviewAddresses, projectAddress } from './early-addresses';

describe('the addresses that the first page asks for', () => {
  it('are those of the project', () => {
    expect(projectAddress('a/b.c')).toBe('/api/v4/projects/a%2Fb.c?statistics=true&license=true');
  });

  it('are those of an issue, with the id or the path of its project', () => {
    expect(issueAddresses(7, 'issues/12')).toEqual({
      issue: '/api/v4/projects/7/issues/12',
      discussions: '/api/v4/projects/7/issues/12/discussions?page=1&per_page=100',
    });
    expect(issueAddresses('a/b', 'issues/12')?.issue).toBe('/api/v4/projects/a%2Fb/issues/12');
  });

  it.each(['', 'issues', 'issues/new', 'issues/12/more', 'tree/main'])('are no issue for %j', (page) => {
    expect(issueAddresses(7, page)).toBeUndefined();
  });

  it('are those of the files for the overview', () => {
    expect(overviewAddresses({ id: 7, default_branch: 'a/b', empty_repo: false })).toEqual([
      '/api/v4/projects/7/repository/tree?ref=a%2Fb&path=&per_page=100&page=1',
      '/api/v4/projects/7/repository/tree/last_commits?ref=a%2Fb&path=&page=1&per_page=100',
    ]);
    expect(overviewAddresses({ id: 7, default_branch: null, empty_repo: true })).toEqual([]);
  });
});
