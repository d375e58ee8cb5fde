/** Clients of the other services. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { FileOriginServiceDefinition } from '@forgemesh/proto/api/v1/file_origin';
import { AuthenticationServiceDefinition } from '@forgemesh/proto/identity/v1/authentication';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { ProjectCatalogueServiceDefinition } from '@forgemesh/proto/projects/v1/project_catalogue';
import { LfsObjectServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_object';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { ReplicationAccessServiceDefinition } from '@forgemesh/proto/settings/v1/replication_access';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. A secondary uses only `replicas` and `lfsObjects`. */
export interface Clients {
  /** Authentication of tokens. */
  identity: ServiceClient<typeof AuthenticationServiceDefinition>;
  /** Permissions of users. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Ids of all projects. */
  catalogue: ServiceClient<typeof ProjectCatalogueServiceDefinition>;
  /** State of repositories, and their replicas. */
  replicas: ServiceClient<typeof ReplicaServiceDefinition>;
  /** Large files of projects. */
  lfsObjects: ServiceClient<typeof LfsObjectServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
  /** Access to users and files of the instance. */
  replicationAccess: ServiceClient<typeof ReplicationAccessServiceDefinition>;
  /** Uploads, avatars and export archives of projects and groups. */
  filesOfProjects: ServiceClient<typeof FileOriginServiceDefinition>;
  /** Avatars of users. */
  filesOfUsers: ServiceClient<typeof FileOriginServiceDefinition>;
}

/** Creates the clients; connections are opened by the first call. */
export function createClients(caller: Caller): Clients {
  return {
    identity: caller.client(AuthenticationServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
    catalogue: caller.client(ProjectCatalogueServiceDefinition, 'projects'),
    replicas: caller.client(ReplicaServiceDefinition, 'repository'),
    lfsObjects: caller.client(LfsObjectServiceDefinition, 'repository'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
    replicationAccess: caller.client(ReplicationAccessServiceDefinition, 'settings'),
    filesOfProjects: caller.client(FileOriginServiceDefinition, 'projects'),
    filesOfUsers: caller.client(FileOriginServiceDefinition, 'identity'),
  };
}
