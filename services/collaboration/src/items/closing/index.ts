import { listClosedIssues } from './operations/list-closed-issues';
import { listClosingMergeRequests } from './operations/list-closing-merge-requests';
import { listRelatedMergeRequests } from './operations/list-related-merge-requests';

export const closingOperations = [listClosedIssues, listClosingMergeRequests, listRelatedMergeRequests];
