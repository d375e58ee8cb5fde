/** Clients of the other services that this service calls. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { RequiredApprovalsServiceDefinition } from '@forgemesh/proto/approvals/v1/required_approvals';
import { GroupRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_rows';
import { IssueCountServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_count';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import { ReferenceLinkServiceDefinition } from '@forgemesh/proto/collaboration/v1/reference_link';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { ExternalIdentityServiceDefinition } from '@forgemesh/proto/identity/v1/external_identity';
import { HousekeepingJobServiceDefinition } from '@forgemesh/proto/repository/v1/housekeeping_job';
import { LfsObjectServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_object';
import { LicenseServiceDefinition } from '@forgemesh/proto/repository/v1/license';
import { MirrorServiceDefinition } from '@forgemesh/proto/repository/v1/mirror';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  directory: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Identities of users at external providers. */
  identities: ServiceClient<typeof ExternalIdentityServiceDefinition>;
  storage: ServiceClient<typeof StorageServiceDefinition>;
  /** Counts of issues. */
  issueCounts: ServiceClient<typeof IssueCountServiceDefinition>;
  /** Targets of references in texts. */
  referenceLinks: ServiceClient<typeof ReferenceLinkServiceDefinition>;
  /** Large files of projects. */
  lfsObjects: ServiceClient<typeof LfsObjectServiceDefinition>;
  licenses: ServiceClient<typeof LicenseServiceDefinition>;
  /** Transfers from and to external repositories. */
  mirrors: ServiceClient<typeof MirrorServiceDefinition>;
  /** Issues, merge requests and their related data, in archive format. */
  projectRows: ServiceClient<typeof ProjectRowsServiceDefinition>;
  /** Labels, milestones and epics of groups, in archive format. */
  groupRows: ServiceClient<typeof GroupRowsServiceDefinition>;
  /** Repositories and their related data, in archive format. */
  bundles: ServiceClient<typeof ProjectBundleServiceDefinition>;
  /** Repository housekeeping jobs. */
  housekeeping: ServiceClient<typeof HousekeepingJobServiceDefinition>;
  /** Steps of moving repositories to another storage. */
  storageMoves: ServiceClient<typeof StorageMoveServiceDefinition>;
  /** Numbers of required approvals. */
  requiredApprovals: ServiceClient<typeof RequiredApprovalsServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
}

/** Creates the clients; connections open at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    directory: caller.client(DirectoryServiceDefinition, 'identity'),
    identities: caller.client(ExternalIdentityServiceDefinition, 'identity'),
    storage: caller.client(StorageServiceDefinition, 'repository'),
    issueCounts: caller.client(IssueCountServiceDefinition, 'collaboration'),
    referenceLinks: caller.client(ReferenceLinkServiceDefinition, 'collaboration'),
    lfsObjects: caller.client(LfsObjectServiceDefinition, 'repository'),
    licenses: caller.client(LicenseServiceDefinition, 'repository'),
    mirrors: caller.client(MirrorServiceDefinition, 'repository'),
    groupRows: caller.client(GroupRowsServiceDefinition, 'collaboration'),
    projectRows: caller.client(ProjectRowsServiceDefinition, 'collaboration'),
    bundles: caller.client(ProjectBundleServiceDefinition, 'repository'),
    housekeeping: caller.client(HousekeepingJobServiceDefinition, 'repository'),
    storageMoves: caller.client(StorageMoveServiceDefinition, 'repository'),
    requiredApprovals: caller.client(RequiredApprovalsServiceDefinition, 'approvals'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
  };
}
