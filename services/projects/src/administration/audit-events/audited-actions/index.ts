/**
 * Maps bus events to audited actions. Only named fields are copied, so that no secret gets into the
 * audit log.
 */
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { AuditedAction, Readers } from './action-builders';
import { approvalsReaders } from './approvals-events';
import { deliveriesReaders } from './deliveries-events';
import { geoReaders } from './geo-events';
import { identityReaders } from './identity-events';
import { projectsReaders } from './projects-events';
import { repositoryReaders } from './repository-events';
import { settingsReaders } from './settings-events';

export type { AuditedAction } from './action-builders';

const readers: Readers = {
  ...projectsReaders,
  ...deliveriesReaders,
  ...repositoryReaders,
  ...approvalsReaders,
  ...identityReaders,
  ...settingsReaders,
  ...geoReaders,
};

/** Types of the audited bus events. */
export const auditedEventTypes = Object.keys(readers) as readonly EventType[];

/** The audited actions of a bus event; empty for events that are not audited. */
export function auditedActions(event: ForgeEvent): AuditedAction[] {
  return readers[event.type]?.(event) ?? [];
}
