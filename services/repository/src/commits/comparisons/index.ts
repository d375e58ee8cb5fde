import { compareRevisions } from './operations/compare-revisions';
import { getMergeBase } from './operations/get-merge-base';

export const comparisonOperations = [compareRevisions, getMergeBase];
