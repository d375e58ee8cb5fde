/**
 * Caches for the reads that most list pages are built from: most for 200 ms, cleared by any write
 * of the service to the collection. Writes do not use them.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import { type InheritedDates, type EpicDocument } from './items/model/epic.model';
import type { IssueDocument } from './items/model/issue.model';
import { type PrioritizedLabel, type LabelDocument } from './planning/labels/label.model';
import { type DueMilestone, type MilestoneDocument } from './planning/milestones/milestone.model';
import type { MergeRequestDocument } from './items/model/merge-request.model';
import type { TodoScope } from './notifications/todos/todo.model';
import type { Owned } from './items/shared/title-conditions';
import type { ItemsByNumber } from './items/model/find-by-number';
import type { ClosingReads } from './items/issues/closing-reads';
import type { PopulatedProjects } from './items/shared/lists/populated-projects';

/** Long enough to serve concurrent identical requests. */
const CACHE_MS = 200;
/** An entry may hold thousands of labels. */
const MAX_LARGE_ENTRIES = 200;
/** An entry may hold a long text. */
const MAX_ITEMS = 1_000;

/** The caches. */
export interface QueryCaches {
  /** Labels by id. */
  labels: QueryCache<LabelDocument, number>;
  /** Milestones by id. */
  milestones: QueryCache<MilestoneDocument, number>;
  /** All labels that match a condition, in list order. */
  labelLists: QueryCache<readonly LabelDocument[]>;
  /** Labels or milestones of all projects and groups that match a condition; may be thousands. */
  owned: QueryCache<readonly Owned[]>;
  /** The projects of the merge requests that close issues, by issue id. */
  closing: QueryCache<ReadonlyMap<number, number[]>>;
  /** Ids of those merge requests that have unresolved threads. */
  unresolved: QueryCache<ReadonlySet<number>>;
  /** Dates that epics inherit. */
  epicDates: QueryCache<ReadonlyMap<number, InheritedDates>>;
  /** Single items, by project and number. */
  issueByNumber: QueryCache<IssueDocument | null>;
  mergeRequestByNumber: QueryCache<MergeRequestDocument | null>;
  /** Reads of items by number, those of concurrent requests in one command. */
  issuesByNumber: ItemsByNumber<IssueDocument>;
  mergeRequestsByNumber: ItemsByNumber<MergeRequestDocument>;
  /** Reads of the merge requests that close issues. */
  closingReads: ClosingReads;
  /** Projects that have at least one item of a kind. */
  populated: Record<'issues' | 'merge_requests' | 'milestones', PopulatedProjects>;
  /** Whether a user has written notes on an item. */
  wrote: QueryCache<boolean>;
  /** Ids of the open merge requests from or into a branch, by project id and branch. */
  requestsOfBranch: QueryCache<readonly number[]>;
  /** Whether a version of a merge request is stored. */
  storedVersions: QueryCache<boolean>;
  /** Items by id, as lists show them: the targets of todos. */
  issues: QueryCache<IssueDocument, number>;
  mergeRequests: QueryCache<MergeRequestDocument, number>;
  epics: QueryCache<EpicDocument, number>;
  /** Texts of notes by id. */
  noteBodies: QueryCache<string, number>;
  /** Milestones with a due date and labels with a priority, by projects. */
  dueMilestones: QueryCache<readonly DueMilestone[]>;
  prioritizedLabels: QueryCache<readonly PrioritizedLabel[]>;
  /** The projects and groups in which a user has todos. */
  todoScopes: QueryCache<readonly TodoScope[]>;
  /** Confidential issues of others that a user has todos about. */
  hiddenTargets: QueryCache<readonly number[]>;
}

/** The caches of a database. */
export type DatabaseCaches = Omit<
  QueryCaches,
  'issuesByNumber' | 'mergeRequestsByNumber' | 'closingReads' | 'populated'
>;

/** Creates the caches of a database. */
export function createQueryCaches(connection: Connection): DatabaseCaches {
  const shortLived = { ttlMs: CACHE_MS };
  const limited = { ...shortLived, maxEntries: MAX_ITEMS };
  return {
    labels: new QueryCache(connection, ['labels'], shortLived),
    milestones: new QueryCache(connection, ['milestones'], shortLived),
    labelLists: new QueryCache(connection, ['labels'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    owned: new QueryCache(connection, ['labels', 'milestones'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    // For the response and the event of a change of an issue.
    closing: new QueryCache(connection, ['merge_requests']),
    unresolved: new QueryCache(connection, ['notes'], shortLived),
    epicDates: new QueryCache(connection, ['issues', 'milestones'], limited),
    issueByNumber: new QueryCache(connection, ['issues'], limited),
    mergeRequestByNumber: new QueryCache(connection, ['merge_requests'], limited),
    wrote: new QueryCache(connection, ['notes'], limited),
    // For all consumers of a push.
    requestsOfBranch: new QueryCache(connection, ['merge_requests']),
    storedVersions: new QueryCache(connection, ['diff_versions'], limited),
    issues: new QueryCache(connection, ['issues'], limited),
    mergeRequests: new QueryCache(connection, ['merge_requests'], limited),
    epics: new QueryCache(connection, ['epics'], limited),
    noteBodies: new QueryCache(connection, ['notes'], limited),
    dueMilestones: new QueryCache(connection, ['milestones'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    prioritizedLabels: new QueryCache(connection, ['labels'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    todoScopes: new QueryCache(connection, ['todos'], limited),
    hiddenTargets: new QueryCache(connection, ['todos', 'issues'], limited),
  };
}
