/** The other services that this one asks. */
import type { Caller, ServiceClient } from '@forgemesh/kit';
import { IssueFactsServiceService } from '@forgemesh/proto/collaboration/v1/issue_facts';
import { ReferenceLinkServiceService } from '@forgemesh/proto/collaboration/v1/reference_link';
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import { LicenseServiceService } from '@forgemesh/proto/repository/v1/license';
import { MirrorServiceService } from '@forgemesh/proto/repository/v1/mirror';
import { StorageServiceService } from '@forgemesh/proto/repository/v1/storage';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

/** Typed clients. */
export interface Clients {
  directory: ServiceClient<typeof DirectoryServiceService>;
  storage: ServiceClient<typeof StorageServiceService>;
  /** Tells about issues. */
  issueFacts: ServiceClient<typeof IssueFactsServiceService>;
  /** Tells where texts refer to. */
  referenceLinks: ServiceClient<typeof ReferenceLinkServiceService>;
  licenses: ServiceClient<typeof LicenseServiceService>;
  /** Transfers to and from repositories elsewhere. */
  mirrors: ServiceClient<typeof MirrorServiceService>;
  settings: ServiceClient<typeof SettingsServiceService>;
}

/** Makes the clients; connections are opened at the first call. */
export function createClients(caller: Caller): Clients {
  return {
    directory: caller.client(DirectoryServiceService, 'identity'),
    storage: caller.client(StorageServiceService, 'repository'),
    issueFacts: caller.client(IssueFactsServiceService, 'collaboration'),
    referenceLinks: caller.client(ReferenceLinkServiceService, 'collaboration'),
    licenses: caller.client(LicenseServiceService, 'repository'),
    mirrors: caller.client(MirrorServiceService, 'repository'),
    settings: caller.client(SettingsServiceService, 'settings'),
  };
}
