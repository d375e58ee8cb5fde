/**
 * The ref log: one entry for each transaction that changes refs of a repository, numbered from 1.
 * The unique id of an entry decides which of several writers changes the refs next. An entry is the
 * truth; the refs in the folder of the repository follow it.
 */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';
import { BRANCHES, TAGS, type RepositoryKind } from '@forgemesh/git-engine';
import type { KeptPack, LogMark } from '#refs/packs';

/** The change of one ref. */
export interface LoggedRef {
  /** Identifies the change in its event. */
  id: number;
  /** Full name. */
  ref: string;
  /** Id before; zeros for a new ref. */
  before: string;
  /** Id after; zeros for a deleted ref. */
  after: string;
  /** The change created the repository's first branch. */
  is_first: boolean;
  /** Number of commits that the change adds, 10,000 at most; 0 until the entry is closed. */
  total_commits_count: number;
}

/** An entry of the log. */
export interface RefLogEntry extends EntityDocument<string> {
  /** `<project_id>:<kind>:<seq>`. */
  _id: string;
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** Position in the log of the repository. */
  seq: number;
  /** Shared by all entries of one push. */
  push_id: string;
  /** Number of refs that the push changes. */
  refs_count: number;
  /** Number of refs of each type that the push changes. */
  ref_type_counts: RefTypeCounts;
  refs: LoggedRef[];
  /** Packs with the new objects; absent if they are only in the folder of the repository. */
  packs?: KeptPack[];
  /** A change of the repository apart from its refs, of which there are none then. */
  mark?: LogMark;
  /** The refs belong to the service itself: their changes have no events. */
  is_internal?: true;
  /** The acting user; null for the system. */
  user_id: number | null;
  user_username: string;
  user_name: string;
  push_options: string[];
  /** The project had no default branch when the change was requested. */
  may_be_default: boolean;
  created_at: Date;
  /**
   * Equals `created_at` until the refs in the folder have followed and the effects of the change
   * are done; then absent.
   */
  open_at?: Date;
  /** Why git refused the refs after all, which the check before did not find; nothing changed. */
  refused?: string;
}

/** Number of refs by type. */
export interface RefTypeCounts {
  branch: number;
  tag: number;
  other: number;
}

/** The type of a ref, by its name. */
export function refType(ref: string): keyof RefTypeCounts {
  if (ref.startsWith(BRANCHES)) return 'branch';
  return ref.startsWith(TAGS) ? 'tag' : 'other';
}

/** The highest number of a repository's log whose entry was deleted. */
export interface RefCheckpoint {
  /** `<project_id>:<kind>`. */
  _id: string;
  project_id: number;
  seq: number;
}

/** Creates the model of the entries. */
export function createRefLogModel(connection: Connection): Model<RefLogEntry> {
  const schema = entitySchema<RefLogEntry>('ref_log', {
    _id: String,
    project_id: { type: Number, required: true },
    storage: { type: String, required: true },
    kind: { type: String, required: true },
    seq: { type: Number, required: true },
    push_id: { type: String, required: true },
    refs_count: { type: Number, required: true },
    ref_type_counts: { type: Schema.Types.Mixed, required: true },
    // Thousands of refs are not validated one by one.
    refs: { type: [Schema.Types.Mixed], required: true },
    packs: { type: [Schema.Types.Mixed], default: undefined },
    mark: Schema.Types.Mixed,
    is_internal: Boolean,
    user_id: Number,
    user_username: String,
    user_name: String,
    push_options: [String],
    may_be_default: Boolean,
    created_at: { type: Date, required: true },
    open_at: Date,
    refused: String,
  });
  schema.index({ project_id: 1, kind: 1, seq: -1 });
  schema.index({ project_id: 1, 'refs.ref': 1 });
  schema.index({ open_at: 1 }, { sparse: true });
  schema.index({ created_at: 1 });
  schema.index({ 'packs.sha256': 1 }, { sparse: true });
  return connection.model<RefLogEntry>('ref_log', schema);
}

/** Creates the model of the checkpoints. */
export function createRefCheckpointModel(connection: Connection): Model<RefCheckpoint> {
  const schema = new Schema<RefCheckpoint>(
    { _id: String, project_id: { type: Number, required: true }, seq: { type: Number, required: true } },
    { versionKey: false, collection: 'ref_checkpoints', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ project_id: 1 });
  return connection.model<RefCheckpoint>('ref_checkpoints', schema);
}
