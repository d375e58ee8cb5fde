import { listClosedIssues } from './list-closed-issues';
import { listClosingMergeRequests } from './list-closing-merge-requests';
import { listRelatedMergeRequests } from './list-related-merge-requests';

export const closingOperations = [listClosedIssues, listClosingMergeRequests, listRelatedMergeRequests];
