import type { EntityStore, FileStore, QueryCache } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { Paths } from '#namespaces/paths';
import type { FoundNamespace, NamespaceNode } from './namespace-node';
import type { NamespaceDocument } from './namespace.model';

/** Dependencies for presenting namespaces. */
export interface NamespaceViewDeps {
  namespaces: EntityStore<NamespaceDocument>;
  urls: Urls;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** The namespace fields for full paths, names and rights, by id. */
  namespaceCache: QueryCache<NamespaceNode, number>;
}

/** Dependencies of namespaces. */
export interface NamespacesDeps extends NamespaceViewDeps {
  memberships: EntityStore<MembershipDocument>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Whether an id belongs to a group that is being imported. */
  isGroupBeingImported: (id: number) => Promise<boolean>;
  log: Logger;
  /** Access levels of users. */
  levels: UserLevels;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** The same fields by full path. */
  namespacePathCache: QueryCache<FoundNamespace | null>;
}
