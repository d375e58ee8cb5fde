/** Dependencies of the collaboration service; `compose.ts` creates them. */
import type { AccessCaches } from '@forgemesh/cache';
import type { EntityStore, LongLists, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { Logger } from '@forgemesh/telemetry';
import type { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { AwardEmojiDocument } from './discussion/award-emoji/award-emoji.model';
import type { BoardDocument } from './planning/boards/board.model';
import type { Clients } from './clients/clients';
import type { ContributionEventDocument } from './activity/contribution-events/contribution-event.model';
import type { Display } from './clients/display';
import type { ItemsByNumber } from './items/shared/find-by-number';
import type { ClosingReads } from './items/issues/closing-reads';
import type { EpicDocument } from './items/epics/epic.model';
import type { IssueLinkDocument } from './items/issue-links/issue-link.model';
import type { IssueDocument } from './items/issues/issue.model';
import type { PopulatedProjects } from './items/shared/lists/populated-projects';
import type { QueryCaches } from './query-caches';
import type { LabelDocument } from './planning/labels/label.model';
import type { MailDocument } from './notifications/emails/mail.model';
import type { DiffVersionDocument } from './items/merge-requests/diffs/diff-version.model';
import type { MergeDiffCache } from './items/merge-requests/diffs/merge-diff-cache';
import type { MergeRequestDocument } from './items/merge-requests/merge-request.model';
import type { MilestoneDocument } from './planning/milestones/milestone.model';
import type { NoteCounts, NoteRecounts } from './discussion/notes/note-counts';
import type { NoteDocument } from './discussion/notes/note.model';
import type { NotificationSettingDocument } from './notifications/notification-settings/notification-setting.model';
import type { ResourceEventDocument } from './activity/resource-events/resource-event.model';
import type { ReadableGroups, ReadableProjects } from './access/readable-caches';
import type { TodoDocument } from './notifications/todos/todo.model';
import type { Urls } from './clients/urls';

/** Dependencies that the operations share. */
export interface Collaboration {
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
  /** Names of users, projects and groups. */
  display: Display;
  /**
   * Caches of other services' data; `readable` and `readableGroups` cache the caller's access to
   * projects and groups.
   */
  accessCaches: AccessCaches;
  readable: ReadableProjects;
  readableGroups: ReadableGroups;
  /** Cached reads that pages are built from. */
  queries: QueryCaches;
  /** Numbers (`iid`) of issues, merge requests, epics and milestones per project or group. */
  sequences: Sequences;
  issues: EntityStore<IssueDocument>;
  issueLinks: EntityStore<IssueLinkDocument>;
  mergeRequests: EntityStore<MergeRequestDocument>;
  /** Reads of items by number. */
  issuesByNumber: ItemsByNumber<IssueDocument>;
  mergeRequestsByNumber: ItemsByNumber<MergeRequestDocument>;
  /** Reads of the merge requests that close issues. */
  closingReads: ClosingReads;
  /** Pages of items. */
  issueLists: LongLists<IssueDocument>;
  mergeRequestLists: LongLists<MergeRequestDocument>;
  /** Projects that have at least one item of a kind. */
  populated: Record<'issues' | 'merge_requests' | 'milestones', PopulatedProjects>;
  /** Numbers of items that notes were written on recently. */
  itemNumbers: LRUCache<string, number>;
  /** Counts new notes on their items. */
  noteCounts: NoteCounts;
  /** Recounts the notes of items. */
  noteRecounts: NoteRecounts;
  /** Whether requests of this process have counted new notes, by the id of the note. */
  countedNotes: LRUCache<number, Promise<boolean>>;
  /** Whether requests of this process have recorded changes of items, by the id of the event. */
  recordedChanges: LRUCache<string, Promise<boolean>>;
  diffVersions: EntityStore<DiffVersionDocument>;
  /** Changes of merge requests. */
  mergeDiffs: MergeDiffCache;
  /** Maximum duration of a merge. A process whose merge takes longer must have crashed. */
  maxMergeMs: number;
  epics: EntityStore<EpicDocument>;
  boards: EntityStore<BoardDocument>;
  labels: EntityStore<LabelDocument>;
  milestones: EntityStore<MilestoneDocument>;
  notes: EntityStore<NoteDocument>;
  /** Pages of other entities. */
  noteLists: LongLists<NoteDocument>;
  epicLists: LongLists<EpicDocument>;
  milestoneLists: LongLists<MilestoneDocument>;
  todoLists: LongLists<TodoDocument>;
  diffVersionLists: LongLists<DiffVersionDocument>;
  awardEmoji: EntityStore<AwardEmojiDocument>;
  todos: EntityStore<TodoDocument>;
  /** History of labels, milestones and states of items. */
  resourceEvents: Model<ResourceEventDocument>;
  resourceEventLists: LongLists<ResourceEventDocument>;
  /** What users did in projects. */
  contributionEvents: Model<ContributionEventDocument>;
  contributionEventLists: LongLists<ContributionEventDocument>;
  notificationSettings: EntityStore<NotificationSettingDocument>;
  /** Queued mails, and the outcome of recent ones. */
  mails: Model<MailDocument>;
  mailer: MailRunner;
  urls: Urls;
  log: Logger;
}

/** Sends the queued mails in the background. */
export interface MailRunner {
  /** Starts sending a queued mail; never throws. */
  wake(id: string): void;
  /** Starts sending the mails that are due. */
  wakeDue(): Promise<void>;
  /** Finishes the mails in progress and starts no others. */
  close(): Promise<void>;
}
