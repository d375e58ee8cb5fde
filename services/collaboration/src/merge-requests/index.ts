import { acceptMergeRequest } from './accept-merge-request';
import { createMergeRequest } from './create-merge-request';
import { deleteMergeRequest } from './delete-merge-request';
import { getMergeRequestChanges } from './get-merge-request-changes';
import { getMergeRequestVersion } from './get-merge-request-version';
import { getMergeRequest } from './get-merge-request';
import { listGroupMergeRequests } from './list-group-merge-requests';
import { listMergeRequestCommits } from './list-merge-request-commits';
import { listMergeRequestDiffs } from './list-merge-request-diffs';
import { listMergeRequestParticipants } from './list-merge-request-participants';
import { listMergeRequestVersions } from './list-merge-request-versions';
import { listMergeRequests } from './list-merge-requests';
import { listProjectMergeRequests } from './list-project-merge-requests';
import { subscribeMergeRequest } from './subscribe-merge-request';
import { unsubscribeMergeRequest } from './unsubscribe-merge-request';
import { updateMergeRequest } from './update-merge-request';

export const mergeRequestOperations = [
  acceptMergeRequest,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  getMergeRequestChanges,
  getMergeRequestVersion,
  listGroupMergeRequests,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestParticipants,
  listMergeRequestVersions,
  listMergeRequests,
  listProjectMergeRequests,
  subscribeMergeRequest,
  unsubscribeMergeRequest,
  updateMergeRequest,
];
