import type { QueryCache } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { ReferencesDeps } from '#items/references';
import type { LabelQueries } from '#planning/labels';
import type { MilestoneQueries } from '#planning/milestones';
import type { ItemNotes } from './item-notes';
import type { ParseQuickActions } from './quick-actions';
import type { EpicDocument, ModelDeps, PopulatedProjects } from '#items/model';

/** A label or milestone and its project; null for those of groups. */
export interface Owned {
  _id: number;
  project_id: number | null;
}

/** Cached queries of items. */
export interface ItemQueries extends LabelQueries, MilestoneQueries {
  /** Epics by id, as lists show them. */
  epics: QueryCache<EpicDocument, number>;
  /** Labels or milestones of all projects and groups that match a condition; may be thousands. */
  owned: QueryCache<readonly Owned[]>;
  /** Projects that have at least one item of a kind. */
  populated: Record<'issues' | 'merge_requests' | 'milestones', PopulatedProjects>;
}

/** Dependencies that issues, merge requests and epics have in common. */
export interface SharedDeps extends ReferencesDeps, Pick<AccessDeps, 'readable'> {
  queries: ItemQueries;
  /** The notes on items and the reactions to them. */
  itemNotes: ItemNotes;
}

/** Dependencies of creating items whose descriptions have quick actions. */
export interface QuickActionTextDeps extends ModelDeps {
  parseQuickActions: ParseQuickActions;
}
