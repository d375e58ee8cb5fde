import { listFilePaths } from './list-file-paths';
import { listLastCommits } from './list-last-commits';
import { listTree } from './list-tree';

export const treeOperations = [listTree, listLastCommits, listFilePaths];
