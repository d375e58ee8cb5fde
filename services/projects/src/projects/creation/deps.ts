import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { MembershipDocument } from '#access/memberships';
import type { UserLevels } from '#access';
import type { Clients } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectDocument, Recount } from '#projects/model';

/** Dependencies of the creation of projects. */
export interface ProjectCreationDeps {
  clients: Pick<Clients, 'settings' | 'storage'>;
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  /** Recounts the forks of a project; false if the project does not exist. */
  recountForks: Recount<boolean>;
  /** Those of the ids that belong to projects that are being imported. */
  findImportedProjects: (ids: readonly number[]) => Promise<Set<number>>;
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
  /** Deletes a project and releases its path. Idempotent. */
  removeProject: (project: ProjectDocument, actor: number | null) => Promise<void>;
}
