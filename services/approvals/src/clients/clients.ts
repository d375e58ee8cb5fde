/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { MergeRequestSummaryServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { PasswordServiceDefinition } from '@forgemesh/proto/identity/v1/password';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { MergeSettingsServiceDefinition } from '@forgemesh/proto/projects/v1/merge_settings';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import { CommitterServiceDefinition } from '@forgemesh/proto/repository/v1/committer';
import { ProtectedBranchDirectoryServiceDefinition } from '@forgemesh/proto/repository/v1/protected_branch_directory';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  /** Who users are. */
  users: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Who may see which group. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Who has which level. */
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  /** Where projects are stored. */
  mergeSettings: ServiceClient<typeof MergeSettingsServiceDefinition>;
  /** What groups are called. */
  directory: ServiceClient<typeof ProjectDirectoryServiceDefinition>;
  /** What merge requests are. */
  mergeRequests: ServiceClient<typeof MergeRequestSummaryServiceDefinition>;
  /** Whether passwords are right. */
  passwords: ServiceClient<typeof PasswordServiceDefinition>;
  /** Who wrote commits. */
  committers: ServiceClient<typeof CommitterServiceDefinition>;
  /** Which branches are protected. */
  protections: ServiceClient<typeof ProtectedBranchDirectoryServiceDefinition>;
  /** Settings of the instance. */
  settings: ServiceClient<typeof SettingsServiceDefinition>;
}

/** Makes the clients; connections are opened at the first call. */
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
    committers: caller.client(CommitterServiceDefinition, 'repository'),
    protections: caller.client(ProtectedBranchDirectoryServiceDefinition, 'repository'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
  };
}
