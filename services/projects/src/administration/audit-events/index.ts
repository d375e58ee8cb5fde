/** Public interface of `administration/audit-events`: what other areas of this service may import. */
export { auditedEventTypes } from './audited-actions';
export type { AuditEventsDeps } from './deps';
export { storeAuditEvents } from './store-audit-events';
