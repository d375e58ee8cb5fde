import { runService, serve } from '@forgemesh/service';
import { awardEmojiOperations } from './award-emoji';
import { boardOperations } from './boards';
import { closingOperations } from './closing';
import { commitCommentOperations } from './commit-comments';
import { completeDocuments } from './complete-documents';
import { config } from './config';
import { consumers } from './consumers';
import { onMailOccasions } from './consumers/on-mail-occasion';
import { contributionEventOperations } from './contribution-events';
import { sweepContributionEvents } from './contribution-events/contribution-schedules';
import { discussionOperations } from './discussions';
import { epicIssueOperations } from './epic-issues';
import { epicOperations } from './epics';
import { eventEntityOperations } from './event-entities';
import { issueFactsOperations } from './issue-facts';
import { issueLinkOperations } from './issue-links';
import { issueStatisticsOperations } from './issue-statistics';
import { issueOperations } from './issues';
import { labelOperations } from './labels';
import { mailSchedules } from './mails/mail-schedules';
import { mergeRequestFactsOperations } from './merge-request-facts';
import { mergeRequestOperations } from './merge-requests';
import { milestoneOperations } from './milestones';
import { noteOperations } from './notes';
import { notificationSettingOperations } from './notification-settings';
import { searchOperations } from './search';
import { groupRowsOperations } from './group-rows';
import { projectRowsOperations } from './project-rows';
import { pushGrantOperations } from './push-grants';
import { referenceOperations } from './references';
import { resourceEventOperations } from './resource-events';
import { createCollaboration } from './compose';
import { todoOperations } from './todos';
import { userCountsOperations } from './user-counts';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/collaboration.binpb'),
    create: createCollaboration,
    operations: [
      ...awardEmojiOperations,
      ...boardOperations,
      ...closingOperations,
      ...commitCommentOperations,
      ...contributionEventOperations,
      ...discussionOperations,
      ...epicIssueOperations,
      ...epicOperations,
      ...eventEntityOperations,
      ...issueFactsOperations,
      ...issueLinkOperations,
      ...issueOperations,
      ...issueStatisticsOperations,
      ...labelOperations,
      ...mergeRequestFactsOperations,
      ...mergeRequestOperations,
      ...milestoneOperations,
      ...noteOperations,
      ...notificationSettingOperations,
      ...searchOperations,
      ...groupRowsOperations,
      ...projectRowsOperations,
      ...pushGrantOperations,
      ...referenceOperations,
      ...resourceEventOperations,
      ...todoOperations,
      ...userCountsOperations,
    ],
    consumers: [...consumers, ...(config.FORGE_SMTP_URL ? onMailOccasions : [])],
    schedules: [completeDocuments, sweepContributionEvents, ...(config.FORGE_SMTP_URL ? mailSchedules : [])],
    offersMetrics: ({ settings }) => settings.known()?.prometheus_metrics_enabled ?? true,
    close: async ({ accessCaches, settings, mailer }) => {
      accessCaches.close();
      settings.close();
      await mailer.close();
    },
  }),
);
