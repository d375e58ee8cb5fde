/**
 * Redirects of former paths: a path that a user, group or project has left leads to it until the
 * path is taken again.
 */
import { Schema, type Connection, type Model } from 'mongoose';

/** What a redirect leads to. */
export interface RedirectTarget {
  kind: 'namespace' | 'project';
  /** Id of the namespace or project. */
  target_id: number;
}

/** A former path. */
export interface PathRedirect extends RedirectTarget {
  /** `<parent_id>/<path_lower>`, the key of the claim that was released. */
  _id: string;
  created_at: Date;
}

/** Creates the model of the redirects. */
export function createRedirectModel(connection: Connection): Model<PathRedirect> {
  const schema = new Schema<PathRedirect>(
    {
      _id: String,
      kind: { type: String, required: true },
      target_id: { type: Number, required: true },
      created_at: { type: Date, required: true },
    },
    { versionKey: false, collection: 'path_redirects', strict: 'throw', strictQuery: 'throw' },
  );
  schema.index({ target_id: 1, kind: 1, created_at: 1 });
  return connection.model<PathRedirect>('path_redirects', schema);
}
