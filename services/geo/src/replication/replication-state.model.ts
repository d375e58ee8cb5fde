/** Replication progress of a secondary: a single document. */
import { UnavailableError } from '@forgemesh/errors';
import { Schema, type Connection, type Model } from 'mongoose';
import { type FileKind, fileKinds } from '#replication/files';

/** Progress of a secondary. */
export interface ReplicationState {
  /** Whether replication has started. */
  is_started: boolean;
  /** Key id of the credentials used at the start; null if not recorded. */
  key_id: string | null;
  /** Last processed event. */
  cursor_event_id: number;
  cursor_event_at: Date | null;
  /** Newest event of the primary. */
  last_event_id: number;
  last_event_at: Date | null;
  /** Time at which all events were processed. */
  caught_up_at: Date | null;
  /**
   * Whether replication was paused, and changes of the primary are unknown since: replicas are not
   * used while the primary can be reached.
   */
  is_behind: boolean;
  /** Last project of the backfill; null when it is complete. */
  walked_id: number | null;
  /** Start of the last backfill of projects; null if not recorded. */
  walk_started_at: Date | null;
  /** Key of the selection with which it started. */
  walk_selection: string;
  /** Whether the backfill schedules the verification of existing replicas. */
  verifies_existing: boolean;
  /** Kind of files that the backfill has reached; null when it is complete. */
  walked_file_kind: FileKind | null;
  /** Last file of that kind. */
  walked_file_id: number;
  /** Settings of the primary as JSON. */
  settings: string | null;
}

type ReplicationStateDocument = ReplicationState & { _id: string };

const ID = 'state';
const initialState: ReplicationState = {
  is_started: false,
  key_id: null,
  cursor_event_id: 0,
  cursor_event_at: null,
  last_event_id: 0,
  last_event_at: null,
  caught_up_at: null,
  is_behind: false,
  walked_id: null,
  walk_started_at: null,
  walk_selection: '',
  verifies_existing: true,
  // Also used for documents of versions that did not replicate files.
  walked_file_kind: fileKinds[0],
  walked_file_id: 0,
  settings: null,
};

/** Loads and updates the progress. */
export class ReplicationStateStore {
  private readonly model: Model<ReplicationStateDocument>;

  constructor(connection: Connection) {
    const schema = new Schema<ReplicationStateDocument>(
      {
        _id: String,
        is_started: Boolean,
        key_id: String,
        cursor_event_id: Number,
        cursor_event_at: Date,
        last_event_id: Number,
        last_event_at: Date,
        caught_up_at: Date,
        is_behind: Boolean,
        walked_id: Number,
        walk_started_at: Date,
        walk_selection: String,
        verifies_existing: Boolean,
        walked_file_kind: String,
        walked_file_id: Number,
        settings: String,
      },
      { versionKey: false, collection: 'geo_following', strict: 'throw' },
    );
    this.model = connection.model<ReplicationStateDocument>('geo_following', schema);
  }

  async load(): Promise<ReplicationState> {
    return { ...initialState, ...(await this.model.findById(ID).lean<ReplicationStateDocument>()) };
  }

  async update(set: Partial<ReplicationState>): Promise<void> {
    await this.model.updateOne({ _id: ID }, { $set: set }, { upsert: true });
  }

  /**
   * Fetches and stores the settings of the primary. Returns the stored settings if the primary is
   * unreachable.
   */
  async loadSettings(fetch: () => Promise<string>): Promise<string> {
    try {
      const settings = await fetch();
      await this.update({ settings });
      return settings;
    } catch (error) {
      const { settings } = await this.load();
      if (settings === null) throw new UnavailableError('The primary node cannot be reached', { cause: error });
      return settings;
    }
  }
}
