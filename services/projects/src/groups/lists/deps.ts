import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { UserLevels } from '#access';
import type { Urls } from '#clients';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { VisibleProjects } from '#projects/lists';

/** Dependencies of the filter of group lists. */
export interface GroupFilterDeps {
  namespaces: EntityStore<NamespaceDocument>;
  /** Access levels of users. */
  levels: UserLevels;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
}

/** Dependencies of the lists of groups. */
export interface GroupListsDeps extends GroupFilterDeps {
  settings: Settings<ApplicationSettings>;
  urls: Urls;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
