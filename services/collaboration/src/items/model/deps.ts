import type { EntityStore } from '@forgemesh/data';
import type { LRUCache } from 'lru-cache';
import type { EpicDocument } from './epic.model';
import type { IssueDocument } from './issue.model';
import type { MergeRequestDocument } from './merge-request.model';

/** The stores of items. */
export interface ItemStores {
  issues: EntityStore<IssueDocument>;
  mergeRequests: EntityStore<MergeRequestDocument>;
  epics: EntityStore<EpicDocument>;
  /** Numbers of items that notes were written on recently. */
  numbers: LRUCache<string, number>;
}

/** Dependencies of the model of items. */
export interface ModelDeps {
  items: ItemStores;
}
