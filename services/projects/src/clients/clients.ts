/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { RequiredApprovalsServiceService } from '@forgemesh/proto/approvals/v1/required_approvals';
import { EventEntityServiceService } from '@forgemesh/proto/collaboration/v1/event_entity';
import { GroupRowsServiceService } from '@forgemesh/proto/collaboration/v1/group_rows';
import { IssueFactsServiceService } from '@forgemesh/proto/collaboration/v1/issue_facts';
import { ProjectRowsServiceService } from '@forgemesh/proto/collaboration/v1/project_rows';
import { ReferenceLinkServiceService } from '@forgemesh/proto/collaboration/v1/reference_link';
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import { BranchServiceService } from '@forgemesh/proto/repository/v1/branch';
import { CommitServiceService } from '@forgemesh/proto/repository/v1/commit';
import { HousekeepingJobServiceService } from '@forgemesh/proto/repository/v1/housekeeping_job';
import { PipelineEntityServiceService } from '@forgemesh/proto/repository/v1/pipeline_entity';
import { LicenseServiceService } from '@forgemesh/proto/repository/v1/license';
import { MirrorServiceService } from '@forgemesh/proto/repository/v1/mirror';
import { ProjectBundleServiceService } from '@forgemesh/proto/repository/v1/project_bundle';
import { StorageServiceService } from '@forgemesh/proto/repository/v1/storage';
import { StorageMoveServiceService } from '@forgemesh/proto/repository/v1/storage_move';
import { TagServiceService } from '@forgemesh/proto/repository/v1/tag';
import { WikiServiceService } from '@forgemesh/proto/repository/v1/wiki';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  directory: ServiceClient<typeof DirectoryServiceService>;
  storage: ServiceClient<typeof StorageServiceService>;
  /** Tells about issues. */
  issueFacts: ServiceClient<typeof IssueFactsServiceService>;
  /** Tells where texts refer to. */
  referenceLinks: ServiceClient<typeof ReferenceLinkServiceService>;
  /** What events of issues, merge requests, notes and labels tell. */
  eventEntities: ServiceClient<typeof EventEntityServiceService>;
  /** What events of pipelines and jobs tell. */
  pipelineEntities: ServiceClient<typeof PipelineEntityServiceService>;
  /** Branches, commits, tags and wiki pages, with the rights of the caller on the project that the call names. */
  branches: ServiceClient<typeof BranchServiceService>;
  commits: ServiceClient<typeof CommitServiceService>;
  tags: ServiceClient<typeof TagServiceService>;
  wikis: ServiceClient<typeof WikiServiceService>;
  licenses: ServiceClient<typeof LicenseServiceService>;
  /** Transfers to and from repositories elsewhere. */
  mirrors: ServiceClient<typeof MirrorServiceService>;
  /** Issues, merge requests and what belongs to them, as archives hold them. */
  projectRows: ServiceClient<typeof ProjectRowsServiceService>;
  /** Labels, milestones and epics of groups, as archives hold them. */
  groupRows: ServiceClient<typeof GroupRowsServiceService>;
  /** Repositories and what belongs to them, as archives hold them. */
  bundles: ServiceClient<typeof ProjectBundleServiceService>;
  /** Upkeep of repositories that was asked for. */
  housekeeping: ServiceClient<typeof HousekeepingJobServiceService>;
  /** The steps by which repositories get to another storage. */
  storageMoves: ServiceClient<typeof StorageMoveServiceService>;
  /** Keeps how many approvals merge requests need. */
  requiredApprovals: ServiceClient<typeof RequiredApprovalsServiceService>;
  settings: ServiceClient<typeof SettingsServiceService>;
}

/** Makes the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    directory: caller.client(DirectoryServiceService, 'identity'),
    storage: caller.client(StorageServiceService, 'repository'),
    issueFacts: caller.client(IssueFactsServiceService, 'collaboration'),
    referenceLinks: caller.client(ReferenceLinkServiceService, 'collaboration'),
    eventEntities: caller.client(EventEntityServiceService, 'collaboration'),
    pipelineEntities: caller.client(PipelineEntityServiceService, 'repository'),
    branches: caller.client(BranchServiceService, 'repository'),
    commits: caller.client(CommitServiceService, 'repository'),
    tags: caller.client(TagServiceService, 'repository'),
    wikis: caller.client(WikiServiceService, 'repository'),
    licenses: caller.client(LicenseServiceService, 'repository'),
    mirrors: caller.client(MirrorServiceService, 'repository'),
    groupRows: caller.client(GroupRowsServiceService, 'collaboration'),
    projectRows: caller.client(ProjectRowsServiceService, 'collaboration'),
    bundles: caller.client(ProjectBundleServiceService, 'repository'),
    housekeeping: caller.client(HousekeepingJobServiceService, 'repository'),
    storageMoves: caller.client(StorageMoveServiceService, 'repository'),
    requiredApprovals: caller.client(RequiredApprovalsServiceService, 'approvals'),
    settings: caller.client(SettingsServiceService, 'settings'),
  };
}
