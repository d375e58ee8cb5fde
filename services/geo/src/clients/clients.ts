/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { FileOriginServiceService } from '@forgemesh/proto/api/v1/file_origin';
import { AuthenticationServiceService } from '@forgemesh/proto/identity/v1/authentication';
import { AccessServiceService } from '@forgemesh/proto/projects/v1/access';
import { ProjectCatalogueServiceService } from '@forgemesh/proto/projects/v1/project_catalogue';
import { ReplicaServiceService } from '@forgemesh/proto/repository/v1/replica';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. On a secondary there is none but repository. */
export interface Clients {
  /** Who holds a token. */
  identity: ServiceClient<typeof AuthenticationServiceService>;
  /** Who may do what. */
  access: ServiceClient<typeof AccessServiceService>;
  /** Which projects there are. */
  catalogue: ServiceClient<typeof ProjectCatalogueServiceService>;
  /** How repositories are, and copies of them. */
  replicas: ServiceClient<typeof ReplicaServiceService>;
  settings: ServiceClient<typeof SettingsServiceService>;
  /** Attached files, pictures and archives. */
  filesOfProjects: ServiceClient<typeof FileOriginServiceService>;
  /** Pictures. */
  filesOfUsers: ServiceClient<typeof FileOriginServiceService>;
}

/** Makes the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    identity: caller.client(AuthenticationServiceService, 'identity'),
    access: caller.client(AccessServiceService, 'projects'),
    catalogue: caller.client(ProjectCatalogueServiceService, 'projects'),
    replicas: caller.client(ReplicaServiceService, 'repository'),
    settings: caller.client(SettingsServiceService, 'settings'),
    filesOfProjects: caller.client(FileOriginServiceService, 'projects'),
    filesOfUsers: caller.client(FileOriginServiceService, 'identity'),
  };
}
