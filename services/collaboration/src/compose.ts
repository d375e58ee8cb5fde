/** Creates the dependencies of the collaboration service. */
import { AccessCaches } from '@forgemesh/cache';
import { createLongLists } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createMarkdownRenderer } from '@forgemesh/markdown';
import type { Runtime } from '@forgemesh/service';
import { LRUCache } from 'lru-cache';
import { presentAwardEmojiEvent } from './discussion/award-emoji/award-emoji.entity';
import { createAwardEmojiModel } from './discussion/award-emoji/award-emoji.model';
import { createBoardModel } from './planning/boards/board.model';
import { createClients } from './clients/clients';
import type { CollaborationConfig } from './config';
import { createContributionEventModel } from './activity/contribution-events/contribution-event.model';
import { createDeletedOwnerModel } from './activity/contribution-events/deleted-owner.model';
import { createDisplay } from './clients/display';
import { createItemsByNumber } from './items/model/find-by-number';
import { createClosingReads } from './items/issues/closing-reads';
import { presentEpicEvent } from './items/epics/epic.entity';
import { createDraftNoteModel } from './discussion/draft-notes/draft-note.model';
import { createViewedFilesModel } from './items/viewed-files/viewed-files.model';
import { createEpicModel } from './items/model/epic.model';
import { presentIssueLinkEvent } from './items/issue-links/issue-link.entity';
import { createIssueLinkModel } from './items/issue-links/issue-link.model';
import { presentIssueEvent } from './items/issues/issue.entity';
import { createIssueModel } from './items/model/issue.model';
import { presentLabelEvent } from './planning/labels/label.entity';
import { createPopulatedProjects } from './items/model/populated-projects';
import { createQueryCaches } from './query-caches';
import { createLabelModel } from './planning/labels/label.model';
import { createFormerMailModel } from './notifications/former-mails/former-mail.model';
import { createDiffVersionModel } from './items/model/diff-version.model';
import { createMergeDiffCache } from './items/merge-requests/diffs/merge-diff-cache';
import { finishReview } from './items/merge-requests/reviewers/reviews';
import { presentMergeRequestEvent } from './items/merge-requests/merge-request.entity';
import { createMergeRequestModel } from './items/model/merge-request.model';
import { presentMilestoneEvent } from './planning/milestones/milestone.entity';
import { createMilestoneModel } from './planning/milestones/milestone.model';
import { createNoteCounts, createNoteRecounts } from './discussion/notes/count-notes';
import { presentNoteEvent } from './discussion/notes/note.entity';
import { createNoteModel } from './discussion/notes/note.model';
import { presentNotificationSettingEvent } from './notifications/notification-settings/notification-setting.entity';
import { createNotificationSettingModel } from './notifications/notification-settings/notification-setting.model';
import { createResourceEventModel } from './activity/resource-events/resource-event.model';
import { createReadableGroups, createReadableProjects } from './access/readable-caches';
import { presentTodoEvent } from './notifications/todos/todo.entity';
import { createTodoModel } from './notifications/todos/todo.model';
import { createUrls } from './clients/urls';
import type { Collaboration } from './deps';
import { createItemHistory } from './activity/item-history/item-history';
import { reactWithNote } from './discussion/award-emoji/react-with-note';
import { createItemNotes } from './activity/item-history/item-notes';
import { countLabelled } from './items/count-labelled';
import { callWith } from './call';
import { createQuickActions } from './quick-actions/create-quick-actions';
import { removeLabelFromItems, removeMilestoneFromItems } from './activity/item-history/replace-on-items';

/** The events of a note follow it within seconds. */
const MAX_COUNTED_NOTES = 10_000;
const MAX_ITEM_NUMBERS = 10_000;

