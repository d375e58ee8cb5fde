import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { LabelDocument, PrioritizedLabel } from './label.model';
import type { PlannedItems } from './planned-items';

/** The store of labels. */
export interface LabelStores {
  labels: EntityStore<LabelDocument>;
}

/** Cached queries of labels. */
export interface LabelQueries {
  /** Labels by id. */
  labels: QueryCache<LabelDocument, number>;
  /** All labels that match a condition, in list order. */
  labelLists: QueryCache<readonly LabelDocument[]>;
  /** Labels with a priority, by projects. */
  prioritizedLabels: QueryCache<readonly PrioritizedLabel[]>;
}

/** Dependencies of labels. */
export interface LabelsDeps extends AccessDeps {
  planning: LabelStores;
  /** The items that have labels. */
  plannedItems: PlannedItems;
  queries: LabelQueries;
}
