/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { ApprovalVerdictServiceService } from '@forgemesh/proto/approvals/v1/approval_verdict';
import { ApproverDirectoryServiceService } from '@forgemesh/proto/approvals/v1/approver_directory';
import { MergeRequestApprovalServiceService } from '@forgemesh/proto/approvals/v1/merge_request_approval';
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import { EmailConfirmationServiceService } from '@forgemesh/proto/identity/v1/email_confirmation';
import { PasswordResetServiceService } from '@forgemesh/proto/identity/v1/password_reset';
import { ExistenceServiceService } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { ForkNetworkServiceService } from '@forgemesh/proto/projects/v1/fork';
import { MemberDirectoryServiceService } from '@forgemesh/proto/projects/v1/member_directory';
import { MergeSettingsServiceService } from '@forgemesh/proto/projects/v1/merge_settings';
import { ProjectDirectoryServiceService } from '@forgemesh/proto/projects/v1/project_directory';
import { UploadCopyServiceService } from '@forgemesh/proto/projects/v1/upload';
import { IntegrationDirectoryServiceService } from '@forgemesh/proto/projects/v1/integration';
import { SnippetDirectoryServiceService } from '@forgemesh/proto/projects/v1/snippet_directory';
import { BranchServiceService } from '@forgemesh/proto/repository/v1/branch';
import { CommitLineServiceService } from '@forgemesh/proto/repository/v1/commit_line';
import { ComparisonServiceService } from '@forgemesh/proto/repository/v1/comparison';
import { MergeServiceService } from '@forgemesh/proto/repository/v1/merge';
import { TagServiceService } from '@forgemesh/proto/repository/v1/tag';
import { PipelineEntityServiceService } from '@forgemesh/proto/repository/v1/pipeline_entity';
import { MergeContentServiceService } from '@forgemesh/proto/repository/v1/merge_content';
import { RebaseServiceService } from '@forgemesh/proto/repository/v1/rebase';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceService>;
  /** Which merge requests are approved. */
  approvals: ServiceClient<typeof ApprovalVerdictServiceService>;
  /** Approves in the name of the caller, with his rights on the project that his call names. */
  requestApprovals: ServiceClient<typeof MergeRequestApprovalServiceService>;
  /** Who is asked to approve. */
  approvers: ServiceClient<typeof ApproverDirectoryServiceService>;
  /** Who users are. */
  users: ServiceClient<typeof DirectoryServiceService>;
  /** Makes links by which users set passwords. */
  passwordResets: ServiceClient<typeof PasswordResetServiceService>;
  /** Makes links by which users confirm emails. */
  emailConfirmations: ServiceClient<typeof EmailConfirmationServiceService>;
  /** Who may do what where. */
  access: ServiceClient<typeof AccessServiceService>;
  /** Who is a member of which groups. */
  members: ServiceClient<typeof MemberDirectoryServiceService>;
  /** Where projects and groups are. */
  directory: ServiceClient<typeof ProjectDirectoryServiceService>;
  /** Copies attached files between projects. */
  uploads: ServiceClient<typeof UploadCopyServiceService>;
  /** Integrations of projects with other systems. */
  integrations: ServiceClient<typeof IntegrationDirectoryServiceService>;
  /** Which snippets callers may see. */
  snippets: ServiceClient<typeof SnippetDirectoryServiceService>;
  /** Compares revisions, with the rights on the project that the call names. */
  comparisons: ServiceClient<typeof ComparisonServiceService>;
  /** What commits change. */
  commitLines: ServiceClient<typeof CommitLineServiceService>;
  /** Which projects share their history. */
  forks: ServiceClient<typeof ForkNetworkServiceService>;
  /** How projects merge. */
  mergeSettings: ServiceClient<typeof MergeSettingsServiceService>;
  /** Compares and merges branches. */
  merges: ServiceClient<typeof MergeServiceService>;
  /** Makes branches, with the rights of the caller on the project that his call names. */
  branches: ServiceClient<typeof BranchServiceService>;
  /** Tags commits, with the rights of the caller on the project that his call names. */
  tags: ServiceClient<typeof TagServiceService>;
  /** What merges would make and bring. */
  mergeContents: ServiceClient<typeof MergeContentServiceService>;
  /** What became of pipelines. */
  pipelines: ServiceClient<typeof PipelineEntityServiceService>;
  /** Rebases branches. */
  rebases: ServiceClient<typeof RebaseServiceService>;
  settings: ServiceClient<typeof SettingsServiceService>;
}

/** Makes the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    approvals: caller.client(ApprovalVerdictServiceService, 'approvals'),
    requestApprovals: caller.client(MergeRequestApprovalServiceService, 'approvals'),
    approvers: caller.client(ApproverDirectoryServiceService, 'approvals'),
    users: caller.client(DirectoryServiceService, 'identity'),
    passwordResets: caller.client(PasswordResetServiceService, 'identity'),
    emailConfirmations: caller.client(EmailConfirmationServiceService, 'identity'),
    access: caller.client(AccessServiceService, 'projects'),
    members: caller.client(MemberDirectoryServiceService, 'projects'),
    existence: caller.client(ExistenceServiceService, 'projects'),
    directory: caller.client(ProjectDirectoryServiceService, 'projects'),
    uploads: caller.client(UploadCopyServiceService, 'projects'),
    integrations: caller.client(IntegrationDirectoryServiceService, 'projects'),
    snippets: caller.client(SnippetDirectoryServiceService, 'projects'),
    comparisons: caller.client(ComparisonServiceService, 'repository'),
    commitLines: caller.client(CommitLineServiceService, 'repository'),
    forks: caller.client(ForkNetworkServiceService, 'projects'),
    mergeSettings: caller.client(MergeSettingsServiceService, 'projects'),
    merges: caller.client(MergeServiceService, 'repository'),
    branches: caller.client(BranchServiceService, 'repository'),
    tags: caller.client(TagServiceService, 'repository'),
    mergeContents: caller.client(MergeContentServiceService, 'repository'),
    pipelines: caller.client(PipelineEntityServiceService, 'repository'),
    rebases: caller.client(RebaseServiceService, 'repository'),
    settings: caller.client(SettingsServiceService, 'settings'),
  };
}
