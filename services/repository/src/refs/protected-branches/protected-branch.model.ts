/**
 * Protected branches: the roles, users and groups that may push and merge to branches matching a
 * name or wildcard.
 */
import { entitySchema, type QueryCache, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { type AccessEntry, entryListType } from '#refs/access-entries';

/** A protection of one project. */
export interface ProtectedBranchDocument extends EntityDocument {
  project_id: number;
  /** Name of a branch, or a wildcard with `*`. */
  name: string;
  push_access_levels: AccessEntry[];
  merge_access_levels: AccessEntry[];
  /** Entries that may remove or change the protection; absent or empty means maintainers. */
  unprotect_access_levels?: AccessEntry[];
  /** Whether those who may push may also force push. */
  allow_force_push?: boolean;
  /** Whether code owners must approve merge requests that change their files. */
  code_owner_approval_required?: boolean;
  /** Highest number that any entry has had; absent before the first change. */
  last_entry_id?: number;
  /** Keys of the users and groups that the entries name; absent without any. */
  named?: string[];
  created_at: Date;
}

/** The fields of a protection that checks need. */
export type StoredProtection = Pick<
  ProtectedBranchDocument,
  'name' | 'push_access_levels' | 'merge_access_levels' | 'allow_force_push' | 'code_owner_approval_required'
>;

/** Caches the protections of projects until any protection changes. */
export type ProtectionCache = QueryCache<readonly StoredProtection[], number>;

/** Creates the model. */
export function createProtectedBranchModel(connection: Connection): Model<ProtectedBranchDocument> {
  const schema = entitySchema<ProtectedBranchDocument>('protected_branches', {
    project_id: { type: Number, required: true },
    name: { type: String, required: true },
    push_access_levels: { ...entryListType, required: true },
    merge_access_levels: { ...entryListType, required: true },
    unprotect_access_levels: { ...entryListType, default: undefined },
    allow_force_push: Boolean,
    code_owner_approval_required: Boolean,
    last_entry_id: Number,
    named: { type: [String], default: undefined },
    created_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, name: 1 }, { unique: true });
  schema.index({ named: 1 }, { sparse: true });
  return connection.model<ProtectedBranchDocument>('protected_branches', schema);
}
