/** Memberships: one document per user and project or group. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Type of the object that a user is a member of. */
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
  /** Day (`YYYY-MM-DD`) on which the membership expires; null for never. */
  expires_at: string | null;
  /** User who created the membership. */
  created_by: number | null;
  created_at: Date;
}

/** Creates the model of the memberships. */
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

/** Condition for memberships that are not expired today (UTC). */
export function notExpired(): { $or: object[] } {
  return { $or: [{ expires_at: null }, { expires_at: { $gt: today() } }] };
}

/** Condition for expired memberships. */
export function expired(): { expires_at: object } {
  return { expires_at: { $ne: null, $lte: today() } };
}

/** The current day in UTC, in the format of `expires_at`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
