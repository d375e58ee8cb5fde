import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { GroupPresenter } from '#groups/presentation';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader, NamespaceDocument, UserNamespaces } from '#namespaces';
import type { Paths } from '#namespaces/paths';

/** Dependencies of the RPCs for other services about namespaces. */
export interface InternalNamespacesDeps {
  namespaces: EntityStore<NamespaceDocument>;
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
  /** Presents groups. */
  groupPresenter: GroupPresenter;
}
