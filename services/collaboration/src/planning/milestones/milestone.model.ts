/** Milestones of projects and groups. */
import { entitySchema, searchFields, type EntityDocument, type SearchFields } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** A milestone: of a project or of a group. */
export interface MilestoneDocument extends EntityDocument, SearchFields {
  /** Number within its project or group. */
  iid: number;
  project_id: number | null;
  group_id: number | null;
  title: string;
  description: string | null;
  state: 'active' | 'closed';
  /** `YYYY-MM-DD`. */
  start_date: string | null;
  /** `YYYY-MM-DD`. */
  due_date: string | null;
  closed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The search fields of a milestone. */
export function milestoneSearch(title: string, description: string | null): SearchFields {
  return searchFields(title, description);
}

/** Creates the model of the milestones. */
export function createMilestoneModel(connection: Connection): Model<MilestoneDocument> {
  const schema = entitySchema<MilestoneDocument>('milestones', {
    iid: { type: Number, required: true },
    project_id: Number,
    group_id: Number,
    title: { type: String, required: true },
    description: String,
    state: { type: String, required: true },
    start_date: String,
    due_date: String,
    closed_at: Date,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    search_text: { type: String, required: true },
  });
  schema.index({ project_id: 1, group_id: 1, iid: 1 }, { unique: true });
  schema.index({ project_id: 1, group_id: 1, title: 1 }, { unique: true });
  schema.index({ group_id: 1 });
  schema.index({ title: 1, project_id: 1 });
  schema.index({ start_date: 1 });
  schema.index({ due_date: 1 });
  return connection.model<MilestoneDocument>('milestones', schema);
}

/** A milestone with a due date. */
export type DueMilestone = Pick<MilestoneDocument, '_id'> & { due_date: string };
