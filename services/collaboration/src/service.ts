/** The collaboration service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { awardEmojiOperations } from './discussion/award-emoji/operations';
import { boardOperations } from './planning/boards/operations';
import { closingOperations } from './items/closing/operations';
import { commitCommentOperations } from './discussion/commit-comments/operations';
import { completeDocuments } from './migrations/complete-documents';
import { dropUnusedIndexes } from './migrations/drop-unused-indexes';
import { readCollaborationConfig, type CollaborationConfig } from './config';
import { consumers } from './consumers';
import { mailConsumers } from './consumers/on-mail-trigger';
import { contributionEventOperations } from './activity/contribution-events/operations';
import {
  completeContributionEvents,
  sweepContributionEvents,
} from './activity/contribution-events/contribution-schedules';
import { discussionOperations } from './discussion/discussions/operations';
import { csvExportOperations } from './items/csv-exports/operations';
import { feedOperations } from './activity/feeds/operations';
import { draftNoteOperations } from './discussion/draft-notes/operations';
import { suggestionOperations } from './discussion/suggestions/operations';
import { epicIssueOperations } from './items/epic-issues/operations';
import { epicOperations } from './items/epics/operations';
import { issueLinkOperations } from './items/issue-links/operations';
import { issueStatisticsOperations } from './items/issue-statistics/operations';
import { issueOperations } from './items/issues/operations';
import { labelOperations } from './planning/labels/operations';
import { mailSchedules } from './notifications/emails/mail-schedules';
import { mergeRequestOperations } from './items/merge-requests/operations';
import { milestoneOperations } from './planning/milestones/operations';
import { participantOperations } from './items/participants/operations';
import { timeTrackingOperations } from './items/time-tracking/operations';
import { noteOperations } from './discussion/notes/operations';
import { notificationSettingOperations } from './notifications/notification-settings/operations';
import { searchOperations } from './activity/search/operations';
import { groupRowsOperations } from './import-export/group-rows/operations';
import { projectRowsOperations } from './import-export/project-rows/operations';
import { resourceEventOperations } from './activity/resource-events/operations';
import { createCollaboration } from './compose';
import { todoOperations } from './notifications/todos/operations';
import { viewedFileOperations } from './items/viewed-files/operations';
import { userCountsOperations } from './activity/user-counts/operations';
import { internalOperations } from './internal';
import { milestoneItemOperations } from './items/milestone-items/operations';
import { burndownOperations } from './activity/burndown/operations';
import { issueMoveOperations } from './items/issue-moves/operations';
import type { Collaboration } from './deps';

/** Issues, merge requests, notes, epics, labels, milestones, todos. */
export const collaboration = defineService<CollaborationConfig, Collaboration>({
  name: 'collaboration',
  readConfig: readCollaborationConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/collaboration.binpb'),
  create: createCollaboration,
  operations: () => [
    ...internalOperations,
    ...awardEmojiOperations,
    ...boardOperations,
    ...burndownOperations,
    ...closingOperations,
    ...commitCommentOperations,
    ...contributionEventOperations,
    ...csvExportOperations,
    ...discussionOperations,
    ...draftNoteOperations,
    ...epicIssueOperations,
    ...epicOperations,
    ...feedOperations,
    ...issueLinkOperations,
    ...issueMoveOperations,
    ...issueOperations,
    ...issueStatisticsOperations,
    ...labelOperations,
    ...mergeRequestOperations,
    ...milestoneItemOperations,
    ...milestoneOperations,
    ...participantOperations,
    ...timeTrackingOperations,
    ...noteOperations,
    ...notificationSettingOperations,
    ...searchOperations,
    ...groupRowsOperations,
    ...projectRowsOperations,
    ...resourceEventOperations,
    ...suggestionOperations,
    ...todoOperations,
    ...userCountsOperations,
    ...viewedFileOperations,
  ],
  prepare: dropUnusedIndexes,
  consumers: (config) => [...consumers, ...(config.FORGE_MAIL_ENABLED ? mailConsumers : [])],
  schedules: (config) => [
    completeDocuments,
    completeContributionEvents,
    sweepContributionEvents,
    ...(config.FORGE_MAIL_ENABLED ? mailSchedules(config) : []),
  ],
  offersMetrics: ({ instance: { settings } }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  close: async ({ accessCaches, instance: { settings } }) => {
    accessCaches.close();
    settings.close();
  },
});
