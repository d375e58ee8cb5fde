/** Nodes of the instance. A secondary stores a copy of the primary's list, without credentials. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import { Schema, type Connection, type Model } from 'mongoose';

/** Concurrency limits of a secondary. */
export const capacities = [
  'files_max_capacity',
  'repos_max_capacity',
  'verification_max_capacity',
  'container_repositories_max_capacity',
] as const;

/** Fields of a node that administrators set. */
export interface NodeSettings extends Record<(typeof capacities)[number], number> {
  name: string;
  /** With a trailing slash. */
  url: string;
  /** With a trailing slash; null: the same as `url`. */
  internal_url: string | null;
  enabled: boolean;
  sync_object_storage: boolean;
  /** What a secondary replicates; null or absent for everything. */
  selective_sync_type?: 'namespaces' | null;
  /** Namespaces whose projects are replicated. */
  selective_sync_namespace_ids?: number[];
  /** Whether a secondary pauses its replication. */
  paused?: boolean;
}

/** A node. */
export interface NodeDocument extends EntityDocument, NodeSettings {
  primary: boolean;
  /** Name and URL in lower case, for the unique indexes. */
  name_key: string;
  url_key: string;
  /** Set on the primary only; its unique index allows one primary. */
  primary_key?: string;
  /** Key id of the credentials of a secondary; absent on the primary and in copies of the list. */
  key_id?: string;
  /** Secret of the credentials, encrypted. */
  secret?: string;
  /** Whether the secret was retrieved. */
  is_handed_over?: boolean;
  /** Last status report of the node. */
  report?: NodeReport;
  reported_at?: Date;
  created_at: Date;
  updated_at: Date;
}

/** Creates the model. */
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
    selective_sync_type: String,
    selective_sync_namespace_ids: { type: [Number], default: undefined },
    paused: Boolean,
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

/** Derives the unique keys of a node. */
export function nodeKeys({
  name,
  url,
}: Pick<NodeSettings, 'name' | 'url'>): Pick<NodeDocument, 'name_key' | 'url_key'> {
  return { name_key: name.toLowerCase(), url_key: url.toLowerCase() };
}
