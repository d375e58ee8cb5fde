/** Clients of the services that this one calls. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { PushGrantServiceDefinition } from '@forgemesh/proto/collaboration/v1/push_grant';
import { PushedBranchServiceDefinition } from '@forgemesh/proto/collaboration/v1/pushed_branch';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { KeyDirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/key_directory';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { DefaultBranchServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { ForkNetworkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { MemberDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/member_directory';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';
import { PushPolicyServiceDefinition } from '@forgemesh/proto/projects/v1/push_policy';
import { CodeSearchServiceDefinition } from '@forgemesh/proto/repository/v1/code_search';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Clients of other services. */
export interface Clients {
  /** Existence of projects and groups. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  /** User profiles. */
  users: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Keys that may have made a signature. */
  keys: ServiceClient<typeof KeyDirectoryServiceDefinition>;
  /** Locations of projects and access to them. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Access levels and memberships. */
  members: ServiceClient<typeof MemberDirectoryServiceDefinition>;
  /** Group profiles. */
  groups: ServiceClient<typeof ProjectDirectoryServiceDefinition>;
  /** Default branches of projects. */
  defaultBranches: ServiceClient<typeof DefaultBranchServiceDefinition>;
  /** Fork relations between projects. */
  forkNetwork: ServiceClient<typeof ForkNetworkServiceDefinition>;
  /** Push rules of projects. */
  pushPolicy: ServiceClient<typeof PushPolicyServiceDefinition>;
  /** Push rights granted by merge requests. */
  pushGrants: ServiceClient<typeof PushGrantServiceDefinition>;
  /** Merge requests of pushed branches. */
  pushedBranches: ServiceClient<typeof PushedBranchServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
  /** Repositories that another process of this service serves. */
  storage: ServiceClient<typeof StorageServiceDefinition>;
  /** Data of projects that another process of this service serves. */
  bundles: ServiceClient<typeof ProjectBundleServiceDefinition>;
  /** Repository states on other processes of this service. */
  replicas: ServiceClient<typeof ReplicaServiceDefinition>;
  /** Repositories that move here from another process of this service. */
  storageMoves: ServiceClient<typeof StorageMoveServiceDefinition>;
  /** Search in repositories of any process of this service. */
  codeSearch: ServiceClient<typeof CodeSearchServiceDefinition>;
  /** Templates in repositories of any process of this service. */
  templates: ServiceClient<typeof TemplateServiceDefinition>;
  /** Pipeline definitions in repositories of any process of this service. */
  triggers: ServiceClient<typeof TriggerServiceDefinition>;
}

/** Creates the clients. */
export function createClients(caller: Caller): Clients {
  return {
    users: caller.client(DirectoryServiceDefinition, 'identity'),
    keys: caller.client(KeyDirectoryServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
    members: caller.client(MemberDirectoryServiceDefinition, 'projects'),
    groups: caller.client(ProjectDirectoryServiceDefinition, 'projects'),
    existence: caller.client(ExistenceServiceDefinition, 'projects'),
    defaultBranches: caller.client(DefaultBranchServiceDefinition, 'projects'),
    forkNetwork: caller.client(ForkNetworkServiceDefinition, 'projects'),
    pushPolicy: caller.client(PushPolicyServiceDefinition, 'projects'),
    pushGrants: caller.client(PushGrantServiceDefinition, 'collaboration'),
    pushedBranches: caller.client(PushedBranchServiceDefinition, 'collaboration'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
    storage: caller.client(StorageServiceDefinition, 'repository'),
    bundles: caller.client(ProjectBundleServiceDefinition, 'repository'),
    replicas: caller.client(ReplicaServiceDefinition, 'repository'),
    storageMoves: caller.client(StorageMoveServiceDefinition, 'repository'),
    codeSearch: caller.client(CodeSearchServiceDefinition, 'repository'),
    templates: caller.client(TemplateServiceDefinition, 'repository'),
    triggers: caller.client(TriggerServiceDefinition, 'repository'),
  };
}
