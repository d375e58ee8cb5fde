/** RPCs for other services; the contract names their callers. */
import { setRequiredApprovals } from './projects/set-required-approvals';
import { getApprovalVerdict } from './requests/get-approval-verdict';
import { getRequestApprovers } from './requests/get-request-approvers';

export const internalOperations = [getApprovalVerdict, getRequestApprovers, setRequiredApprovals];
