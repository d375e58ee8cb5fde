import { listTree } from './list-tree';

export const treeOperations = [listTree];
