import type { Urls } from '#clients/urls';
import type { UserDirectory } from '#clients/users/user-directory';
import type { NamespaceReader } from '#namespaces/namespace-reader';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { Paths } from '#namespaces/paths/paths';
import type { UserNamespaces } from '#namespaces/user-namespaces';
import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';

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
