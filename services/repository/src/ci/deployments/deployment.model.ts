/** Deployments: a commit deployed to an environment. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** Status of a deployment. */
export type DeploymentStatus = 'created' | 'running' | 'success' | 'failed' | 'canceled';

/** A deployment to one environment. */
export interface DeploymentDocument extends EntityDocument {
  project_id: number;
  environment_id: number;
  iid: number;
  ref: string;
  tag: boolean;
  sha: string;
  status: DeploymentStatus;
  /** User who reported it. */
  user_id: number;
  created_at: Date;
  updated_at: Date;
  /** Id of the last write, so that a retried change succeeds. */
  written_by?: string;
}

/** Creates the model. */
export function createDeploymentModel(connection: Connection): Model<DeploymentDocument> {
  const schema = entitySchema<DeploymentDocument>('deployments', {
    project_id: { type: Number, required: true },
    environment_id: { type: Number, required: true },
    iid: { type: Number, required: true },
    ref: { type: String, required: true },
    tag: { type: Boolean, required: true },
    sha: { type: String, required: true },
    status: { type: String, required: true },
    user_id: { type: Number, required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    written_by: String,
  });
  schema.index({ project_id: 1, iid: 1 }, { unique: true });
  schema.index({ project_id: 1, _id: 1 });
  for (const field of ['created_at', 'updated_at', 'ref']) schema.index({ project_id: 1, [field]: 1, _id: 1 });
  schema.index({ environment_id: 1, status: 1, _id: 1 });
  return connection.model<DeploymentDocument>('deployments', schema);
}
