/** Dependencies of epics. */
import type { LongLists, QueryCache, Sequences } from '@forgemesh/data';
import type { AccessDeps } from '#access/deps';
import type { EpicDocument, InheritedDates } from '#items/model/epic.model';
import type { ItemQueries, QuickActionTextDeps, SharedDeps } from '#items/shared/deps';
import type { ItemHistory } from '#items/shared/item-history';

/** Cached queries of epics. */
export interface EpicQueries extends ItemQueries {
  /** Dates that epics inherit. */
  epicDates: QueryCache<ReadonlyMap<number, InheritedDates>>;
  /** Epics by id, as lists show them. */
  epics: QueryCache<EpicDocument, number>;
}

/** Dependencies of presenting epics. */
export interface EpicViewDeps extends SharedDeps {
  queries: EpicQueries;
}

/** Dependencies of epics. */
export interface EpicsDeps extends EpicViewDeps, QuickActionTextDeps, Pick<AccessDeps, 'readableGroups'> {
  history: ItemHistory;
  /** Pages of epics. */
  lists: { epics: LongLists<EpicDocument> };
  /** Numbers (`iid`) of epics per group. */
  sequences: Sequences;
}
