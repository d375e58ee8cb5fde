/** Measurements of repositories: one document per repository. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import type { RepositoryKind } from '@forgemesh/git-engine';
import { repositoryCheckSchema, type RepositoryCheckState } from './repository-check.model';

/** The last measurement of a repository. */
export interface MeasurementDocument extends EntityDocument {
  project_id: number;
  storage: string;
  kind: RepositoryKind;
  /** Bytes on disk. */
  size: number;
  /** Commits of the default branch. */
  commit_count: number;
  /** The commit that `commit_count` was counted for; null if none exists. */
  counted_tip: string | null;
  /** Checksum over all refs; null if the repository is corrupt. */
  checksum: string | null;
  /** Bytes of the large files of the project; absent in documents of earlier releases. */
  lfs_objects_size?: number;
  /** Null until the first measurement. */
  measured_at: Date | null;
  /** Time from which a new measurement is due; absent while nothing has changed. */
  due_at?: Date;
  /** Check of the objects; absent until its time is set. */
  check?: RepositoryCheckState;
}

/** Creates the model. */
export function createMeasurementModel(connection: Connection): Model<MeasurementDocument> {
  const schema = entitySchema<MeasurementDocument>('repository_measurements', {
    project_id: { type: Number, required: true },
    storage: { type: String, required: true },
    kind: { type: String, required: true },
    size: { type: Number, required: true },
    commit_count: { type: Number, required: true },
    counted_tip: String,
    checksum: String,
    lfs_objects_size: Number,
    measured_at: Date,
    due_at: Date,
    check: repositoryCheckSchema,
  });
  schema.index({ project_id: 1, kind: 1 }, { unique: true });
  schema.index({ due_at: 1 }, { sparse: true });
  schema.index({ 'check.due_at': 1 });
  schema.index({ 'check.checked_at': -1, _id: -1 });
  return connection.model<MeasurementDocument>('repository_measurements', schema);
}
