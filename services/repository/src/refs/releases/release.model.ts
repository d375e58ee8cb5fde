/** Releases: name and notes for a tag; one per tag. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A link to an external file. */
export interface ReleaseLinkDocument {
  id: number;
  name: string;
  url: string;
  /** Id of the write that added only this link. */
  operation_id?: string;
}

/** A release of one project. */
export interface ReleaseDocument extends EntityDocument {
  project_id: number;
  tag_name: string;
  name: string;
  description: string | null;
  /** Commit of the tag when the release was created; null if the tag did not lead to one. */
  sha: string | null;
  author_id: number;
  links: ReleaseLinkDocument[];
  /**
   * Highest id that a link has had, so that ids are not reused; absent until a single link was
   * added or removed.
   */
  last_link_id?: number;
  created_at: Date;
  released_at: Date;
}

/** Creates the model. */
export function createReleaseModel(connection: Connection): Model<ReleaseDocument> {
  const schema = entitySchema<ReleaseDocument>('releases', {
    project_id: { type: Number, required: true },
    tag_name: { type: String, required: true },
    name: { type: String, required: true },
    description: String,
    sha: String,
    author_id: { type: Number, required: true },
    links: { type: [{ id: Number, name: String, url: String, operation_id: String, _id: false }], required: true },
    last_link_id: Number,
    created_at: { type: Date, required: true },
    released_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, tag_name: 1 }, { unique: true });
  schema.index({ project_id: 1, released_at: -1, _id: -1 });
  return connection.model<ReleaseDocument>('releases', schema);
}
