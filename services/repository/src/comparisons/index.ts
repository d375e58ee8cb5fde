import { compareRevisions } from './compare-revisions';

export const comparisonOperations = [compareRevisions];
