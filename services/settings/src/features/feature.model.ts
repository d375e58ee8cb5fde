/** Stored feature flags. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A feature flag with its gates. */
export interface FeatureDocument extends EntityDocument {
  /** Unique. */
  name: string;
  /** Whether the flag is on for everyone. */
  boolean: boolean;
  /** 0: the gate is not set. */
  percentage_of_actors: number;
  percentage_of_time: number;
  /** `User:1`, `Group:1` and `Project:1`. */
  actors: string[];
  /** Names of groups of actors. */
  groups: string[];
}

/** Creates the model. */
export function createFeatureModel(connection: Connection): Model<FeatureDocument> {
  const schema = entitySchema<FeatureDocument>('features', {
    name: String,
    boolean: Boolean,
    percentage_of_actors: Number,
    percentage_of_time: Number,
    actors: [String],
    groups: [String],
  });
  schema.index({ name: 1 }, { unique: true });
  return connection.model<FeatureDocument>('features', schema);
}
