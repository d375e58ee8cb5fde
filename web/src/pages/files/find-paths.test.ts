import { findPaths } from './find-paths';

const paths = [
  'README.md',
  'src/app/main.ts',
  'src/app/main.test.ts',
  'docs/maintenance.md',
  'web/src/pages/files.tsx',
];

describe('finding paths', () => {
  it('takes parts of names in their order', () => {
    expect(findPaths(paths, 'appmain').map(({ path }) => path)).toEqual(['src/app/main.ts', 'src/app/main.test.ts']);
    expect(findPaths(paths, 'FILES').map(({ path }) => path)).toEqual(['web/src/pages/files.tsx']);
    expect(findPaths(paths, 'nothing')).toEqual([]);
  });

  it('marks the letters', () => {
    const [found] = findPaths(paths, 'readme');
    expect([...(found?.marked ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('lists the first paths without a text', () => {
    expect(findPaths(paths, ' ').map(({ path }) => path)).toEqual(paths);
    expect(findPaths(Array.from({ length: 100 }, String), '')).toHaveLength(50);
  });
});
