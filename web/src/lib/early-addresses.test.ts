import { pageAddresses, projectAddress } from './early-addresses';

describe('the addresses that the first page asks for', () => {
  it('are those of the project and of an issue', () => {
    expect(projectAddress('a/b.c')).toBe('/api/v4/projects/a%2Fb.c?statistics=true&license=true');
    expect(pageAddresses(7, 'issues/12')).toEqual([
      '/api/v4/projects/7/issues/12',
      '/api/v4/projects/7/issues/12/discussions?page=1&per_page=100',
    ]);
  });

  it.each(['', 'issues', 'issues/new', 'issues/12/more', 'tree/main'])('are none for %j', (page) => {
    expect(pageAddresses(7, page)).toEqual([]);
  });
});
