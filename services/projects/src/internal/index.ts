/** RPCs for other services. The contract names their callers. */
import { authorize } from './access/authorize';
import { listAccess } from './access/list-access';
import { listCodeAccess } from './access/list-code-access';
import { listGroupAccess } from './access/list-group-access';
import { getForkRelation } from '#internal/projects/get-fork-relation';
import { downloadExportArchive } from './exports/download-export-archive';
import { finishExportUpload } from './exports/finish-export-upload';
import { getExportUpload } from './exports/get-export-upload';
import { countJobs } from './jobs/count-jobs';
import { getMembershipSummary } from './members/get-membership-summary';
import { getTwoFactorRequirement } from './members/get-two-factor-requirement';
import { listGroupsOfMembers } from './members/list-groups-of-members';
import { listProjectGroups } from './members/list-project-groups';
import { listMembersOfGroups } from './members/list-members-of-groups';
import { listProjectLevels } from './members/list-project-levels';
import { listProjectMemberIds } from './members/list-project-member-ids';
import { claimNamespace } from './namespaces/claim-namespace';
import { confirmNamespace } from './namespaces/confirm-namespace';
import { listGroupProfiles } from './namespaces/list-group-profiles';
import { releaseNamespace } from './namespaces/release-namespace';
import { countProjects } from './projects/count-projects';
import { getDefaultBranchProtection } from './projects/get-default-branch-protection';
import { getExistence } from './projects/get-existence';
import { listMergeSettings } from './projects/list-merge-settings';
import { listProjectEntities } from './projects/list-project-entities';
import { listProjectIds } from './projects/list-project-ids';
import { listProjectProfiles } from './projects/list-project-profiles';
import { setDefaultBranch } from './projects/set-default-branch';
import { getPushPolicy } from '#internal/projects/get-push-policy';
import { confirmTransferRows } from './transfer/confirm-transfer-rows';
import { getTransferState } from './transfer/get-transfer-state';
import { listTransferRows } from './transfer/list-transfer-rows';
import { getSnippetEntity } from '#internal/content/get-snippet-entity';
import { getSnippetProfile } from '#internal/content/get-snippet-profile';
import { listSnippetVisibilities } from '#internal/content/list-snippet-visibilities';
import { checkSpam } from '#internal/content/check-spam';
import { copyUploads } from '#internal/content/copy-uploads';

export const internalOperations = [
  authorize,
  checkSpam,
  claimNamespace,
  confirmNamespace,
  confirmTransferRows,
  copyUploads,
  countJobs,
  countProjects,
  downloadExportArchive,
  finishExportUpload,
  getDefaultBranchProtection,
  getExistence,
  getExportUpload,
  getForkRelation,
  getMembershipSummary,
  getPushPolicy,
  getSnippetEntity,
  getSnippetProfile,
  getTransferState,
  getTwoFactorRequirement,
  listAccess,
  listCodeAccess,
  listGroupAccess,
  listGroupProfiles,
  listGroupsOfMembers,
  listProjectGroups,
  listMembersOfGroups,
  listMergeSettings,
  listProjectEntities,
  listProjectIds,
  listProjectLevels,
  listProjectMemberIds,
  listProjectProfiles,
  listSnippetVisibilities,
  listTransferRows,
  releaseNamespace,
  setDefaultBranch,
];
