/** RPCs for other services. The contract names their callers. */
import { getIssueTracker } from './integrations/get-issue-tracker';

export const internalOperations = [getIssueTracker];
