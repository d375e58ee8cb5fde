import { pathTree } from './path-tree';

describe('paths as folders', () => {
  it('joins folders that hold one folder only', () => {
    const tree = pathTree(['a/b/c/one.ts', 'a/b/c/two.ts', 'a/b/d.ts', 'README.md', 'x/y.ts'], (path) => path);
    expect(tree).toEqual({
      name: '',
      folders: [
        {
          name: 'a/b',
          folders: [
            {
              name: 'c',
              folders: [],
              files: [
                { name: 'one.ts', item: 'a/b/c/one.ts' },
                { name: 'two.ts', item: 'a/b/c/two.ts' },
              ],
            },
          ],
          files: [{ name: 'd.ts', item: 'a/b/d.ts' }],
        },
        { name: 'x', folders: [], files: [{ name: 'y.ts', item: 'x/y.ts' }] },
      ],
      files: [{ name: 'README.md', item: 'README.md' }],
    });
  });
});
