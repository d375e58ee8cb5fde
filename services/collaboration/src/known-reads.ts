/**
 * What the pages of nearly every list are made and presented of: kept for a moment, and dropped by any write of the service to its collection.
 * Writes read anew.
 */
import { ReadCache } from '@forgemesh/data';
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
const MOST_PLACES = 200;
/** Each of them may have a long text. */
const MOST_ITEMS = 1_000;

/** A label or milestone and its project; null for those of groups. */
export interface Owned {
  _id: number;
  project_id: number | null;
}

/** The kept reads. */
export interface KnownReads {
  /** Labels by id. */
  labels: ReadCache<LabelDocument, number>;
  /** Milestones by id. */
  milestones: ReadCache<MilestoneDocument, number>;
  /** All labels that a condition means, in the order of lists. */
  labelLists: ReadCache<readonly LabelDocument[]>;
  /** Labels or milestones of all projects and groups by a condition: thousands. */
  owned: ReadCache<readonly Owned[]>;
  /** For some issues, the projects of the merge requests that close them. */
  closing: ReadCache<ReadonlyMap<number, number[]>>;
  /** Of some merge requests, which have threads that are not resolved. */
  unresolved: ReadCache<ReadonlySet<number>>;
  /** Days that some epics inherit. */
  epicDates: ReadCache<ReadonlyMap<number, InheritedDates>>;
  /** Single ones, by project and number. */
  issueByNumber: ReadCache<IssueDocument | null>;
  mergeRequestByNumber: ReadCache<MergeRequestDocument | null>;
  /** Whether somebody has written on something. */
  wrote: ReadCache<boolean>;
  /** Whether a version of a merge request is stored. */
  storedVersions: ReadCache<boolean>;
  /** By id, as lists show them: what todos are about. */
  issues: ReadCache<IssueDocument, number>;
  mergeRequests: ReadCache<MergeRequestDocument, number>;
  epics: ReadCache<EpicDocument, number>;
  /** Texts of notes by id. */
  noteBodies: ReadCache<string, number>;
  /** Milestones that are due and labels that are important, by projects. */
  dueMilestones: ReadCache<readonly DueMilestone[]>;
  prioritizedLabels: ReadCache<readonly PrioritizedLabel[]>;
  /** Where somebody has todos. */
  todoPlaces: ReadCache<readonly TodoPlace[]>;
  /** Confidential issues of others that somebody has todos about. */
  hiddenTargets: ReadCache<readonly number[]>;
}

/** Makes the kept reads of a database. */
export function createKnownReads(connection: Connection): KnownReads {
  const brief = { lifeMs: BRIEF_MS };
  const few = { ...brief, maxEntries: MOST_ITEMS };
  return {
    labels: new ReadCache(connection, ['labels'], brief),
    milestones: new ReadCache(connection, ['milestones'], brief),
    labelLists: new ReadCache(connection, ['labels'], { ...brief, maxEntries: MOST_PLACES }),
    owned: new ReadCache(connection, ['labels', 'milestones'], { ...brief, maxEntries: MOST_PLACES }),
    closing: new ReadCache(connection, ['merge_requests'], brief),
    unresolved: new ReadCache(connection, ['notes'], brief),
    epicDates: new ReadCache(connection, ['issues', 'milestones'], few),
    issueByNumber: new ReadCache(connection, ['issues'], few),
    mergeRequestByNumber: new ReadCache(connection, ['merge_requests'], few),
    wrote: new ReadCache(connection, ['notes'], few),
    storedVersions: new ReadCache(connection, ['diff_versions'], few),
    issues: new ReadCache(connection, ['issues'], few),
    mergeRequests: new ReadCache(connection, ['merge_requests'], few),
    epics: new ReadCache(connection, ['epics'], few),
    noteBodies: new ReadCache(connection, ['notes'], few),
    dueMilestones: new ReadCache(connection, ['milestones'], { ...brief, maxEntries: MOST_PLACES }),
    prioritizedLabels: new ReadCache(connection, ['labels'], { ...brief, maxEntries: MOST_PLACES }),
    todoPlaces: new ReadCache(connection, ['todos'], few),
    hiddenTargets: new ReadCache(connection, ['todos', 'issues'], few),
  };
}
