/** RPCs for other services; the contract names their callers. */
import { setRequiredApprovals } from './projects/set-required-approvals';
import { getMergeApproval } from './requests/get-merge-approval';
import { getRequestApprovers } from './requests/get-request-approvers';

export const internalOperations = [getMergeApproval, getRequestApprovers, setRequiredApprovals];
