/** How far a secondary has followed the primary: one document. */
import { UnavailableError } from '@forgemesh/errors';
import { Schema, type Connection, type Model } from 'mongoose';
import { fileKinds, type FileKind } from '../files/file-kinds';

/** What a secondary remembers. */
export interface FollowingState {
  /** Whether it has begun. */
  is_started: boolean;
  /** Names the credentials with which it has; null where that was not remembered. */
  key_id: string | null;
  /** The last event that it has followed. */
  cursor_event_id: number;
  cursor_event_at: Date | null;
  /** The newest event that it was told of. */
  last_event_id: number;
  last_event_at: Date | null;
  /** When there was nothing left to follow. */
  caught_up_at: Date | null;
  /** The last project of the walk over all of them; null once it is over. */
  walked_id: number | null;
  /** The kind of files that the walk over all files is at; null once it is over. */
  walked_file_kind: FileKind | null;
  /** The last file of that kind. */
  walked_file_id: number;
  /** Settings of the primary as JSON. */
  settings: string | null;
}

type FollowingDocument = FollowingState & { _id: string };

const ID = 'state';
const nothing: FollowingState = {
  is_started: false,
  key_id: null,
  cursor_event_id: 0,
  cursor_event_at: null,
  last_event_id: 0,
  last_event_at: null,
  caught_up_at: null,
  walked_id: null,
  // Also where a version that knew of no files has followed so far.
  walked_file_kind: fileKinds[0],
  walked_file_id: 0,
  settings: null,
};

/** The state in the database. */
export class Following {
  private readonly model: Model<FollowingDocument>;

  constructor(connection: Connection) {
    const schema = new Schema<FollowingDocument>(
      {
        _id: String,
        is_started: Boolean,
        key_id: String,
        cursor_event_id: Number,
        cursor_event_at: Date,
        last_event_id: Number,
        last_event_at: Date,
        caught_up_at: Date,
        walked_id: Number,
        walked_file_kind: String,
        walked_file_id: Number,
        settings: String,
      },
      { versionKey: false, collection: 'geo_following', strict: 'throw' },
    );
    this.model = connection.model<FollowingDocument>('geo_following', schema);
  }

  async state(): Promise<FollowingState> {
    return { ...nothing, ...(await this.model.findById(ID).lean<FollowingDocument>()) };
  }

  async change(set: Partial<FollowingState>): Promise<void> {
    await this.model.updateOne({ _id: ID }, { $set: set }, { upsert: true });
  }

  /** The settings as they are on the primary, or while it cannot be reached as they were. */
  async settings(ask: () => Promise<string>): Promise<string> {
    try {
      const settings = await ask();
      await this.change({ settings });
      return settings;
    } catch (error) {
      const { settings } = await this.state();
      if (settings === null) throw new UnavailableError('The primary node cannot be reached', { cause: error });
      return settings;
    }
  }
}
