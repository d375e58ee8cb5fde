/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { FileOriginServiceDefinition } from '@forgemesh/proto/api/v1/file_origin';
import { AuthenticationServiceDefinition } from '@forgemesh/proto/identity/v1/authentication';
import { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import { ProjectCatalogueServiceDefinition } from '@forgemesh/proto/projects/v1/project_catalogue';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. On a secondary there is none but repository. */
export interface Clients {
  /** Who holds a token. */
  identity: ServiceClient<typeof AuthenticationServiceDefinition>;
  /** Who may do what. */
  access: ServiceClient<typeof AccessServiceDefinition>;
  /** Which projects there are. */
  catalogue: ServiceClient<typeof ProjectCatalogueServiceDefinition>;
  /** How repositories are, and copies of them. */
  replicas: ServiceClient<typeof ReplicaServiceDefinition>;
  settings: ServiceClient<typeof SettingsServiceDefinition>;
  /** Attached files, pictures and archives. */
  filesOfProjects: ServiceClient<typeof FileOriginServiceDefinition>;
  /** Pictures. */
  filesOfUsers: ServiceClient<typeof FileOriginServiceDefinition>;
}

/** Makes the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    identity: caller.client(AuthenticationServiceDefinition, 'identity'),
    access: caller.client(AccessServiceDefinition, 'projects'),
    catalogue: caller.client(ProjectCatalogueServiceDefinition, 'projects'),
    replicas: caller.client(ReplicaServiceDefinition, 'repository'),
    settings: caller.client(SettingsServiceDefinition, 'settings'),
    filesOfProjects: caller.client(FileOriginServiceDefinition, 'projects'),
    filesOfUsers: caller.client(FileOriginServiceDefinition, 'identity'),
  };
}
