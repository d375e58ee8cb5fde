/** The collaborators of the collaboration service. */
import {
  AccessCaches,
  createLongLists,
  followSettings,
  type EntityStore,
  type Logger,
  type LongLists,
  type Runtime,
  type Sequences,
  type Settings,
} from '@forgemesh/kit';
import type { Model } from 'mongoose';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { presentAwardEmojiEvent } from './award-emoji/award-emoji.entity';
import { createAwardEmojiModel, type AwardEmojiDocument } from './award-emoji/award-emoji.model';
import { createBoardModel, type BoardDocument } from './boards/board.model';
import { createClients, type Clients } from './clients';
import { config } from './config';
import {
  createContributionEventModel,
  type ContributionEventDocument,
} from './contribution-events/contribution-event.model';
import { createDisplay, type Display } from './display';
import { presentEpicEvent } from './epics/epic.entity';
import { createEpicModel, type EpicDocument } from './epics/epic.model';
import { presentIssueLinkEvent } from './issue-links/issue-link.entity';
import { createIssueLinkModel, type IssueLinkDocument } from './issue-links/issue-link.model';
import { presentIssueEvent } from './issues/issue.entity';
import { createIssueModel, type IssueDocument } from './issues/issue.model';
import { presentLabelEvent } from './labels/label.entity';
import { createPopulatedProjects, type PopulatedProjects } from './items/populated-projects';
import { createKnownReads, type KnownReads } from './known-reads';
import { createLabelModel, type LabelDocument } from './labels/label.model';
import { createMailModel, type MailDocument } from './mails/mail.model';
import { createMailTransport, mailboxOf, type MailTransport } from './mails/mail-transport';
import { Mailer } from './mails/mailer';
import { createDiffVersionModel, type DiffVersionDocument } from './merge-requests/diff-version.model';
import { createKnownMergeDiffs, type KnownMergeDiffs } from './merge-requests/merge-diffs';
import { presentMergeRequestEvent } from './merge-requests/merge-request.entity';
import { createMergeRequestModel, type MergeRequestDocument } from './merge-requests/merge-request.model';
import { presentMilestoneEvent } from './milestones/milestone.entity';
import { createMilestoneModel, type MilestoneDocument } from './milestones/milestone.model';
import { presentNoteEvent } from './notes/note.entity';
import { createNoteModel, type NoteDocument } from './notes/note.model';
import { presentNotificationSettingEvent } from './notification-settings/notification-setting.entity';
import {
  createNotificationSettingModel,
  type NotificationSettingDocument,
} from './notification-settings/notification-setting.model';
import { createResourceEventModel, type ResourceEventDocument } from './resource-events/resource-event.model';
import { createReadableGroups, createReadableProjects, type ReadableGroups, type ReadableProjects } from './readable';
import { createTodoModel, type TodoDocument } from './todos/todo.model';
import { createUrls, type Urls } from './urls';

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
  mailer: Mailer;
  urls: Urls;
  log: Logger;
}

/** Makes the collaborators. */
export function createCollaboration({ connection, outbox, bus, caller, sequences, log }: Runtime): Collaboration {
  const clients = createClients(caller);
  const accessCaches = new AccessCaches(bus, log);
  const urls = createUrls(config.FORGE_EXTERNAL_URL);
  const issues = createIssueModel(connection);
  const mergeRequests = createMergeRequestModel(connection);
  const notes = createNoteModel(connection);
  const epics = createEpicModel(connection);
  const milestones = createMilestoneModel(connection);
  const todos = createTodoModel(connection);
  const diffVersions = createDiffVersionModel(connection);
  const resourceEvents = createResourceEventModel(connection);
  const contributionEvents = createContributionEventModel(connection);
  const collaboration: Collaboration = {
    clients,
    settings: followSettings({
      fetch: () => clients.settings.getSettings({}),
      bus,
      subject: 'settings.changed',
      log,
    }),
    accessCaches,
    display: createDisplay(clients, accessCaches),
    readable: createReadableProjects(clients, accessCaches),
    readableGroups: createReadableGroups(clients, accessCaches),
    known: createKnownReads(connection),
    sequences,
    issueLinks: outbox.store(createIssueLinkModel(connection), presentIssueLinkEvent),
    issues: outbox.store(issues, (issue) => presentIssueEvent(collaboration, issue)),
    mergeRequests: outbox.store(mergeRequests, (request) => presentMergeRequestEvent(collaboration, request)),
    issueLists: createLongLists(issues, log),
    mergeRequestLists: createLongLists(mergeRequests, log),
    populated: {
      issues: createPopulatedProjects(issues, sequences, 'issues/'),
      merge_requests: createPopulatedProjects(mergeRequests, sequences, 'merge_requests/'),
      milestones: createPopulatedProjects(milestones, sequences, 'milestones/'),
    },
    mergeDiffs: createKnownMergeDiffs(),
    diffVersions: outbox.store(diffVersions, bare),
    epics: outbox.store(epics, (epic) => presentEpicEvent(collaboration, epic)),
    boards: outbox.store(createBoardModel(connection), bare),
    labels: outbox.store(createLabelModel(connection), presentLabelEvent),
    milestones: outbox.store(milestones, (milestone) => presentMilestoneEvent(collaboration, milestone)),
    notes: outbox.store(notes, (note) => presentNoteEvent(collaboration, note)),
    noteLists: createLongLists(notes, log),
    epicLists: createLongLists(epics, log),
    milestoneLists: createLongLists(milestones, log),
    todoLists: createLongLists(todos, log),
    diffVersionLists: createLongLists(diffVersions, log),
    awardEmoji: outbox.store(createAwardEmojiModel(connection), (award) =>
      presentAwardEmojiEvent(collaboration, award),
    ),
    todos: outbox.store(todos, bare),
    resourceEvents,
    resourceEventLists: createLongLists(resourceEvents, log),
    contributionEvents,
    contributionEventLists: createLongLists(contributionEvents, log),
    notificationSettings: outbox.store(createNotificationSettingModel(connection), presentNotificationSettingEvent),
    mails: createMailModel(connection),
    mailer: new Mailer(() => collaboration, mailTransport(urls), log),
    urls,
    log,
  };
  return collaboration;
}

/** The way to the mail server; null where there is none. */
function mailTransport({ host }: Urls): MailTransport | null {
  if (!config.FORGE_SMTP_URL) return null;
  const from = mailboxOf(config.FORGE_MAIL_FROM || `noreply@${host}`);
  return createMailTransport(config.FORGE_SMTP_URL, from, { allowPlain: config.FORGE_SMTP_ALLOW_PLAIN });
}

/** Entities that no event tells of yet. */
function bare({ _id: id }: { _id: number }): object {
  return { id };
}
