/** The services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { PushGrantServiceDefinition } from '@forgemesh/proto/collaboration/v1/push_grant';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import { KeyDirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/key_directory';
import { ExistenceServiceDefinition } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { DefaultBranchServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { ForkNetworkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { PushPolicyServiceDefinition } from '@forgemesh/proto/projects/v1/push_policy';
import { ProjectBundleServiceDefinition } from '@forgemesh/proto/repository/v1/project_bundle';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { StorageServiceDefinition } from '@forgemesh/proto/repository/v1/storage';
import { StorageMoveServiceDefinition } from '@forgemesh/proto/repository/v1/storage_move';
import { TemplateServiceDefinition } from '@forgemesh/proto/repository/v1/template';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Clients of other services. */
export interface Clients {
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceDefinition>;
  /** Who users are. */
  users: ServiceClient<typeof DirectoryServiceDefinition>;
  /** Which keys could have made a signature. */
  keys: ServiceClient<typeof KeyDirectoryServiceDefinition>;
  /** Where projects are. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** What projects must know of their repositories. */
  projectFacts: ServiceClient<typeof DefaultBranchServiceDefinition>;
  /** Which projects come from which. */
  forkNetwork: ServiceClient<typeof ForkNetworkServiceDefinition>;
  /** What pushes must keep. */
  pushPolicy: ServiceClient<typeof PushPolicyServiceDefinition>;
  /** Which merge requests let others push. */
  pushGrants: ServiceClient<typeof PushGrantServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
  /** Repositories that another process of this service serves. */
  storage: ServiceClient<typeof StorageServiceDefinition>;
  /** What belongs to projects that another process of this service serves. */
  bundles: ServiceClient<typeof ProjectBundleServiceDefinition>;
  /** How repositories are that another process of this service serves. */
  replicas: ServiceClient<typeof ReplicaServiceDefinition>;
  /** Repositories that come from another process of this service. */
  storageMoves: ServiceClient<typeof StorageMoveServiceDefinition>;
  /** Templates in repositories that any process of this service serves. */
  templates: ServiceClient<typeof TemplateServiceDefinition>;
  /** Definitions of pipelines in repositories that any process of this service serves. */
  triggers: ServiceClient<typeof TriggerServiceDefinition>;
}

/** Makes the clients. */
export function createClients(caller: Caller): Clients {
  return {
    users: caller.client(DirectoryServiceDefinition, 'identity'),
    keys: caller.client(KeyDirectoryServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
    existence: caller.client(ExistenceServiceDefinition, 'projects'),
    projectFacts: caller.client(DefaultBranchServiceDefinition, 'projects'),
    forkNetwork: caller.client(ForkNetworkServiceDefinition, 'projects'),
    pushPolicy: caller.client(PushPolicyServiceDefinition, 'projects'),
    pushGrants: caller.client(PushGrantServiceDefinition, 'collaboration'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
    storage: caller.client(StorageServiceDefinition, 'repository'),
    bundles: caller.client(ProjectBundleServiceDefinition, 'repository'),
    replicas: caller.client(ReplicaServiceDefinition, 'repository'),
    storageMoves: caller.client(StorageMoveServiceDefinition, 'repository'),
    templates: caller.client(TemplateServiceDefinition, 'repository'),
    triggers: caller.client(TriggerServiceDefinition, 'repository'),
  };
}
