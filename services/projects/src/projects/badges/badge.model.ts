/** Badges of projects and groups. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A badge. */
export interface BadgeDocument extends EntityDocument {
  /** The owner: `project/1` or `group/1`. */
  owner: string;
  name: string | null;
  link_url: string;
  image_url: string;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the badges. */
export function createBadgeModel(connection: Connection): Model<BadgeDocument> {
  const schema = entitySchema<BadgeDocument>('badges', {
    owner: { type: String, required: true },
    name: { type: String, default: null },
    link_url: { type: String, required: true },
    image_url: { type: String, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ owner: 1, _id: 1 });
  return connection.model<BadgeDocument>('badges', schema);
}
