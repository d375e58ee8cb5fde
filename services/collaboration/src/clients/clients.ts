/** Clients of the services that this service calls. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { MergeApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_approval';
import { ApproverDirectoryServiceDefinition } from '@forgemesh/proto/approvals/v1/approver_directory';
import { MergeRequestApprovalServiceDefinition } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { ForkNetworkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { MergeSettingsServiceDefinition } from '@forgemesh/proto/projects/v1/merge_settings';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import { UploadCopyServiceDefinition } from '@forgemesh/proto/projects/v1/upload';
import { IntegrationDirectoryServiceDefinition } from '@forgemesh/proto/deliveries/v1/integration';
import { SpamCheckServiceDefinition } from '@forgemesh/proto/projects/v1/spam_check';
import { SnippetDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/snippet_directory';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { CommitLineServiceDefinition } from '@forgemesh/proto/repository/v1/commit_line';
import { MergeServiceDefinition } from '@forgemesh/proto/repository/v1/merge';
import { MergeConflictServiceDefinition } from '@forgemesh/proto/repository/v1/merge_conflict';
import { TagServiceDefinition } from '@forgemesh/proto/repository/v1/tag';
import { PipelineEntityServiceDefinition } from '@forgemesh/proto/repository/v1/pipeline_entity';
import { MergeContentServiceDefinition } from '@forgemesh/proto/repository/v1/merge_content';
import { RebaseServiceDefinition } from '@forgemesh/proto/repository/v1/rebase';
import { SuggestionCommitServiceDefinition } from '@forgemesh/proto/repository/v1/suggestion_commit';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  /** The approval state of merge requests. */
  approvals: ServiceClient<typeof MergeApprovalServiceDefinition>;
  /** Approves in the name of the caller, with their rights on the project named by the call. */
  requestApprovals: ServiceClient<typeof MergeRequestApprovalServiceDefinition>;
  /** The eligible approvers. */
  approvers: ServiceClient<typeof ApproverDirectoryServiceDefinition>;
  /** User profiles. */
  users: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Access rights of users on projects and groups. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Group memberships. */
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  /** Profiles of projects and groups. */
  directory: ServiceClient<typeof ProjectDirectoryServiceDefinition>;
  /** Copies attached files between projects. */
  uploads: ServiceClient<typeof UploadCopyServiceDefinition>;
  /** Integrations of projects with other systems. */
  integrations: ServiceClient<typeof IntegrationDirectoryServiceDefinition>;
  /** Snippets that callers may see. */
  snippets: ServiceClient<typeof SnippetDirectoryServiceDefinition>;
  /** The lines that commits change. */
  commitLines: ServiceClient<typeof CommitLineServiceDefinition>;
  /** Projects that share a history. */
  forks: ServiceClient<typeof ForkNetworkServiceDefinition>;
  /** Merge settings of projects. */
  mergeSettings: ServiceClient<typeof MergeSettingsServiceDefinition>;
  /** Compares and merges branches. */
  merges: ServiceClient<typeof MergeServiceDefinition>;
  /** Creates branches, with the caller's rights on the project named by the call. */
  branches: ServiceClient<typeof BranchServiceDefinition>;
  /** Tags commits, with the caller's rights on the project named by the call. */
  tags: ServiceClient<typeof TagServiceDefinition>;
  /** The result and content of merges. */
  mergeContents: ServiceClient<typeof MergeContentServiceDefinition>;
  /** Pipelines and their status. */
  pipelines: ServiceClient<typeof PipelineEntityServiceDefinition>;
  /** Conflicts between branches. */
  mergeConflicts: ServiceClient<typeof MergeConflictServiceDefinition>;
  /** Rebases branches. */
  rebases: ServiceClient<typeof RebaseServiceDefinition>;
  /** Lines of files, and commits of suggested lines. */
  suggestionCommits: ServiceClient<typeof SuggestionCommitServiceDefinition>;
  /** Checks texts for spam. */
  spam: ServiceClient<typeof SpamCheckServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
}

/** Creates the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    approvals: caller.client(MergeApprovalServiceDefinition, 'approvals'),
    requestApprovals: caller.client(MergeRequestApprovalServiceDefinition, 'approvals'),
    approvers: caller.client(ApproverDirectoryServiceDefinition, 'approvals'),
    users: caller.client(DirectoryServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
    members: caller.client(MemberDirectoryServiceDefinition, 'projects'),
    existence: caller.client(ExistenceServiceDefinition, 'projects'),
    directory: caller.client(ProjectDirectoryServiceDefinition, 'projects'),
    uploads: caller.client(UploadCopyServiceDefinition, 'projects'),
    integrations: caller.client(IntegrationDirectoryServiceDefinition, 'deliveries'),
    snippets: caller.client(SnippetDirectoryServiceDefinition, 'projects'),
    commitLines: caller.client(CommitLineServiceDefinition, 'repository'),
    forks: caller.client(ForkNetworkServiceDefinition, 'projects'),
    mergeSettings: caller.client(MergeSettingsServiceDefinition, 'projects'),
    merges: caller.client(MergeServiceDefinition, 'repository'),
    branches: caller.client(BranchServiceDefinition, 'repository'),
    tags: caller.client(TagServiceDefinition, 'repository'),
    mergeContents: caller.client(MergeContentServiceDefinition, 'repository'),
    pipelines: caller.client(PipelineEntityServiceDefinition, 'repository'),
    mergeConflicts: caller.client(MergeConflictServiceDefinition, 'repository'),
    rebases: caller.client(RebaseServiceDefinition, 'repository'),
    suggestionCommits: caller.client(SuggestionCommitServiceDefinition, 'repository'),
    spam: caller.client(SpamCheckServiceDefinition, 'projects'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
  };
}
