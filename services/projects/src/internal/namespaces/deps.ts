import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader, NamespaceDocument, UserNamespaces } from '#namespaces';
import type { Paths } from '#namespaces/paths';

/** Dependencies of the RPCs for other services about namespaces. */
export interface InternalNamespacesDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  urls: Urls;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Namespaces of users. */
  userNamespaces: UserNamespaces;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Groups by id. */
  groupCache: QueryCache<NamespaceDocument | null, number>;
}
