import { listIssueParticipants } from './list-issue-participants';
import { listMergeRequestParticipants } from './list-merge-request-participants';

export const participantOperations = [listIssueParticipants, listMergeRequestParticipants];
