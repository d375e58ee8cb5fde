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
import type { EpicDocument } from './items/model/epic.model';
import type { IssueLinkDocument } from './items/issue-links/issue-link.model';
import type { IssueDocument } from './items/model/issue.model';
import type { QueryCaches } from './query-caches';
import type { LabelDocument } from './planning/labels/label.model';
import type { MailDocument } from './notifications/emails/mail.model';
import type { DiffVersionDocument } from './items/model/diff-version.model';
import type { MergeDiffCache } from './items/merge-requests/diffs/merge-diff-cache';
import type { MergeRequestDocument } from './items/model/merge-request.model';
import type { MilestoneDocument } from './planning/milestones/milestone.model';
import type { NoteCounts, NoteRecounts } from './discussion/notes/note-counts';
import type { NoteDocument } from './discussion/notes/note.model';
import type { NotificationSettingDocument } from './notifications/notification-settings/notification-setting.model';
import type { ResourceEventDocument } from './activity/resource-events/resource-event.model';
import type { ReadableGroups, ReadableProjects } from './access/readable-caches';
import type { TodoDocument } from './notifications/todos/todo.model';
import type { Urls } from './clients/urls';
import type { ItemHistory } from './items/shared/item-history';
import type { ItemNotes } from './items/shared/item-notes';
import type { ParseQuickActions } from './items/shared/quick-actions';
import type { ReactWithNote } from './discussion/notes/reaction-in';
import type { PlannedItems } from './planning/labels/planned-items';

/** The instance. */
export interface Instance {
  settings: Settings<ApplicationSettings>;
  /** Renders Markdown by the settings of the instance. */
  markdown: MarkdownRenderer;
  urls: Urls;
}

/** The stores of items. */
export interface ItemStores {
  issues: EntityStore<IssueDocument>;
  mergeRequests: EntityStore<MergeRequestDocument>;
  epics: EntityStore<EpicDocument>;
  /** Numbers of items that notes were written on recently. */
  numbers: LRUCache<string, number>;
}

/** The stores of labels and milestones. */
export interface PlanningStores {
  labels: EntityStore<LabelDocument>;
  milestones: EntityStore<MilestoneDocument>;
}

/** Pages of lists. */
export interface Lists {
  issues: LongLists<IssueDocument>;
  mergeRequests: LongLists<MergeRequestDocument>;
  notes: LongLists<NoteDocument>;
  epics: LongLists<EpicDocument>;
  milestones: LongLists<MilestoneDocument>;
  todos: LongLists<TodoDocument>;
  diffVersions: LongLists<DiffVersionDocument>;
  resourceEvents: LongLists<ResourceEventDocument>;
  contributionEvents: LongLists<ContributionEventDocument>;
}

/** Changes of merge requests. */
export interface Diffs {
  versions: EntityStore<DiffVersionDocument>;
  contents: MergeDiffCache;
}

/** Counts of the notes on items. */
export interface NoteCounting {
  /** Counts new notes on their items. */
  increments: NoteCounts;
  /** Recounts the notes of items. */
  recounts: NoteRecounts;
  /** Whether requests of this process have counted new notes, by the id of the note. */
  counted: LRUCache<number, Promise<boolean>>;
}

/** Dependencies that the operations share. */
export interface Collaboration {
  clients: Clients;
  instance: Instance;
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
  items: ItemStores;
  planning: PlanningStores;
  lists: Lists;
  diffs: Diffs;
  issueLinks: EntityStore<IssueLinkDocument>;
  /** Records the history of items. */
  history: ItemHistory;
  /** Answers questions about the notes on items and the reactions to them. */
  itemNotes: ItemNotes;
  parseQuickActions: ParseQuickActions;
  /** Stores a note that consists of an emoji as a reaction. */
  reactWithNote: ReactWithNote;
  plannedItems: PlannedItems;
  noteCounts: NoteCounting;
  /** Maximum duration of a merge. A process whose merge takes longer must have crashed. */
  maxMergeMs: number;
  boards: EntityStore<BoardDocument>;
  notes: EntityStore<NoteDocument>;
  awardEmoji: EntityStore<AwardEmojiDocument>;
  todos: EntityStore<TodoDocument>;
  /** History of labels, milestones and states of items. */
  resourceEvents: Model<ResourceEventDocument>;
  /** What users did in projects. */
  contributionEvents: Model<ContributionEventDocument>;
  notificationSettings: EntityStore<NotificationSettingDocument>;
  /** Queued mails, and the outcome of recent ones. */
  mails: Model<MailDocument>;
  mailer: MailRunner;
  log: Logger;
}

/** Sends the queued mails in the background. */
export interface MailRunner {
  /** Schedules a send soon; never throws. */
  wake(): void;
  /** Finishes the mails in progress and starts no others. */
  close(): Promise<void>;
}
