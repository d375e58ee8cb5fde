/** RPCs for other services. The contract names their callers. */
import { getIssueTracker } from './integrations/get-issue-tracker';
import { getMailStatus } from './mail/get-mail-status';

export const internalOperations = [getIssueTracker, getMailStatus];
