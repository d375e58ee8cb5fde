/** Pipeline triggers: tokens with which other systems request a pipeline. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A trigger of one project. */
export interface TriggerDocument extends EntityDocument {
  project_id: number;
  owner_id: number;
  description: string;
  /** Encrypted, because its owner may read it again. */
  token: string;
  /** Keyed digest of the token. */
  token_digest: string;
  created_at: Date;
  updated_at: Date;
  last_used: Date | null;
}

/** Creates the model. */
export function createTriggerModel(connection: Connection): Model<TriggerDocument> {
  const schema = entitySchema<TriggerDocument>('triggers', {
    project_id: { type: Number, required: true },
    owner_id: { type: Number, required: true },
    description: { type: String, required: true },
    token: { type: String, required: true },
    token_digest: { type: String, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    last_used: { type: Date, default: null },
  });
  schema.index({ token_digest: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<TriggerDocument>('triggers', schema);
}
