import { type Call, operation } from '@forgemesh/rpc';
import { IssueParticipantServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_participant';
import { listParticipants } from '#items/shared';
import { findIssue } from '../find-issue';
import type { IssueListsDeps } from '../deps';

/** Lists the participants of an issue. */
export const listIssueParticipants = operation(
  IssueParticipantServiceDefinition.listIssueParticipants,
  async (request, call: Call<IssueListsDeps>) =>
    listParticipants(call, 'Issue', await findIssue(call, request.issue_iid), request),
);
