/** Environments: the targets that a project is deployed to. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** State of an environment. */
export type EnvironmentState = 'available' | 'stopped';

/** An environment of one project. */
export interface EnvironmentDocument extends EntityDocument {
  project_id: number;
  name: string;
  /** Computed from the first name; never changes. */
  slug: string;
  external_url: string | null;
  state: EnvironmentState;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model. */
export function createEnvironmentModel(connection: Connection): Model<EnvironmentDocument> {
  const schema = entitySchema<EnvironmentDocument>('environments', {
    project_id: { type: Number, required: true },
    name: { type: String, required: true },
    slug: { type: String, required: true },
    external_url: { type: String, default: null },
    state: { type: String, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, name: 1 }, { unique: true });
  schema.index({ project_id: 1, slug: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: 1 });
  return connection.model<EnvironmentDocument>('environments', schema);
}
