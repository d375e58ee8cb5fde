import { t } from '@lingui/core/macro';

/** The states of pipelines, checks, jobs, deliveries, mirrors and users. */
const texts: Record<string, string> = {
  active: t`active`,
  awaiting: t`awaiting`,
  blocked: t`blocked`,
  blocked_pending_approval: t`waits for approval`,
  canceled: t`canceled`,
  cancelled: t`cancelled`,
  created: t`created`,
  deactivated: t`deactivated`,
  delivered: t`delivered`,
  done: t`done`,
  failed: t`failed`,
  finished: t`finished`,
  manual: t`manual`,
  none: t`none`,
  pending: t`pending`,
  preparing: t`preparing`,
  queued: t`queued`,
  running: t`running`,
  scheduled: t`scheduled`,
  skipped: t`skipped`,
  started: t`started`,
  success: t`passed`,
  to_retry: t`is tried again`,
  waiting: t`waiting`,
};

/** Returns the name of a state of the API; a state without a name is shown as it is. */
export function stateText(state: string): string {
  return texts[state] ?? state.replaceAll('_', ' ');
}
