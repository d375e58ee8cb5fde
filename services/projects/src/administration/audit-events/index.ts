/** The log of security-relevant actions. */
export { auditedEventTypes } from './audited-actions';
export type { AuditEventsDeps } from './deps';
export { storeAuditEvents } from './store-audit-events';
