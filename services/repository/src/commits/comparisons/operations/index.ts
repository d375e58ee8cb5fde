import { compareRevisions } from './compare-revisions';
import { getMergeBase } from './get-merge-base';
import { listDivergences } from './list-divergences';

export const comparisonOperations = [compareRevisions, getMergeBase, listDivergences];
