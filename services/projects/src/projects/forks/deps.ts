import type { EntityStore } from '@forgemesh/data';
import type { NamespaceDocument, UserNamespaces } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { ProjectCreation } from '#projects/creation';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument, Recount } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of forks. */
export interface ForksDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Recounts the forks of a project; false if the project does not exist. */
  recountForks: Recount<boolean>;
  /** Namespaces of users. */
  userNamespaces: UserNamespaces;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
}
