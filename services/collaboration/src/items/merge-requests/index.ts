import { acceptMergeRequest } from './operations/accept-merge-request';
import { addMergeRequestSpentTime } from './operations/add-merge-request-spent-time';
import { cancelAutoMerge, cancelMergeWhenPipelineSucceeds } from './operations/cancel-merge-when-pipeline-succeeds';
import { createMergeRequest } from './operations/create-merge-request';
import { createMergeRequestPipeline } from './operations/create-merge-request-pipeline';
import { deleteMergeRequest } from './operations/delete-merge-request';
import { getMergeRequest } from './operations/get-merge-request';
import { getMergeRequestChanges } from './operations/get-merge-request-changes';
import { getMergeRequestMergeRef } from './operations/get-merge-request-merge-ref';
import { downloadMergeRequestDiff, downloadMergeRequestPatch } from './operations/download-merge-request';
import { getMergeRequestRawDiffs } from './operations/get-merge-request-raw-diffs';
import { getMergeRequestTimeStats } from './operations/get-merge-request-time-stats';
import { getMergeRequestVersion } from './operations/get-merge-request-version';
import { listCommitMergeRequests } from './operations/list-commit-merge-requests';
import { listGroupMergeRequests, listMergeRequests, listProjectMergeRequests } from './operations/list-merge-requests';
import { listMergeRequestCommits } from './operations/list-merge-request-commits';
import { listMergeRequestDiffs } from './operations/list-merge-request-diffs';
import { listMergeRequestParticipants } from './operations/list-merge-request-participants';
import { listMergeRequestPipelines } from './operations/list-merge-request-pipelines';
import { listMergeRequestVersions } from './operations/list-merge-request-versions';
import { rebaseMergeRequest } from './operations/rebase-merge-request';
import { resetMergeRequestSpentTime } from './operations/reset-merge-request-spent-time';
import { resetMergeRequestTimeEstimate } from './operations/reset-merge-request-time-estimate';
import { setMergeRequestTimeEstimate } from './operations/set-merge-request-time-estimate';
import { subscribeMergeRequest } from './operations/subscribe-merge-request';
import { unsubscribeMergeRequest } from './operations/unsubscribe-merge-request';
import { updateMergeRequest } from './operations/update-merge-request';

export const mergeRequestOperations = [
  acceptMergeRequest,
  addMergeRequestSpentTime,
  cancelAutoMerge,
  cancelMergeWhenPipelineSucceeds,
  createMergeRequest,
  createMergeRequestPipeline,
  deleteMergeRequest,
  getMergeRequest,
  getMergeRequestChanges,
  getMergeRequestMergeRef,
  getMergeRequestRawDiffs,
  downloadMergeRequestPatch,
  downloadMergeRequestDiff,
  getMergeRequestTimeStats,
  getMergeRequestVersion,
  listCommitMergeRequests,
  listGroupMergeRequests,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestParticipants,
  listMergeRequestPipelines,
  listMergeRequestVersions,
  listMergeRequests,
  listProjectMergeRequests,
  rebaseMergeRequest,
  resetMergeRequestSpentTime,
  resetMergeRequestTimeEstimate,
  setMergeRequestTimeEstimate,
  subscribeMergeRequest,
  unsubscribeMergeRequest,
  updateMergeRequest,
];
