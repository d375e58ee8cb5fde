/** Stored deploy tokens; the secret itself is not stored. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** All scopes of deploy tokens. */
export const deployScopes = ['read_repository', 'read_registry'];

/** Owner of a deploy token. */
export type DeployTokenOwner = { project_id: number } | { group_id: number };

/** A deploy token of a project or group. */
export interface DeployTokenDocument extends EntityDocument {
  project_id: number | null;
  group_id: number | null;
  name: string;
  username: string;
  /** Keyed digest of the token, unique. */
  digest: string;
  /** Id of the key of the digest; absent in tokens of earlier releases. */
  digest_key?: string;
  scopes: string[];
  /** Null if it never expires. */
  expires_at: Date | null;
  created_at: Date;
}

/** Creates the model. */
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
