import type { EntityStore, LongLists, QueryCache } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { UserLevels } from '#access';
import type { Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { NamespaceNode, NamespaceReader, NamespaceDocument } from '#namespaces';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the presentation of groups. */
export interface GroupPresentationDeps {
  settings: Settings<ApplicationSettings>;
  urls: Urls;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Lists of projects and snippets that may be long. */
  projectLists: LongLists<ProjectDocument>;
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Access levels of users. */
  levels: UserLevels;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
  namespaces: EntityStore<NamespaceDocument>;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Groups by id. */
  groupCache: QueryCache<NamespaceDocument | null, number>;
  /** The namespace fields for full paths, names and rights, by id. */
  namespaceCache: QueryCache<NamespaceNode, number>;
}
