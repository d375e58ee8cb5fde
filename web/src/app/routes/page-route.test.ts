import { preloadPage } from './page-route';

describe('the page of an address', () => {
  it.each([
    ['/', '/'],
    ['/issues', '/issues'],
    ['/issues/new', '/issues/new'],
    ['/issues/12', '/issues/:iid'],
    ['/issues/12/more', undefined],
    ['/tree', '/tree/*'],
    ['/tree/main/src/a.b', '/tree/*'],
    ['/trees', undefined],
  ])('%s', (address, pattern) => {
    const loaded: string[] = [];
    const pages = ['/', '/issues', '/issues/new', '/issues/:iid', '/tree/*'].map((path) => ({
      path,
      load: async () => {
        loaded.push(path);
        return () => null;
      },
    }));
    preloadPage(pages, address);
    expect(loaded).toEqual(pattern === undefined ? [] : [pattern]);
  });
});
