import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { ExternalAuthorization } from '#access/external-authorization';
import type { Clients } from '#clients';
import type { NamespaceDocument, UserNamespaces } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectCreation, StorageMoveRequest } from '#projects/creation';
import type { ProjectDocument } from '#projects/model';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the lifecycle of projects. */
export interface ProjectLifecycleDeps {
  clients: Pick<Clients, 'requiredApprovals' | 'settings' | 'storage'>;
  settings: Settings<ApplicationSettings>;
  externalAuthorization: ExternalAuthorization;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Schedules the move of a project to another storage. */
  requestStorageMove: (project: Pick<ProjectDocument, '_id' | 'storage'>, move: StorageMoveRequest) => Promise<void>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
  /** Namespaces of users. */
  userNamespaces: UserNamespaces;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
  /** Deletes a project and releases its path. Idempotent. */
  removeProject: (project: ProjectDocument, actor: number | null) => Promise<void>;
}
