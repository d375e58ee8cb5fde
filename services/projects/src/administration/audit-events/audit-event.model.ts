/**
 * Audit events: a projection of the events of all services. Only the retention period removes them.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** Type of the entity that an audit event concerns. */
export type AuditEntityType = 'User' | 'Group' | 'Project' | 'Gitlab::Audit::InstanceScope';

/** An action on an entity. Strings only; never contains a secret. */
export interface AuditAction {
  add?: string;
  as?: string;
  change?: string;
  from?: string | null;
  to?: string | null;
  remove?: string;
  custom_message?: string;
  with?: string;
  failed_login?: string;
  target_id: number | string;
  target_type: string;
  target_details: string;
}

/** The action with its author and origin. */
export interface AuditDetails extends AuditAction {
  author_name: string;
  ip_address: string | null;
  entity_path: string | null;
  token_id?: number;
  real_author_id?: number;
  real_author_name?: string;
  correlation_id: string;
}

/** An audit event. */
export interface AuditEventDocument {
  _id: number;
  /** Unique key derived from the id of the source event. */
  effect_key: string;
  author_id: number;
  entity_type: AuditEntityType;
  entity_id: number;
  details: AuditDetails;
  created_at: Date;
}

/** Creates the model. */
export function createAuditEventModel(connection: Connection): Model<AuditEventDocument> {
  const schema = new Schema<AuditEventDocument>(
    {
      _id: Number,
      effect_key: { type: String, required: true, immutable: true },
      author_id: { type: Number, required: true, immutable: true },
      entity_type: { type: String, required: true, immutable: true },
      entity_id: { type: Number, required: true, immutable: true },
      details: { type: Schema.Types.Mixed, required: true, immutable: true },
      created_at: { type: Date, required: true, immutable: true },
    },
    { versionKey: false, minimize: false, collection: 'audit_events', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ effect_key: 1 }, { unique: true });
  schema.index({ created_at: -1, _id: -1 });
  schema.index({ entity_type: 1, created_at: -1, _id: -1 });
  schema.index({ entity_type: 1, entity_id: 1, created_at: -1, _id: -1 });
  return connection.model<AuditEventDocument>('audit_events', schema);
}
