import { getMergeRequestFacts } from './get-merge-request-facts';

export const mergeRequestFactsOperations = [getMergeRequestFacts];
