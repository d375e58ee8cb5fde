import type { NamespaceNode } from './namespace-node';
import { hasLargeFiles } from './namespace-tree';

describe('hasLargeFiles', () => {
  const project = { _id: 9, namespace_id: 2, ancestor_ids: [1], lfs_enabled: true };
  const treeWith = (...enabled: boolean[]): Map<number, NamespaceNode> =>
    new Map(enabled.map((lfs_enabled, index) => [index + 1, { lfs_enabled } as NamespaceNode]));

  it.each([
    ['nothing disables them', true, project, treeWith(true, true), true],
    ['the instance disables them', false, project, treeWith(true, true), false],
    ['the project disables them', true, { ...project, lfs_enabled: false }, treeWith(true, true), false],
    ['its group disables them', true, project, treeWith(true, false), false],
    ['a group above disables them', true, project, treeWith(false, true), false],
  ])('if %s', (_, isLfsEnabled, own, tree, expected) => {
    expect(hasLargeFiles({ isLfsEnabled }, own, tree)).toBe(expected);
  });
});
