/** Dependencies of the collaboration service; `compose.ts` creates them. */
import type { AccessCaches } from '@forgemesh/cache';
import type { EntityStore, LongLists, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { AwardEmojiDocument } from './award-emoji/award-emoji.model';
import type { BoardDocument } from './boards/board.model';
import type { Clients } from './clients';
import type { ContributionEventDocument } from './contribution-events/contribution-event.model';
import type { Display } from './display';
import type { EpicDocument } from './epics/epic.model';
import type { IssueLinkDocument } from './issue-links/issue-link.model';
import type { IssueDocument } from './issues/issue.model';
import type { PopulatedProjects } from './items/populated-projects';
import type { KnownReads } from './known-reads';
import type { LabelDocument } from './labels/label.model';
import type { MailDocument } from './mails/mail.model';
import type { DiffVersionDocument } from './merge-requests/diff-version.model';
import type { KnownMergeDiffs } from './merge-requests/merge-diff-cache';
import type { MergeRequestDocument } from './merge-requests/merge-request.model';
import type { MilestoneDocument } from './milestones/milestone.model';
import type { NoteDocument } from './notes/note.model';
import type { NotificationSettingDocument } from './notification-settings/notification-setting.model';
import type { ResourceEventDocument } from './resource-events/resource-event.model';
import type { ReadableGroups, ReadableProjects } from './readable-caches';
import type { TodoDocument } from './todos/todo.model';
import type { Urls } from './urls';

/** What the operations share. */
export interface Collaboration {
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Names of users, projects and groups. */
  display: Display;
  /** What callers may read over many projects. */
  /** Caches of what other services own. */
  accessCaches: AccessCaches;
  readable: ReadableProjects;
  readableGroups: ReadableGroups;
  /** What pages are presented with. */
  known: KnownReads;
  /** Numbers of issues, merge requests, epics and milestones within their projects and groups. */
  sequences: Sequences;
  issues: EntityStore<IssueDocument>;
  issueLinks: EntityStore<IssueLinkDocument>;
  mergeRequests: EntityStore<MergeRequestDocument>;
  /** Pages of them. */
  issueLists: LongLists<IssueDocument>;
  mergeRequestLists: LongLists<MergeRequestDocument>;
  /** Projects that have some. */
  populated: Record<'issues' | 'merge_requests' | 'milestones', PopulatedProjects>;
  diffVersions: EntityStore<DiffVersionDocument>;
  /** What merge requests change. */
  mergeDiffs: KnownMergeDiffs;
  epics: EntityStore<EpicDocument>;
  boards: EntityStore<BoardDocument>;
  labels: EntityStore<LabelDocument>;
  milestones: EntityStore<MilestoneDocument>;
  notes: EntityStore<NoteDocument>;
  /** Pages of them, and of others. */
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
  /** Mails that wait, and what became of the last. */
  mails: Model<MailDocument>;
  mailer: MailRunner;
  urls: Urls;
  log: Logger;
}

/** Sends the waiting mails in the background. */
export interface MailRunner {
  /** Starts sending soon; never throws. */
  wake(): void;
  /** Finishes the mails in progress and starts no more. */
  close(): Promise<void>;
}
