import type { LoadCache } from '@forgemesh/cache';
import type { EntityStore, LongLists, QueryCache, Sequences } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { DiffVersionDocument, ItemsByNumber, MergeRequestDocument } from '#items/model';
import type { ItemHistory, ItemQueries, QuickActionTextDeps, SharedDeps } from '#items/shared';
import type { MergeDiffCache } from './diffs/merge-diff-cache';
import type { ReferencesDeps } from '#items/references';

/** Cached and combined queries of merge requests. */
export interface MergeRequestQueries extends ItemQueries {
  /** Merge requests by project and number. */
  mergeRequestByNumber: QueryCache<MergeRequestDocument | null>;
  /** Reads of merge requests by number, those of concurrent requests in one command. */
  mergeRequestsByNumber: ItemsByNumber<MergeRequestDocument>;
  /** Ids of the open merge requests from or into a branch, by project id and branch. */
  requestsOfBranch: QueryCache<readonly number[]>;
  /** Whether a version of a merge request is stored. */
  storedVersions: QueryCache<boolean>;
  /** Running updates of merge refs, by merge request and the commits to merge; none is kept. */
  mergeRefs: LoadCache<string, string | undefined>;
  /** Ids of those merge requests that have unresolved threads. */
  unresolved: QueryCache<ReadonlySet<number>>;
}

/** The changes of merge requests. */
export interface Diffs {
  versions: EntityStore<DiffVersionDocument>;
  contents: MergeDiffCache;
}

/** Dependencies of changing merge requests and of refreshing them from their branches. */
export interface MergeRequestChangesDeps extends ReferencesDeps {
  queries: MergeRequestQueries;
  history: ItemHistory;
  diffs: Diffs;
  /** Maximum duration of a merge. A process whose merge takes longer must have crashed. */
  maxMergeMs: number;
  log: Logger;
}

/** Dependencies of presenting merge requests. */
export interface MergeRequestViewDeps extends SharedDeps {
  queries: MergeRequestQueries;
}

/** Dependencies of lists of merge requests. */
export interface MergeRequestListsDeps extends MergeRequestChangesDeps, MergeRequestViewDeps {
  queries: MergeRequestQueries;
  /** Pages of merge requests and their versions. */
  lists: {
    mergeRequests: LongLists<MergeRequestDocument>;
    diffVersions: LongLists<DiffVersionDocument>;
  };
}

/** Dependencies of merge requests. */
export interface MergeRequestsDeps extends MergeRequestListsDeps, QuickActionTextDeps {
  /** Numbers (`iid`) of merge requests per project. */
  sequences: Sequences;
}
