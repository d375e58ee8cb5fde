/** Epics: goals that group issues of a group's projects. */
import { entitySchema, wherePresent } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';
import { itemFields, newItemFields, type ItemDocument } from './item.model';

/** An epic. */
export interface EpicDocument extends ItemDocument {
  group_id: number;
  state: 'opened' | 'closed';
  /** Id of the parent epic; null if there is none. */
  parent_id: number | null;
  /** Whether the date is set by users, or inherited from the milestones of its issues. */
  start_date_is_fixed: boolean;
  /** `YYYY-MM-DD`. */
  start_date_fixed: string | null;
  due_date_is_fixed: boolean;
  /** `YYYY-MM-DD`. */
  due_date_fixed: string | null;
  /** Ids of its manually ordered issues, in order; the others follow by id. */
  issue_order: number[];
  /**
   * Id of the issue that was promoted to this epic; absent for others. An issue is promoted at most
   * once.
   */
  promoted_from_id?: number;
}

/** Creates the model of the epics. */
export function createEpicModel(connection: Connection): Model<EpicDocument> {
  const schema = entitySchema<EpicDocument>('epics', {
    ...itemFields,
    group_id: { type: Number, required: true },
    state: { type: String, required: true },
    parent_id: Number,
    start_date_is_fixed: { type: Boolean, required: true },
    start_date_fixed: String,
    due_date_is_fixed: { type: Boolean, required: true },
    due_date_fixed: String,
    issue_order: { type: [Number], required: true },
    promoted_from_id: Number,
  });
  schema.index({ group_id: 1, iid: 1 }, { unique: true });
  schema.index({ group_id: 1, _id: -1 });
  schema.index({ parent_id: 1 });
  schema.index({ label_ids: 1 });
  schema.index({ promoted_from_id: 1 }, { unique: true, ...wherePresent('promoted_from_id') });
  return connection.model<EpicDocument>('epics', schema);
}

/** Initial fields of a new epic. */
export function newEpicFields() {
  return {
    state: 'opened' as const,
    ...newItemFields(),
    label_ids: [] as number[],
    parent_id: null,
    issue_order: [] as number[],
    start_date_is_fixed: false,
    start_date_fixed: null,
    due_date_is_fixed: false,
    due_date_fixed: null,
  };
}

/**
 * Dates that an epic inherits from the milestones of its issues (`YYYY-MM-DD`); null without one.
 */
export interface InheritedDates {
  start_date: string | null;
  due_date: string | null;
}
