import { type Call, operation } from '@forgemesh/rpc';
import { IssueParticipantServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_participant';
import { findIssue, type IssueListsDeps } from '#items/issues';
import { listParticipants } from '../participants';

/** Lists the participants of an issue. */
export const listIssueParticipants = operation(
  IssueParticipantServiceDefinition.listIssueParticipants,
  async (request, call: Call<IssueListsDeps>) =>
    listParticipants(call, 'Issue', await findIssue(call, request.issue_iid), request),
);
