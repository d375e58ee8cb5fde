import type { EntityStore, LongLists } from '@forgemesh/data';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { Clients, Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { SnippetDocument } from '#content/snippets';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

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
