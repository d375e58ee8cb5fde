/** The state of a repository at one number of its log, from which its folder can be built again. */
import { Schema, type Connection, type Model } from 'mongoose';
import type { RepositoryKind } from '@forgemesh/git-engine';
import type { KeptPack } from './kept-pack';

/**
 * A checkpoint; the newest replaces the one before. A writer replaces only the version that it has
 * read, so that of several writers in several processes one succeeds.
 */
export interface RepositoryCheckpoint {
  /** `<project_id>:<kind>`. */
  _id: string;
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** The last entry of the log that it includes; 0 for a repository without entries. */
  seq: number;
  /** Packs that together contain everything the refs reach. */
  packs: KeptPack[];
  /**
   * SHA-256 of the list of refs (`<id> <name>` lines), an object of the store; empty for no refs.
   */
  refs: string;
  /** Size of the list in bytes. */
  refs_size: number;
  /** Full name of the ref that HEAD points at. */
  head: string;
  created_at: Date;
  /**
   * Changes when the repository is replaced as a whole, so that folders of before are built again;
   * absent in checkpoints of earlier releases.
   */
  incarnation?: string;
  /**
   * Of a replica: the incarnation of the log of its original on another node, whose numbers its log
   * has. Absent for originals, and for a replica that follows no log.
   */
  original_incarnation?: string;
  /** Changes with each write; absent in checkpoints of earlier releases. */
  version?: number;
  /**
   * Bytes of the packs after the last compaction, which is about one copy of the repository; absent
   * before the first one in checkpoints of earlier releases.
   */
  copy_bytes?: number;
  /** When it was last found out whether its packs need compaction; absent or 0 for not yet. */
  examined_at?: Date;
}

/** Id of a repository's log and checkpoint. */
export function checkpointId({ project_id, kind }: Pick<RepositoryCheckpoint, 'project_id' | 'kind'>): string {
  return `${project_id}:${kind}`;
}

/** Creates the model. */
export function createRepositoryCheckpointModel(connection: Connection): Model<RepositoryCheckpoint> {
  const schema = new Schema<RepositoryCheckpoint>(
    {
      _id: String,
      project_id: { type: Number, required: true },
      storage: { type: String, required: true },
      kind: { type: String, required: true },
      seq: { type: Number, required: true },
      packs: { type: Schema.Types.Mixed, required: true },
      refs: { type: String, default: '' },
      refs_size: { type: Number, required: true },
      head: { type: String, required: true },
      created_at: { type: Date, required: true },
      incarnation: String,
      original_incarnation: String,
      version: Number,
      copy_bytes: Number,
      examined_at: Date,
    },
    { versionKey: false, collection: 'repository_checkpoints', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ project_id: 1 });
  schema.index({ examined_at: 1 });
  schema.index({ 'packs.sha256': 1 });
  schema.index({ refs: 1 });
  return connection.model<RepositoryCheckpoint>('repository_checkpoints', schema);
}
