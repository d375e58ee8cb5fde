/** Claims of paths: whoever holds `<parent>/<path>` has it, be it a user, a group or a project. */
import { Schema, type Connection, type Model } from 'mongoose';

/** What a path may belong to. */
export type PathKind = 'user' | 'group' | 'project';

/** A path that is taken. */
export interface PathClaim {
  /** `<parent_id>/<path_lower>`; the parent of a top-level path is 0. */
  _id: string;
  kind: PathKind;
  /** Id of the user, group or project. */
  target_id: number;
  /**
   * Whether the holder is stored. An unconfirmed claim may be left over from a write that never
   * ended.
   */
  confirmed: boolean;
  /** Write that claimed it; the same write, repeated, finds its own claim. */
  operation_id?: string;
  claimed_at: Date;
}

/** Makes the model of the claims. */
export function createPathModel(connection: Connection): Model<PathClaim> {
  return connection.model<PathClaim>(
    'paths',
    new Schema<PathClaim>(
      {
        _id: String,
        kind: { type: String, required: true },
        target_id: { type: Number, required: true },
        confirmed: { type: Boolean, required: true },
        operation_id: String,
        claimed_at: { type: Date, required: true },
      },
      { versionKey: false, collection: 'paths', strict: 'throw', strictQuery: 'throw' },
    ),
  );
}

/** Key of a path under its parent. */
export function pathKey(parentId: number, path: string): string {
  return `${parentId}/${path.toLowerCase()}`;
}
