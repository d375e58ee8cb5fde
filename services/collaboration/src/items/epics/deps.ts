import type { LongLists, QueryCache, Sequences } from '@forgemesh/data';
import type { AccessDeps } from '#access';
import type { EpicDocument, InheritedDates } from '#items/model';
import type { ItemHistory, ItemQueries, QuickActionTextDeps, SharedDeps } from '#items/shared';

/** Cached queries of epics. */
export interface EpicQueries extends ItemQueries {
  /** Dates that epics inherit. */
  epicDates: QueryCache<ReadonlyMap<number, InheritedDates>>;
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
