/** The services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/kit';
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import { ProjectFactsServiceService } from '@forgemesh/proto/projects/v1/directory';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Clients of other services. */
export interface Clients {
  /** Who users are. */
  users: ServiceClient<typeof DirectoryServiceService>;
  /** What projects must know of their repositories. */
  projectFacts: ServiceClient<typeof ProjectFactsServiceService>;
  settings: ServiceClient<typeof SettingsServiceService>;
}

/** Makes the clients. */
export function createClients(caller: Caller): Clients {
  return {
    users: caller.client(DirectoryServiceService, 'identity'),
    projectFacts: caller.client(ProjectFactsServiceService, 'projects'),
    settings: caller.client(SettingsServiceService, 'settings'),
  };
}
