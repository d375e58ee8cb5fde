/** RPCs for other services; the contract names their callers. */
import { discardRepository } from './bundles/discard-repository';
import { importRepositoryRows } from './bundles/import-repository-rows';
import { settleRepository } from './bundles/settle-repository';
import { findCommitLine } from './commits/find-commit-line';
import { listCommitIds } from './commits/list-commit-ids';
import { listKeptLines } from './commits/list-kept-lines';
import { listCommitterEmails } from './committers/list-committer-emails';
import { setAsideRepository } from './deleted-repositories/set-aside-repository';
import { cancelHousekeepingJob } from './housekeeping/cancel-housekeeping-job';
import { listHousekeepingJobs } from './housekeeping/list-housekeeping-jobs';
import { retryHousekeepingJob } from './housekeeping/retry-housekeeping-job';
import { startHousekeepingJob } from './housekeeping/start-housekeeping-job';
import { getLicense } from './licenses/get-license';
import { applyMerge } from './merges/apply-merge';
import { buildMerge } from './merges/build-merge';
import { createMergePipeline } from './merges/create-merge-pipeline';
import { getMergeContent } from './merges/get-merge-content';
import { keepMergeHead } from './merges/keep-merge-head';
import { keepMergeRef } from './merges/keep-merge-ref';
import { listMergePipelines } from './merges/list-merge-pipelines';
import { prepareMerge } from './merges/prepare-merge';
import { removeMergedBranch } from './merges/remove-merged-branch';
import { fetchMirror } from './mirrors/fetch-mirror';
import { pushMirror } from './mirrors/push-mirror';
import { closeRepository } from './moves/close-repository';
import { copyRepository } from './moves/copy-repository';
import { leaveRepository } from './moves/leave-repository';
import { openRepository } from './moves/open-repository';
import { removeLeftRepository } from './moves/remove-left-repository';
import { getEarlierPipelineStatus } from './pipeline-entities/get-earlier-pipeline-status';
import { getNewestPipelineEntity } from './pipeline-entities/get-newest-pipeline-entity';
import { getNewestStatusEntity } from './pipeline-entities/get-newest-status-entity';
import { listProtectionProfiles } from './protected-branches/list-protection-profiles';
import { applyRebase } from './rebases/apply-rebase';
import { buildRebase } from './rebases/build-rebase';
import { countMeasurements } from './replicas/count-measurements';
import { fetchReplica } from './replicas/fetch-replica';
import { getRepositoryFacts } from './replicas/get-repository-facts';
import { getRepositoryState } from './replicas/get-repository-state';
import { removeReplicas } from './replicas/remove-replicas';
import { storeRepositoryFacts } from './replicas/store-repository-facts';
import { changeDefaultBranch } from './storage/change-default-branch';
import { forkRepository } from './storage/fork-repository';
import { getBranchTip } from './storage/get-branch-tip';
import { initializeRepository } from './storage/initialize-repository';
import { tidyRepository } from './storage/tidy-repository';
import { getRepositoryTemplate } from './templates/get-repository-template';
import { listRepositoryTemplates } from './templates/list-repository-templates';
import { getPipelineDefinition } from './triggers/get-pipeline-definition';

export const internalOperations = [
  applyMerge,
  applyRebase,
  buildMerge,
  buildRebase,
  cancelHousekeepingJob,
  changeDefaultBranch,
  closeRepository,
  copyRepository,
  countMeasurements,
  createMergePipeline,
  discardRepository,
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
  getRepositoryFacts,
  getRepositoryState,
  getRepositoryTemplate,
  importRepositoryRows,
  initializeRepository,
  keepMergeHead,
  keepMergeRef,
  leaveRepository,
  listCommitIds,
  listCommitterEmails,
  listHousekeepingJobs,
  listKeptLines,
  listMergePipelines,
  listProtectionProfiles,
  listRepositoryTemplates,
  openRepository,
  prepareMerge,
  pushMirror,
  removeLeftRepository,
  removeMergedBranch,
  removeReplicas,
  retryHousekeepingJob,
  setAsideRepository,
  settleRepository,
  startHousekeepingJob,
  storeRepositoryFacts,
  tidyRepository,
];
