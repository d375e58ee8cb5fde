/** Links between issues. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A link between two related issues. */
export interface IssueLinkDocument extends EntityDocument {
  /** The source issue and the target issue. */
  issue_ids: [number, number];
  /** Both ids, the smaller first; unique, so that two issues are linked at most once. */
  pair: string;
  created_at: Date;
}

/** Creates the model of the links. */
export function createIssueLinkModel(connection: Connection): Model<IssueLinkDocument> {
  const schema = entitySchema<IssueLinkDocument>('issue_links', {
    issue_ids: { type: [Number], required: true },
    pair: { type: String, required: true },
    created_at: { type: Date, required: true },
  });
  schema.index({ issue_ids: 1, _id: 1 });
  schema.index({ pair: 1 }, { unique: true });
  return connection.model<IssueLinkDocument>('issue_links', schema);
}

/** The unique key of a pair of issues. */
export function pairOf([one, other]: readonly [number, number]): string {
  return `${Math.min(one, other)}-${Math.max(one, other)}`;
}

/** The other issue of a link. */
export function otherOf({ issue_ids: [one, other] }: IssueLinkDocument, id: number): number {
  return one === id ? other : one;
}
