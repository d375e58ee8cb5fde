/** RPCs for other services; the contract names their callers. */
import { discardRepository } from './storage/bundles/discard-repository';
import { importRepositoryRows } from './storage/bundles/import-repository-rows';
import { finalizeImportedRepository } from './storage/bundles/finalize-imported-repository';
import { searchRepository } from './code-search/search-repository';
import { listCodeOwnerEntries } from './code-owners/list-code-owner-entries';
import { findCommitLine } from './commits/find-commit-line';
import { listCommitIds } from './commits/list-commit-ids';
import { listUnchangedLines } from './commits/list-unchanged-lines';
import { listCommitterEmails } from './commits/list-committer-emails';
import { setAsideRepository } from './storage/deleted-repositories/set-aside-repository';
import { cancelHousekeepingJob } from './housekeeping/cancel-housekeeping-job';
import { listHousekeepingJobs } from './housekeeping/list-housekeeping-jobs';
import { retryHousekeepingJob } from './housekeeping/retry-housekeeping-job';
import { startHousekeepingJob } from './housekeeping/start-housekeeping-job';
import { countLfsObjects } from './lfs-objects/count-lfs-objects';
import { downloadLfsObject } from './lfs-objects/download-lfs-object';
import { listLfsObjects } from './lfs-objects/list-lfs-objects';
import { reconcileLfsObjects } from './lfs-objects/reconcile-lfs-objects';
import { storeLfsObject } from './lfs-objects/store-lfs-object';
import { getLicense } from './licenses/get-license';
import { applyMerge } from './merges/apply-merge';
import { buildMerge } from './merges/build-merge';
import { createMergePipeline } from './merges/create-merge-pipeline';
import { getMergeContent } from './merges/get-merge-content';
import { updateMergeHeadRef } from './merges/update-merge-head-ref';
import { updateMergeRef } from './merges/update-merge-ref';
import { listMergePipelines } from './merges/list-merge-pipelines';
import { prepareMerge } from './merges/prepare-merge';
import { removeMergedBranch } from './merges/remove-merged-branch';
import { fetchMirror } from './mirrors/fetch-mirror';
import { pushMirror } from './mirrors/push-mirror';
import { lockRepository } from './storage/moves/lock-repository';
import { copyRepository } from './storage/moves/copy-repository';
import { releaseRepository } from './storage/moves/release-repository';
import { unlockRepository } from './storage/moves/unlock-repository';
import { deleteReleasedRepository } from './storage/moves/delete-released-repository';
import { getEarlierPipelineStatus } from './pipelines/get-earlier-pipeline-status';
import { getNewestPipelineEntity } from './pipelines/get-newest-pipeline-entity';
import { getNewestStatusEntity } from './pipelines/get-newest-status-entity';
import { listProtectionProfiles } from './protected-branches/list-protection-profiles';
import { applyRebase } from './source-branches/apply-rebase';
import { buildRebase } from './source-branches/build-rebase';
import { listMergeConflicts } from './source-branches/list-merge-conflicts';
import { resolveMergeConflicts } from './source-branches/resolve-merge-conflicts';
import { commitSuggestions } from './suggestions/commit-suggestions';
import { listFileLines } from './suggestions/list-file-lines';
import { applyReplicaLog } from './storage/replicas/apply-replica-log';
import { downloadPack } from './storage/replicas/download-pack';
import { getRepositoryLog } from './storage/replicas/get-repository-log';
import { setReplicaCursor } from './storage/replicas/set-replica-cursor';
import { storeReplicaPack } from './storage/replicas/store-replica-pack';
import { checkReplica } from './storage/replicas/check-replica';
import { countMeasurements } from './storage/replicas/count-measurements';
import { countRepositoryChecks } from './storage/replicas/count-repository-checks';
import { fetchReplica } from './storage/replicas/fetch-replica';
import { getRepositoryMetadata } from './storage/replicas/get-repository-metadata';
import { getRepositoryState } from './storage/replicas/get-repository-state';
import { removeReplicas } from './storage/replicas/remove-replicas';
import { storeRepositoryMetadata } from './storage/replicas/store-repository-metadata';
import { changeDefaultBranch } from './storage/change-default-branch';
import { forkRepository } from './storage/fork-repository';
import { getBranchTip } from './storage/get-branch-tip';
import { initializeRepository } from './storage/initialize-repository';
import { optimizeRepository } from './storage/optimize-repository';
import { getRepositoryTemplate } from './templates/get-repository-template';
import { listRepositoryTemplates } from './templates/list-repository-templates';
import { getPipelineDefinition } from './pipelines/get-pipeline-definition';

export const internalOperations = [
  applyMerge,
  applyRebase,
  buildMerge,
  buildRebase,
  cancelHousekeepingJob,
  changeDefaultBranch,
  lockRepository,
  copyRepository,
  countLfsObjects,
  applyReplicaLog,
  downloadPack,
  getRepositoryLog,
  setReplicaCursor,
  storeReplicaPack,
  checkReplica,
  countMeasurements,
  countRepositoryChecks,
  createMergePipeline,
  discardRepository,
  downloadLfsObject,
  fetchMirror,
  fetchReplica,
  findCommitLine,
  forkRepository,
  getBranchTip,
  getEarlierPipelineStatus,
  getLicense,
  getMergeContent,
  getNewestPipelineEntity,
  getNewestStatusEntity,
  getPipelineDefinition,
  getRepositoryMetadata,
  getRepositoryState,
  getRepositoryTemplate,
  importRepositoryRows,
  initializeRepository,
  updateMergeHeadRef,
  updateMergeRef,
  releaseRepository,
  listCodeOwnerEntries,
  searchRepository,
  listCommitIds,
  listCommitterEmails,
  listHousekeepingJobs,
  listFileLines,
  listLfsObjects,
  listUnchangedLines,
  listMergeConflicts,
  listMergePipelines,
  listProtectionProfiles,
  listRepositoryTemplates,
  unlockRepository,
  commitSuggestions,
  prepareMerge,
  pushMirror,
  reconcileLfsObjects,
  deleteReleasedRepository,
  removeMergedBranch,
  removeReplicas,
  resolveMergeConflicts,
  retryHousekeepingJob,
  setAsideRepository,
  finalizeImportedRepository,
  startHousekeepingJob,
  storeLfsObject,
  storeRepositoryMetadata,
  optimizeRepository,
];
