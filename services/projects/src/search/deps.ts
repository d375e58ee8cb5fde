import type { MembershipDocument } from '#access/memberships/membership.model';
import type { UserLevels } from '#access/user-levels';
import type { Clients } from '#clients/clients';
import type { Urls } from '#clients/urls';
import type { UserDirectory } from '#clients/users/user-directory';
import type { SnippetDocument } from '#content/snippets/snippet.model';
import type { NamespaceReader } from '#namespaces/namespace-reader';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { Authorization } from '#projects/authorization/authorization';
import type { VisibleProjects } from '#projects/lists/visible-projects';
import type { ProjectDocument } from '#projects/model/project.model';
import type { ProjectPresenter } from '#projects/presentation/project-presenter';
import type { EntityStore, LongLists } from '@forgemesh/data';

/** Dependencies of search. */
export interface SearchDeps {
  clients: Pick<Clients, 'directory'>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  snippets: EntityStore<SnippetDocument>;
  /** Lists of projects and snippets that may be long. */
  projectLists: LongLists<ProjectDocument>;
  snippetLists: LongLists<SnippetDocument>;
  urls: Urls;
  /** Access levels of users. */
  levels: UserLevels;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
}
