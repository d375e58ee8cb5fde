/**
 * Protected branches: the levels that may push and merge to branches matching a name or wildcard.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A role with access; 0 means no one. */
export interface BranchAccessLevel {
  access_level: number;
}

/** A protection of one project. */
export interface ProtectedBranchDocument extends EntityDocument {
  project_id: number;
  /** Name of a branch, or a wildcard with `*`. */
  name: string;
  push_access_levels: BranchAccessLevel[];
  merge_access_levels: BranchAccessLevel[];
  /** Levels that may remove the protection; absent means maintainers. */
  unprotect_access_levels?: BranchAccessLevel[];
  created_at: Date;
}

const accessLevels = { type: [{ access_level: Number, _id: false }], required: true };

/** Creates the model. */
export function createProtectedBranchModel(connection: Connection): Model<ProtectedBranchDocument> {
  const schema = entitySchema<ProtectedBranchDocument>('protected_branches', {
    project_id: { type: Number, required: true },
    name: { type: String, required: true },
    push_access_levels: accessLevels,
    merge_access_levels: accessLevels,
    unprotect_access_levels: { type: [{ access_level: Number, _id: false }], default: undefined },
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, name: 1 }, { unique: true });
  return connection.model<ProtectedBranchDocument>('protected_branches', schema);
}
