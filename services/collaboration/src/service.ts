/** The collaboration service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { awardEmojiOperations } from './discussion/award-emoji';
import { boardOperations } from './planning/boards';
import { closingOperations } from './items/closing';
import { commitCommentOperations } from './discussion/commit-comments';
import { completeDocuments } from './migrations/complete-documents';
import { dropUnusedIndexes } from './migrations/drop-unused-indexes';
import { readCollaborationConfig } from './config';
import { consumers } from './consumers';
import { mailConsumers } from './consumers/on-mail-trigger';
import { contributionEventOperations } from './activity/contribution-events';
import {
  completeContributionEvents,
  sweepContributionEvents,
} from './activity/contribution-events/contribution-schedules';
import { discussionOperations } from './discussion/discussions';
import { epicIssueOperations } from './items/epic-issues';
import { epicOperations } from './items/epics';
import { issueLinkOperations } from './items/issue-links';
import { issueStatisticsOperations } from './items/issue-statistics';
import { issueOperations } from './items/issues';
import { labelOperations } from './planning/labels';
import { mailSchedules } from './notifications/emails/mail-schedules';
import { mergeRequestOperations } from './items/merge-requests';
import { milestoneOperations } from './planning/milestones';
import { noteOperations } from './discussion/notes';
import { notificationSettingOperations } from './notifications/notification-settings';
import { searchOperations } from './activity/search';
import { groupRowsOperations } from './import-export/group-rows';
import { projectRowsOperations } from './import-export/project-rows';
import { resourceEventOperations } from './activity/resource-events';
import { createCollaboration } from './compose';
import { todoOperations } from './notifications/todos';
import { userCountsOperations } from './activity/user-counts';
import { internalOperations } from './internal';

/** Issues, merge requests, notes, epics, labels, milestones, todos. */
export const collaboration = defineService({
  name: 'collaboration',
  readConfig: readCollaborationConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/collaboration.binpb'),
  create: createCollaboration,
  operations: () => [
    ...internalOperations,
    ...awardEmojiOperations,
    ...boardOperations,
    ...closingOperations,
    ...commitCommentOperations,
    ...contributionEventOperations,
    ...discussionOperations,
    ...epicIssueOperations,
    ...epicOperations,
    ...issueLinkOperations,
    ...issueOperations,
    ...issueStatisticsOperations,
    ...labelOperations,
    ...mergeRequestOperations,
    ...milestoneOperations,
    ...noteOperations,
    ...notificationSettingOperations,
    ...searchOperations,
    ...groupRowsOperations,
    ...projectRowsOperations,
    ...resourceEventOperations,
    ...todoOperations,
    ...userCountsOperations,
  ],
  prepare: dropUnusedIndexes,
  consumers: (config) => [...consumers, ...(config.FORGE_SMTP_URL ? mailConsumers : [])],
  schedules: (config) => [
    completeDocuments,
    completeContributionEvents,
    sweepContributionEvents,
    ...(config.FORGE_SMTP_URL ? mailSchedules(config) : []),
  ],
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  close: async ({ accessCaches, settings, mailer }) => {
    accessCaches.close();
    settings.close();
    await mailer.close();
  },
});
