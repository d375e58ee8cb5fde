/** Clients of the services that this service calls. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { MergeRequestSummaryServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { PasswordServiceDefinition } from '@forgemesh/proto/identity/v1/password';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { MergeSettingsServiceDefinition } from '@forgemesh/proto/projects/v1/merge_settings';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import { CodeOwnerServiceDefinition } from '@forgemesh/proto/repository/v1/code_owner';
import { CommitterServiceDefinition } from '@forgemesh/proto/repository/v1/committer';
import { ProtectedBranchDirectoryServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch_directory';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients, one per contract. */
export interface Clients {
  /** Existence of projects and groups. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  /** User profiles. */
  users: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Access of users to groups. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Access levels and members. */
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  /** Storages of projects. */
  mergeSettings: ServiceClient<typeof MergeSettingsServiceDefinition>;
  /** Group profiles. */
  directory: ServiceClient<typeof ProjectDirectoryServiceDefinition>;
  /** Merge request summaries. */
  mergeRequests: ServiceClient<typeof MergeRequestSummaryServiceDefinition>;
  /** Password checks. */
  passwords: ServiceClient<typeof PasswordServiceDefinition>;
  /** Code owners of changed files. */
  codeOwners: ServiceClient<typeof CodeOwnerServiceDefinition>;
  /** Authors and committers of commits. */
  committers: ServiceClient<typeof CommitterServiceDefinition>;
  /** Protected branches. */
  protections: ServiceClient<typeof ProtectedBranchDirectoryServiceDefinition>;
  /** Instance settings. */
  settings: ServiceClient<typeof SettingsServiceDefinition>;
}

/** Creates the clients. Connections are opened by the first call. */
export function createClients(caller: Caller): Clients {
  return {
    users: caller.client(DirectoryServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
    members: caller.client(MemberDirectoryServiceDefinition, 'projects'),
    mergeSettings: caller.client(MergeSettingsServiceDefinition, 'projects'),
    directory: caller.client(ProjectDirectoryServiceDefinition, 'projects'),
    existence: caller.client(ExistenceServiceDefinition, 'projects'),
    mergeRequests: caller.client(MergeRequestSummaryServiceDefinition, 'collaboration'),
    passwords: caller.client(PasswordServiceDefinition, 'identity'),
    codeOwners: caller.client(CodeOwnerServiceDefinition, 'repository'),
    committers: caller.client(CommitterServiceDefinition, 'repository'),
    protections: caller.client(ProtectedBranchDirectoryServiceDefinition, 'repository'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
  };
}