/** Creates the dependencies. */
export function createCollaboration(runtime: Runtime<CollaborationConfig>): Collaboration {
  const { config, connection, outbox, bus, caller, sequences, log } = runtime;
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
  const settings = watchSettings({
    fetch: () => clients.settings.getSettings({}),
    bus,
    subject: 'settings.changed',
    log,
  });
  const all = (): Collaboration => collaboration;
  const collaboration: Collaboration = {
    clients,
    instance: {
      settings,
      markdown: createMarkdownRenderer(settings, config.FORGE_EXTERNAL_URL),
      urls,
    },
    accessCaches,
    display: createDisplay(clients, accessCaches),
    readable: createReadableProjects(clients, accessCaches),
    readableGroups: createReadableGroups(clients, accessCaches),
    queries: {
      ...createQueryCaches(connection),
      issuesByNumber: createItemsByNumber(issues),
      mergeRequestsByNumber: createItemsByNumber(mergeRequests),
      closingReads: createClosingReads(mergeRequests),
      populated: {
        issues: createPopulatedProjects(issues, sequences, 'issues/'),
        merge_requests: createPopulatedProjects(mergeRequests, sequences, 'merge_requests/'),
        milestones: createPopulatedProjects(milestones, sequences, 'milestones/'),
      },
    },
    sequences,
    items: {
      issues: outbox.store(issues, (issue) => presentIssueEvent(all(), issue)),
      mergeRequests: outbox.store(mergeRequests, (request) => presentMergeRequestEvent(all(), request)),
      epics: outbox.store(epics, (epic) => presentEpicEvent(all(), epic)),
      numbers: new LRUCache({ max: MAX_ITEM_NUMBERS }),
    },
    planning: {
      labels: outbox.store(createLabelModel(connection), presentLabelEvent),
      milestones: outbox.store(milestones, (milestone) => presentMilestoneEvent(all(), milestone)),
    },
    lists: {
      issues: createLongLists(issues, log),
      mergeRequests: createLongLists(mergeRequests, log),
      notes: createLongLists(notes, log),
      epics: createLongLists(epics, log),
      milestones: createLongLists(milestones, log),
      todos: createLongLists(todos, log),
      diffVersions: createLongLists(diffVersions, log),
      resourceEvents: createLongLists(resourceEvents, log),
      contributionEvents: createLongLists(contributionEvents, log),
    },
    diffs: {
      versions: outbox.store(diffVersions, idOnly),
      contents: createMergeDiffCache(),
    },
    issueLinks: outbox.store(createIssueLinkModel(connection), presentIssueLinkEvent),
    history: createItemHistory(all),
    itemNotes: createItemNotes(all),
    parseQuickActions: createQuickActions(all),
    finishReview: (call, request, state) => finishReview(callWith(call, all()), request, state),
    reactWithNote: (call, target, name) => reactWithNote(callWith(call, all()), target, name),
    plannedItems: {
      countByLabel: (call, labels, scope) => countLabelled(callWith(call, all()), labels, scope),
      replaceLabel: (id, replacement) => removeLabelFromItems(all(), id, replacement),
      replaceMilestone: (id, replacement) => removeMilestoneFromItems(all(), id, replacement),
    },
    noteCounts: {
      increments: createNoteCounts(all),
      recounts: createNoteRecounts(all),
      counted: new LRUCache({ max: MAX_COUNTED_NOTES }),
    },
    maxMergeMs: config.FORGE_EVENT_ACK_WAIT_SECONDS * 1_000,
    boards: outbox.store(createBoardModel(connection), idOnly),
    draftNotes: outbox.store(createDraftNoteModel(connection), idOnly),
    viewedFiles: outbox.store(createViewedFilesModel(connection), idOnly),
    notes: outbox.store(notes, (note) => presentNoteEvent(all(), note)),
    awardEmoji: outbox.store(createAwardEmojiModel(connection), (award) => presentAwardEmojiEvent(all(), award)),
    todos: outbox.store(todos, presentTodoEvent),
    resourceEvents,
    contributionEvents,
    deletedOwners: createDeletedOwnerModel(connection),
    notificationSettings: outbox.store(createNotificationSettingModel(connection), presentNotificationSettingEvent),
    formerMails: createFormerMailModel(connection),
    record: (event, about) => outbox.record(event, about),
    log,
  };
  return collaboration;
}

/** Entities that have no published events yet. */
function idOnly({ _id: id }: { _id: number }): object {
  return { id };
}
