/**
 * Claims of paths: a path belongs to the user, group or project that holds the claim
 * `<parent>/<path>`.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** Kind of holder of a path. */
export type PathKind = 'user' | 'group' | 'project';

/** A claimed path. */
export interface PathClaim {
  /** `<parent_id>/<path_lower>`; the parent of a top-level path is 0. */
  _id: string;
  kind: PathKind;
  /** Id of the user, group or project. */
  target_id: number;
  /**
   * Whether the holder is stored. An unconfirmed claim may be left over from an interrupted write.
   */
  confirmed: boolean;
  /** Write that claimed the path; a retry finds its own claim. */
  operation_id?: string;
  claimed_at: Date;
}

/** Whether the holder of a claim is stored at the claimed path, by the kind of the holder. */
export type PathHolders = Record<PathKind, (claim: PathClaim) => Promise<boolean>>;

/** Creates the model of the claims. */
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

/** Condition for the keys of all paths under a parent. */
export function childPaths(parentId: number): { $gte: string; $lt: string } {
  // `0` follows `/`.
  return { $gte: `${parentId}/`, $lt: `${parentId}0` };
}

/** Key of a path under its parent. */
export function pathKey(parentId: number, path: string): string {
  return `${parentId}/${path.toLowerCase()}`;
}
