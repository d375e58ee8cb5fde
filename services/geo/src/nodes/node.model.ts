/** Nodes of the instance. On a secondary they are a copy of the primary's, without credentials. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import { Schema, type Connection, type Model } from 'mongoose';

/** How much a secondary does at once. */
export const capacities = [
  'files_max_capacity',
  'repos_max_capacity',
  'verification_max_capacity',
  'container_repositories_max_capacity',
] as const;

/** What administrators set of a node. */
export interface NodeSettings extends Record<(typeof capacities)[number], number> {
  name: string;
  /** With a slash at its end. */
  url: string;
  /** With a slash at its end; null for the same as `url`. */
  internal_url: string | null;
  enabled: boolean;
  sync_object_storage: boolean;
}

/** A node. */
export interface NodeDocument extends EntityDocument, NodeSettings {
  primary: boolean;
  /** Name and address without case, by which they are unique. */
  name_key: string;
  url_key: string;
  /** Present on the one primary, so that an index keeps it one. */
  primary_key?: string;
  /** Names the credentials of a secondary; absent on the primary and on copies. */
  key_id?: string;
  /** Its secret, sealed. */
  secret?: string;
  /** Whether an administrator was shown the secret. */
  is_handed_over?: boolean;
  /** What the node told last. */
  report?: NodeReport;
  reported_at?: Date;
  created_at: Date;
  updated_at: Date;
}

/** Makes the model. */
export function createNodeModel(connection: Connection): Model<NodeDocument> {
  const schema = entitySchema<NodeDocument>('geo_nodes', {
    name: { type: String, required: true },
    name_key: { type: String, required: true },
    url: { type: String, required: true },
    url_key: { type: String, required: true },
    internal_url: { type: String, default: null },
    primary: { type: Boolean, required: true },
    primary_key: String,
    enabled: { type: Boolean, required: true },
    ...Object.fromEntries(capacities.map((name) => [name, { type: Number, required: true }])),
    sync_object_storage: { type: Boolean, required: true },
    key_id: String,
    secret: String,
    is_handed_over: Boolean,
    report: Schema.Types.Mixed,
    reported_at: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ name_key: 1 }, { unique: true });
  schema.index({ url_key: 1 }, { unique: true });
  schema.index({ primary_key: 1 }, { unique: true, sparse: true });
  schema.index({ key_id: 1 }, { sparse: true });
  return connection.model<NodeDocument>('geo_nodes', schema);
}

/** The fields by which nodes are told apart. */
export function nodeKeys({
  name,
  url,
}: Pick<NodeSettings, 'name' | 'url'>): Pick<NodeDocument, 'name_key' | 'url_key'> {
  return { name_key: name.toLowerCase(), url_key: url.toLowerCase() };
}
