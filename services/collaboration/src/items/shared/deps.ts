/** Dependencies that issues, merge requests and epics have in common. */
import type { QueryCache } from '@forgemesh/data';
import type { AccessDeps } from '#access/deps';
import type { ReferencesDeps } from '#items/references/deps';
import type { LabelQueries } from '#planning/labels/deps';
import type { MilestoneQueries } from '#planning/milestones/deps';
import type { ItemNotes } from './item-notes';
import type { PopulatedProjects } from './lists/populated-projects';
import type { ParseQuickActions } from './quick-actions';
import type { Owned } from './title-conditions';
import type { ModelDeps } from '#items/model/deps';

/** Cached queries of lists of items. */
export interface ItemQueries extends LabelQueries, MilestoneQueries {
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
