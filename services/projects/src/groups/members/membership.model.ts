/** Memberships: one row says that a user has a level on a group or project. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** What one may be a member of. */
export type SourceKind = 'group' | 'project';

/** A membership. */
export interface MembershipDocument extends EntityDocument {
  /** `group/<id>` or `project/<id>`. */
  source: string;
  source_kind: SourceKind;
  source_id: number;
  user_id: number;
  /** 10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner. */
  access_level: number;
  /** Day (`YYYY-MM-DD`) from which the row does not count any more; null for never. */
  expires_at: string | null;
  /** User who made the row. */
  created_by: number | null;
  created_at: Date;
}

/** Makes the model of the memberships. */
export function createMembershipModel(connection: Connection): Model<MembershipDocument> {
  const schema = entitySchema<MembershipDocument>('memberships', {
    source: { type: String, required: true },
    source_kind: { type: String, required: true },
    source_id: { type: Number, required: true },
    user_id: { type: Number, required: true },
    access_level: { type: Number, required: true },
    expires_at: { type: String, default: null },
    created_by: { type: Number, default: null },
    created_at: { type: Date, required: true },
  });
  schema.index({ source: 1, user_id: 1 }, { unique: true });
  schema.index({ user_id: 1, source: 1 });
  schema.index({ expires_at: 1 });
  return connection.model<MembershipDocument>('memberships', schema);
}

/** Key of a group or project in memberships. */
export function sourceKey(kind: SourceKind, id: number): string {
  return `${kind}/${id}`;
}

/** Condition on rows that count today (in UTC). */
export function notExpired(): { $or: object[] } {
  return { $or: [{ expires_at: null }, { expires_at: { $gt: today() } }] };
}

/** Condition on rows that do not count any more. */
export function expired(): { expires_at: object } {
  return { expires_at: { $ne: null, $lte: today() } };
}

/** The day in UTC, as memberships say it. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
