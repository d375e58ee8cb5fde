/** Tokens of machines as they are stored: never the token itself. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Everything that a deploy token may be allowed to do. */
export const deployScopes = ['read_repository', 'read_registry'];

/** What a deploy token belongs to. */
export type DeployTokenOwner = { project_id: number } | { group_id: number };

/** A deploy token: of a project or of a group. */
export interface DeployTokenDocument extends EntityDocument {
  project_id: number | null;
  group_id: number | null;
  name: string;
  username: string;
  /** Keyed digest of the token, unique. */
  digest: string;
  /** Name of the key of the digest; absent in tokens of earlier releases. */
  digest_key?: string;
  scopes: string[];
  /** Null for never. */
  expires_at: Date | null;
  created_at: Date;
}

/** Makes the model. */
export function createDeployTokenModel(connection: Connection): Model<DeployTokenDocument> {
  const schema = entitySchema<DeployTokenDocument>('deploy_tokens', {
    project_id: Number,
    group_id: Number,
    name: String,
    username: String,
    digest: String,
    digest_key: String,
    scopes: [String],
    expires_at: Date,
    created_at: Date,
  });
  schema.index({ digest: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: 1 });
  schema.index({ group_id: 1, _id: 1 });
  return connection.model<DeployTokenDocument>('deploy_tokens', schema);
}
