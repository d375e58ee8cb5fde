/** Labels of projects and groups. */
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** A label: of a project or of a group. */
export interface LabelDocument extends EntityDocument {
  project_id: number | null;
  group_id: number | null;
  title: string;
  /** For comparisons that ignore case. */
  title_lower: string;
  /** `#RRGGBB`. */
  color: string;
  description: string | null;
  /** Priorities by project, smaller is more important. A group's label has one for each project. */
  priorities: { project_id: number; priority: number }[];
  /** Subscribers; `project_id` is null for all projects. */
  subscriptions: { user_id: number; project_id: number | null }[];
  created_at: Date;
  updated_at: Date;
}

/** Creates the model of the labels. */
export function createLabelModel(connection: Connection): Model<LabelDocument> {
  const schema = entitySchema<LabelDocument>('labels', {
    project_id: Number,
    group_id: Number,
    title: { type: String, required: true },
    title_lower: { type: String, required: true },
    color: { type: String, required: true },
    description: String,
    priorities: { type: [Schema.Types.Mixed], required: true },
    subscriptions: { type: [Schema.Types.Mixed], required: true },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  });
  schema.index({ project_id: 1, group_id: 1, title: 1 }, { unique: true });
  schema.index({ group_id: 1 });
  schema.index({ title_lower: 1, project_id: 1 });
  schema.index({ 'priorities.project_id': 1 });
  return connection.model<LabelDocument>('labels', schema);
}

/** A label with priorities. */
export type PrioritizedLabel = Pick<LabelDocument, '_id' | 'project_id' | 'priorities'>;
