import type { EntityStore, FileStore, LongLists } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectCreation } from '#projects/creation';
import type { VisibleProjects } from '#projects/lists';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the lifecycle of groups. */
export interface GroupLifecycleDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Lists of projects and snippets that may be long. */
  projectLists: LongLists<ProjectDocument>;
  urls: Urls;
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Access levels of users. */
  levels: UserLevels;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Projects that a viewer may see. */
  visibleProjects: VisibleProjects;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
}
