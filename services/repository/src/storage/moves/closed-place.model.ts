/**
 * Where repositories take no writes: while their project moves, and on the storage that it has
 * left.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** What moves have made of the repositories of a project on one storage. */
export interface ClosedPlaceDocument {
  /** `<project id>:<storage>`. */
  _id: string;
  project_id: number;
  storage: string;
  /** Number of the last move that was here. What an older one still asks for is refused by it. */
  move: number;
  /**
   * `closed` takes no writes; `left` nothing at all, as the project is on another storage; `open`
   * is as if nothing had been.
   */
  state: 'closed' | 'left' | 'open';
  changed_at: Date;
}

/** Makes the model. */
export function createClosedPlaceModel(connection: Connection): Model<ClosedPlaceDocument> {
  const schema = new Schema<ClosedPlaceDocument>(
    { _id: String, project_id: Number, storage: String, move: Number, state: String, changed_at: Date },
    { versionKey: false, collection: 'closed_places', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ storage: 1 });
  return connection.model<ClosedPlaceDocument>('closed_places', schema);
}
