import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { UserLevels } from '#access';
import type { Clients, Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { NotificationLevelDocument } from '#projects/notification-levels';

/** Dependencies of the presentation of projects. */
export interface ProjectPresentationDeps {
  clients: Pick<Clients, 'licenses'>;
  /** Whether the instance stores large files. */
  isLfsEnabled: boolean;
  projects: EntityStore<ProjectDocument>;
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
  urls: Urls;
  /** Encrypts runner tokens. */
  box: SecretBox;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
  /** Access levels of users. */
  levels: UserLevels;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Notification levels by user id. */
  notificationLevelCache: QueryCache<ReadonlyMap<string, number>, number>;
}
