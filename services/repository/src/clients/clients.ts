/** The services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { PushGrantServiceService } from '@forgemesh/proto/collaboration/v1/push_grant';
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import { KeyDirectoryServiceService } from '@forgemesh/proto/identity/v1/key_directory';
import { ExistenceServiceService } from '@forgemesh/proto/projects/v1/existence';
import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { ProjectFactsServiceService } from '@forgemesh/proto/projects/v1/directory';
import { ForkNetworkServiceService } from '@forgemesh/proto/projects/v1/fork';
import { PushPolicyServiceService } from '@forgemesh/proto/projects/v1/push_policy';
import { ProjectBundleServiceService } from '@forgemesh/proto/repository/v1/project_bundle';
import { ReplicaServiceService } from '@forgemesh/proto/repository/v1/replica';
import { StorageServiceService } from '@forgemesh/proto/repository/v1/storage';
import { StorageMoveServiceService } from '@forgemesh/proto/repository/v1/storage_move';
import { TemplateServiceService } from '@forgemesh/proto/repository/v1/template';
import { TriggerServiceService } from '@forgemesh/proto/repository/v1/trigger';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Clients of other services. */
export interface Clients {
  /** Whether projects and groups exist. */
  existence: ServiceClient<typeof ExistenceServiceService>;
  /** Who users are. */
  users: ServiceClient<typeof DirectoryServiceService>;
  /** Which keys could have made a signature. */
  keys: ServiceClient<typeof KeyDirectoryServiceService>;
  /** Where projects are. */
  access: ServiceClient<typeof AccessServiceService>;
  /** What projects must know of their repositories. */
  projectFacts: ServiceClient<typeof ProjectFactsServiceService>;
  /** Which projects come from which. */
  forkNetwork: ServiceClient<typeof ForkNetworkServiceService>;
  /** What pushes must keep. */
  pushPolicy: ServiceClient<typeof PushPolicyServiceService>;
  /** Which merge requests let others push. */
  pushGrants: ServiceClient<typeof PushGrantServiceService>;
  settings: ServiceClient<typeof SettingsServiceService>;
  /** Repositories that another process of this service serves. */
  storage: ServiceClient<typeof StorageServiceService>;
  /** What belongs to projects that another process of this service serves. */
  bundles: ServiceClient<typeof ProjectBundleServiceService>;
  /** How repositories are that another process of this service serves. */
  replicas: ServiceClient<typeof ReplicaServiceService>;
  /** Repositories that come from another process of this service. */
  storageMoves: ServiceClient<typeof StorageMoveServiceService>;
  /** Templates in repositories that any process of this service serves. */
  templates: ServiceClient<typeof TemplateServiceService>;
  /** Definitions of pipelines in repositories that any process of this service serves. */
  triggers: ServiceClient<typeof TriggerServiceService>;
}

/** Makes the clients. */
export function createClients(caller: Caller): Clients {
  return {
    users: caller.client(DirectoryServiceService, 'identity'),
    keys: caller.client(KeyDirectoryServiceService, 'identity'),
    access: caller.client(AccessServiceService, 'projects'),
    existence: caller.client(ExistenceServiceService, 'projects'),
    projectFacts: caller.client(ProjectFactsServiceService, 'projects'),
    forkNetwork: caller.client(ForkNetworkServiceService, 'projects'),
    pushPolicy: caller.client(PushPolicyServiceService, 'projects'),
    pushGrants: caller.client(PushGrantServiceService, 'collaboration'),
    settings: caller.client(SettingsServiceService, 'settings'),
    storage: caller.client(StorageServiceService, 'repository'),
    bundles: caller.client(ProjectBundleServiceService, 'repository'),
    replicas: caller.client(ReplicaServiceService, 'repository'),
    storageMoves: caller.client(StorageMoveServiceService, 'repository'),
    templates: caller.client(TemplateServiceService, 'repository'),
    triggers: caller.client(TriggerServiceService, 'repository'),
  };
}
