import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { GroupPresenter } from '#groups/presentation';
import type { MembershipDocument } from '#access/memberships';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectCreation } from '#projects/creation';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the lifecycle of groups. */
export interface GroupLifecycleDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
  /** Presents groups. */
  groupPresenter: GroupPresenter;
}
