import { applyMerge } from './apply-merge';
import { buildMerge } from './build-merge';
import { createMergePipeline } from './create-merge-pipeline';
import { getMergeContent } from './get-merge-content';
import { getRawDiff } from './get-raw-diff';
import { keepMergeHead } from './keep-merge-head';
import { keepMergeRef } from './keep-merge-ref';
import { listMergePipelines } from './list-merge-pipelines';
import { prepareMerge } from './prepare-merge';
import { removeMergedBranch } from './remove-merged-branch';

export const mergeOperations = [
  applyMerge,
  buildMerge,
  createMergePipeline,
  getMergeContent,
  getRawDiff,
  keepMergeHead,
  keepMergeRef,
  listMergePipelines,
  prepareMerge,
  removeMergedBranch,
];
