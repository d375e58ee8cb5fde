import { applyMerge } from './apply-merge';
import { buildMerge } from './build-merge';
import { getMergeContent } from './get-merge-content';
import { prepareMerge } from './prepare-merge';
import { removeMergedBranch } from './remove-merged-branch';

export const mergeOperations = [applyMerge, buildMerge, getMergeContent, prepareMerge, removeMergedBranch];
