import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { UserDirectory } from '#clients/users';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { AuditEventDocument } from './audit-event.model';

/** Dependencies of audit events. */
export interface AuditEventsDeps {
  /** Log of security-relevant actions for administrators and owners. */
  auditEvents: Model<AuditEventDocument>;
  nextAuditEventId: () => Promise<number>;
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
}
