/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { MergeRequestFactsServiceService } from '@forgemesh/proto/collaboration/v1/merge_request_facts';
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import { PasswordServiceService } from '@forgemesh/proto/identity/v1/password';
import { ExistenceServiceService } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { MemberDirectoryServiceService } from '@forgemesh/proto/projects/v1/member_directory';
import { MergeSettingsServiceService } from '@forgemesh/proto/projects/v1/merge_settings';
import { ProjectDirectoryServiceService } from '@forgemesh/proto/projects/v1/project_directory';
import { CommitterServiceService } from '@forgemesh/proto/repository/v1/committer';
import { ProtectedBranchDirectoryServiceService } from '@forgemesh/proto/repository/v1/protected_branch_directory';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceService>;
  /** Who users are. */
  users: ServiceClient<typeof DirectoryServiceService>;
  /** Who may see which group. */
  access: ServiceClient<typeof AccessServiceService>;
  /** Who has which level. */
  members: ServiceClient<typeof MemberDirectoryServiceService>;
  /** Where projects are stored. */
  mergeSettings: ServiceClient<typeof MergeSettingsServiceService>;
  /** What groups are called. */
  directory: ServiceClient<typeof ProjectDirectoryServiceService>;
  /** What merge requests are. */
  mergeRequests: ServiceClient<typeof MergeRequestFactsServiceService>;
  /** Whether passwords are right. */
  passwords: ServiceClient<typeof PasswordServiceService>;
  /** Who wrote commits. */
  committers: ServiceClient<typeof CommitterServiceService>;
  /** Which branches are protected. */
  protections: ServiceClient<typeof ProtectedBranchDirectoryServiceService>;
  /** Settings of the instance. */
  settings: ServiceClient<typeof SettingsServiceService>;
}

/** Makes the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    users: caller.client(DirectoryServiceService, 'identity'),
    access: caller.client(AccessServiceService, 'projects'),
    members: caller.client(MemberDirectoryServiceService, 'projects'),
    mergeSettings: caller.client(MergeSettingsServiceService, 'projects'),
    directory: caller.client(ProjectDirectoryServiceService, 'projects'),
    existence: caller.client(ExistenceServiceService, 'projects'),
    mergeRequests: caller.client(MergeRequestFactsServiceService, 'collaboration'),
    passwords: caller.client(PasswordServiceService, 'identity'),
    committers: caller.client(CommitterServiceService, 'repository'),
    protections: caller.client(ProtectedBranchDirectoryServiceService, 'repository'),
    settings: caller.client(SettingsServiceService, 'settings'),
  };
}
