import type { EntityStore } from '@forgemesh/data';
import type { GroupPresenter } from '#groups/presentation';
import type { UserLevels } from '#access';
import type { NamespaceDocument } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';

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
  projects: EntityStore<ProjectDocument>;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
  /** Presents groups. */
  groupPresenter: GroupPresenter;
}
