/** What a secondary knows of its copies: one document for each project of the primary. */
import { Schema, type Connection, type Model } from 'mongoose';

/** The repositories of a project that are copied. */
export const copyKinds = ['repository', 'wiki'] as const;
export type CopyKind = (typeof copyKinds)[number];

/** How a copy is. */
export interface CopyState {
  /** Changed since it was copied, as the primary's, or not to be copied. */
  state: 'pending' | 'synced' | 'failed';
  /**
   * Grows with each change on the primary, so that a copy made before a change does not pass for
   * one made after it.
   */
  generation: number;
  /** When it is to be copied or verified next. */
  due_at: Date;
  last_synced_at: Date | null;
  last_successful_sync_at: Date | null;
  retry_count: number;
  last_sync_failure: string | null;
  /** Checksum of the copy when it was verified last. */
  checksum: string | null;
  verified: boolean;
  verification_failure: string | null;
  verification_retry_count: number;
  checksum_mismatch: boolean;
}

/** A project; its id is that of the document. */
export type RegistryDocument = { _id: number } & Record<CopyKind, CopyState>;

/** A copy that was never made. */
export function newCopy(): CopyState {
  return {
    state: 'pending',
    generation: 1,
    due_at: new Date(),
    last_synced_at: null,
    last_successful_sync_at: null,
    retry_count: 0,
    last_sync_failure: null,
    checksum: null,
    verified: false,
    verification_failure: null,
    verification_retry_count: 0,
    checksum_mismatch: false,
  };
}

/** Fields of a copy, for schemas. */
export const copyFields = {
  state: String,
  generation: Number,
  due_at: Date,
  last_synced_at: Date,
  last_successful_sync_at: Date,
  retry_count: Number,
  last_sync_failure: String,
  checksum: String,
  verified: Boolean,
  verification_failure: String,
  verification_retry_count: Number,
  checksum_mismatch: Boolean,
};

/** Makes the model. */
export function createRegistryModel(connection: Connection): Model<RegistryDocument> {
  const schema = new Schema<RegistryDocument>(
    { _id: Number, repository: copyFields, wiki: copyFields },
    { versionKey: false, collection: 'geo_registry', strict: 'throw' },
  );
  for (const kind of copyKinds) {
    schema.index({ [`${kind}.due_at`]: 1 });
    schema.index({ [`${kind}.state`]: 1 });
  }
  return connection.model<RegistryDocument>('geo_registry', schema);
}
