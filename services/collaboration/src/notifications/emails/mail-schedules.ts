import type { Schedule } from '@forgemesh/service';
import type { CollaborationConfig } from '#config';
import { notifyOfDueIssues } from './due-issues';
import type { EmailsDeps } from './deps';

/**
 * Schedules that run if users are notified by mail. Due issues are searched every hour by default,
 * to include those whose due date is set late.
 */
export function mailSchedules(config: CollaborationConfig): Schedule<EmailsDeps>[] {
  return [
    {
      name: 'collaboration-due-issues',
      everyMs: config.FORGE_DUE_ISSUES_INTERVAL_SECONDS * 1000,
      run: (deps) => notifyOfDueIssues(deps),
    },
  ];
}
