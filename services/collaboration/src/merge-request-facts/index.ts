import { getMergeRequestFacts } from './get-merge-request-facts';
import { listApprovalVersions } from './list-approval-versions';

export const mergeRequestFactsOperations = [getMergeRequestFacts, listApprovalVersions];
