import type { LongLists, QueryCache, Sequences } from '@forgemesh/data';
import type { EpicQueries } from '#items/epics';
import type { IssueDocument, ItemsByNumber } from '#items/model';
import type { ItemHistory, QuickActionTextDeps, SharedDeps } from '#items/shared';
import type { ClosingReads } from './closing-reads';
import type { ReferencesDeps } from '#items/references';

/** Cached and combined queries of issues. */
export interface IssueQueries extends EpicQueries {
  /** The projects of the merge requests that close issues, by issue id. */
  closing: QueryCache<ReadonlyMap<number, number[]>>;
  /** Reads of the merge requests that close issues. */
  closingReads: ClosingReads;
  /** Issues by project and number. */
  issueByNumber: QueryCache<IssueDocument | null>;
  /** Reads of issues by number, those of concurrent requests in one command. */
  issuesByNumber: ItemsByNumber<IssueDocument>;
}

/** Dependencies of presenting issues. */
export interface IssueViewDeps extends SharedDeps {
  queries: IssueQueries;
}

/** Dependencies of lists of issues. */
export interface IssueListsDeps extends IssueViewDeps {
  /** Pages of issues. */
  lists: { issues: LongLists<IssueDocument> };
}

/** Dependencies of changing issues. */
export interface IssueChangesDeps extends ReferencesDeps {
  history: ItemHistory;
}

/** Dependencies of issues. */
export interface IssuesDeps extends IssueListsDeps, IssueChangesDeps, QuickActionTextDeps {
  /** Numbers (`iid`) of issues per project. */
  sequences: Sequences;
}
