import { listTree } from './operations/list-tree';

export const treeOperations = [listTree];
