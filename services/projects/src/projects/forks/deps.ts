import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { UserNamespaces } from '#namespaces/user-namespaces';
import type { Authorization } from '#projects/authorization/authorization';
import type { ProjectCreation } from '#projects/creation/project-creation';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { ProjectDocument } from '#projects/model/project.model';
import type { ProjectPresenter } from '#projects/presentation/project-presenter';
import type { Recount } from '#projects/recounts';
import type { EntityStore } from '@forgemesh/data';

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
