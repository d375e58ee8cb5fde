/**
 * What the pages of nearly every list are made and presented of: kept for a moment, and dropped by
 * any write of the service to its collection. Writes read anew.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import { type InheritedDates, type EpicDocument } from './items/epics/epic.model';
import type { IssueDocument } from './items/issues/issue.model';
import { type PrioritizedLabel, type LabelDocument } from './planning/labels/label.model';
import { type DueMilestone, type MilestoneDocument } from './planning/milestones/milestone.model';
import type { MergeRequestDocument } from './items/merge-requests/merge-request.model';
import type { TodoPlace } from './notifications/todos/todo.model';

/** Long enough for the many who ask for the same at once. */
const BRIEF_MS = 200;
/** Labels of a place may be thousands. */
const MAX_PLACES = 200;
/** Each of them may have a long text. */
const MAX_ITEMS = 1_000;

/** A label or milestone and its project; null for those of groups. */
export interface Owned {
  _id: number;
  project_id: number | null;
}

/** The kept reads. */
export interface QueryCaches {
  /** Labels by id. */
  labels: QueryCache<LabelDocument, number>;
  /** Milestones by id. */
  milestones: QueryCache<MilestoneDocument, number>;
  /** All labels that a condition means, in the order of lists. */
  labelLists: QueryCache<readonly LabelDocument[]>;
  /** Labels or milestones of all projects and groups by a condition: thousands. */
  owned: QueryCache<readonly Owned[]>;
  /** For some issues, the projects of the merge requests that close them. */
  closing: QueryCache<ReadonlyMap<number, number[]>>;
  /** Of some merge requests, which have threads that are not resolved. */
  unresolved: QueryCache<ReadonlySet<number>>;
  /** Days that some epics inherit. */
  epicDates: QueryCache<ReadonlyMap<number, InheritedDates>>;
  /** Single ones, by project and number. */
  issueByNumber: QueryCache<IssueDocument | null>;
  mergeRequestByNumber: QueryCache<MergeRequestDocument | null>;
  /** Whether somebody has written on something. */
  wrote: QueryCache<boolean>;
  /** Whether a version of a merge request is stored. */
  storedVersions: QueryCache<boolean>;
  /** By id, as lists show them: what todos are about. */
  issues: QueryCache<IssueDocument, number>;
  mergeRequests: QueryCache<MergeRequestDocument, number>;
  epics: QueryCache<EpicDocument, number>;
  /** Texts of notes by id. */
  noteBodies: QueryCache<string, number>;
  /** Milestones that are due and labels that are important, by projects. */
  dueMilestones: QueryCache<readonly DueMilestone[]>;
  prioritizedLabels: QueryCache<readonly PrioritizedLabel[]>;
  /** Where somebody has todos. */
  todoPlaces: QueryCache<readonly TodoPlace[]>;
  /** Confidential issues of others that somebody has todos about. */
  hiddenTargets: QueryCache<readonly number[]>;
}

/** Makes the kept reads of a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const brief = { lifeMs: BRIEF_MS };
  const few = { ...brief, maxEntries: MAX_ITEMS };
  return {
    labels: new QueryCache(connection, ['labels'], brief),
    milestones: new QueryCache(connection, ['milestones'], brief),
    labelLists: new QueryCache(connection, ['labels'], { ...brief, maxEntries: MAX_PLACES }),
    owned: new QueryCache(connection, ['labels', 'milestones'], { ...brief, maxEntries: MAX_PLACES }),
    closing: new QueryCache(connection, ['merge_requests'], brief),
    unresolved: new QueryCache(connection, ['notes'], brief),
    epicDates: new QueryCache(connection, ['issues', 'milestones'], few),
    issueByNumber: new QueryCache(connection, ['issues'], few),
    mergeRequestByNumber: new QueryCache(connection, ['merge_requests'], few),
    wrote: new QueryCache(connection, ['notes'], few),
    storedVersions: new QueryCache(connection, ['diff_versions'], few),
    issues: new QueryCache(connection, ['issues'], few),
    mergeRequests: new QueryCache(connection, ['merge_requests'], few),
    epics: new QueryCache(connection, ['epics'], few),
    noteBodies: new QueryCache(connection, ['notes'], few),
    dueMilestones: new QueryCache(connection, ['milestones'], { ...brief, maxEntries: MAX_PLACES }),
    prioritizedLabels: new QueryCache(connection, ['labels'], { ...brief, maxEntries: MAX_PLACES }),
    todoPlaces: new QueryCache(connection, ['todos'], few),
    hiddenTargets: new QueryCache(connection, ['todos', 'issues'], few),
  };
}
