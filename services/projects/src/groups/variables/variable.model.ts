/** Variables of projects, groups and the instance. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A variable. */
export interface VariableDocument extends EntityDocument {
  /** The owner: `project/1`, `group/1` or `instance`. */
  owner: string;
  key: string;
  /** Environments that receive it; `*` for all. */
  environment_scope: string;
  variable_type: 'env_var' | 'file';
  /** Encrypted. */
  value: string;
  protected: boolean;
  masked: boolean;
  /** Absent in variables of earlier releases: false. */
  raw?: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the variables. */
export function createVariableModel(connection: Connection): Model<VariableDocument> {
  const schema = entitySchema<VariableDocument>('variables', {
    owner: { type: String, required: true },
    key: { type: String, required: true },
    environment_scope: { type: String, required: true },
    variable_type: { type: String, required: true },
    value: { type: String, required: true },
    protected: { type: Boolean, required: true },
    masked: { type: Boolean, required: true },
    raw: Boolean,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ owner: 1, key: 1, environment_scope: 1 }, { unique: true });
  schema.index({ owner: 1, _id: 1 });
  return connection.model<VariableDocument>('variables', schema);
}
