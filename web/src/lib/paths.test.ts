import { currentFormOf, encodePath, groupPath, movedAddress, projectPath, splitNamespaceAddress } from './paths';

describe('addresses', () => {
  it.each([
    [projectPath('a/b'), '/a/b'],
    [projectPath('a/b', 'tree', 'feature/x', 'src/ä.ts'), '/a/b/-/tree/feature/x/src/%C3%A4.ts'],
    [projectPath('a/b', 'tree', 'main', ''), '/a/b/-/tree/main'],
    [groupPath('a/b', 'epics', '1'), '/groups/a/b/-/epics/1'],
    [encodePath('50%/a b?#'), '50%25/a%20b%3F%23'],
  ])('%s', (built, expected) => expect(built).toBe(expected));
});

describe('splitNamespaceAddress', () => {
  it.each([
    ['/a/b', 'a/b', ''],
    ['/a/b/', 'a/b', ''],
    ['/a/b/c/-/issues/1', 'a/b/c', 'issues/1'],
    ['/a/b/-/blob/main/x/-/y', 'a/b', 'blob/main/x/-/y'],
    ['/a/b/snippets/7', 'a/b', 'snippets/7'],
    ['/a/b/pipelines/7', 'a/b', 'pipelines/7'],
    ['/a/b/-', 'a/b', ''],
    ['/a', 'a', ''],
  ])('%s', (address, fullPath, page) => expect(splitNamespaceAddress(address)).toEqual({ fullPath, page }));
});

describe('currentFormOf', () => {
  it.each([
    ['/a/b/blob/main/x.ts', '/a/b/-/blob/main/x.ts'],
    ['/a/b/c/tree/main', '/a/b/c/-/tree/main'],
    ['/a/b/issues', '/a/b/-/issues'],
    ['/a/b/pipelines/7', '/a/b/-/pipelines/7'],
    ['/a/b/merge_requests/1/diffs', '/a/b/-/merge_requests/1/diffs'],
    ['/a/b', undefined],
    ['/a/issues', undefined],
    ['/a/b/other/x', undefined],
    ['/a/b/-/blob/main/blob/x', undefined],
  ])('%s', (address, expected) => expect(currentFormOf(address)).toBe(expected));
});

describe('movedAddress', () => {
  it.each([
    ['/a/b', 'a/b', 'x/y z', '/x/y%20z'],
    ['/a/b/-/blob/main/x%20y', 'a/b', 'c/d/e', '/c/d/e/-/blob/main/x%20y'],
    ['/a/b/issues/1', 'a/b', 'c/d', '/c/d/issues/1'],
    ['/groups/a/b/-/labels', 'a/b', 'c', '/groups/c/-/labels'],
    ['/A/b/-/issues', 'A/b', 'a/B', undefined],
  ])('%s', (address, fullPath, current, expected) => expect(movedAddress(address, fullPath, current)).toBe(expected));
});
