import type { EntityStore, LongLists, QueryCache, Sequences } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { LabelStores, PlannedItems } from '#planning/labels';
import type { DueMilestone, MilestoneDocument } from './milestone.model';

/** The stores of labels and milestones. */
export interface PlanningStores extends LabelStores {
  milestones: EntityStore<MilestoneDocument>;
}

/** Cached queries of milestones. */
export interface MilestoneQueries {
  /** Milestones by id. */
  milestones: QueryCache<MilestoneDocument, number>;
  /** Milestones with a due date, by projects. */
  dueMilestones: QueryCache<readonly DueMilestone[]>;
}

/** Dependencies of milestones. */
export interface MilestonesDeps extends Pick<AccessDeps, 'clients' | 'display'> {
  planning: PlanningStores;
  /** The items that have milestones. */
  plannedItems: PlannedItems;
  queries: MilestoneQueries;
  /** Pages of milestones. */
  lists: { milestones: LongLists<MilestoneDocument> };
  /** Numbers (`iid`) of milestones per project or group. */
  sequences: Sequences;
}
