import { IssueParticipantServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_participant';
import { listParticipants } from '#items/shared/participants';
import { operation } from '#operation';
import { findIssue } from '../find-issue';

/** Lists the participants of an issue. */
export const listIssueParticipants = operation(
  IssueParticipantServiceDefinition.listIssueParticipants,
  async (request, call) => listParticipants(call, 'Issue', await findIssue(call, request.issue_iid), request),
);
