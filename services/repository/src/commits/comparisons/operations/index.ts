import { compareRevisions } from './compare-revisions';
import { getMergeBase } from './get-merge-base';

export const comparisonOperations = [compareRevisions, getMergeBase];
