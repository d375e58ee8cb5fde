import { acceptMergeRequest } from './accept-merge-request';
import { cancelAutoMerge, cancelMergeWhenPipelineSucceeds } from './cancel-merge-when-pipeline-succeeds';
import { createMergeRequest } from './create-merge-request';
import { createMergeRequestPipeline } from './create-merge-request-pipeline';
import { deleteMergeRequest } from './delete-merge-request';
import { getMergeRequest } from './get-merge-request';
import { getMergeRequestChanges } from './get-merge-request-changes';
import { getMergeRequestMergeRef } from './get-merge-request-merge-ref';
import { downloadMergeRequestDiff, downloadMergeRequestPatch } from './download-merge-request';
import { getMergeRequestRawDiffs } from './get-merge-request-raw-diffs';
import { getMergeRequestVersion } from './get-merge-request-version';
import { listCommitMergeRequests } from './list-commit-merge-requests';
import { listGroupMergeRequests, listMergeRequests, listProjectMergeRequests } from './list-merge-requests';
import { listMergeRequestCommits } from './list-merge-request-commits';
import { listMergeRequestConflicts } from './list-merge-request-conflicts';
import { listMergeRequestDiffs } from './list-merge-request-diffs';
import { listMergeRequestPipelines } from './list-merge-request-pipelines';
import { listMergeRequestVersions } from './list-merge-request-versions';
import { listReviewers } from './list-reviewers';
import { rebaseMergeRequest } from './rebase-merge-request';
import { requestReview } from './request-review';
import { resolveMergeRequestConflicts } from './resolve-merge-request-conflicts';
import { subscribeMergeRequest } from './subscribe-merge-request';
import { unsubscribeMergeRequest } from './unsubscribe-merge-request';
import { updateMergeRequest } from './update-merge-request';

export const mergeRequestOperations = [
  acceptMergeRequest,
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
  getMergeRequestVersion,
  listCommitMergeRequests,
  listGroupMergeRequests,
  listMergeRequestCommits,
  listMergeRequestConflicts,
  listMergeRequestDiffs,
  listMergeRequestPipelines,
  listMergeRequestVersions,
  listMergeRequests,
  listProjectMergeRequests,
  listReviewers,
  rebaseMergeRequest,
  requestReview,
  resolveMergeRequestConflicts,
  subscribeMergeRequest,
  unsubscribeMergeRequest,
  updateMergeRequest,
];
