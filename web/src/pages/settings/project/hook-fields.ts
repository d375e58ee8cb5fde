import { t } from '@lingui/core/macro';
import { check, line, secret } from '#components/settings/fields';

/** The triggers of webhooks, with their names in the API. */
export const hookTriggers = {
  push_events: t`Pushes to branches`,
  tag_push_events: t`Pushes of tags`,
  issues_events: t`Issues`,
  confidential_issues_events: t`Confidential issues`,
  merge_requests_events: t`Merge requests`,
  note_events: t`Comments`,
  confidential_note_events: t`Comments on confidential issues`,
  pipeline_events: t`Pipelines`,
  job_events: t`Jobs`,
  wiki_page_events: t`Wiki pages`,
  repository_update_events: t`Any change of the repository`,
} as const;

/** A trigger of webhooks. */
export type HookTrigger = keyof typeof hookTriggers;

/** All triggers. */
export const hookTriggerNames = Object.keys(hookTriggers) as HookTrigger[];

/** Returns the name of the trigger of a delivery, such as `push_hooks` for `push_events`. */
export function triggerText(trigger: string): string {
  if (trigger === 'system_hooks') return t`System hooks`;
  const names: Readonly<Record<string, string>> = hookTriggers;
  return names[trigger.replace(/_hooks$/, '_events')] ?? trigger.replaceAll('_', ' ');
}

/** Fields of a webhook. Secrets are written only, so an empty one leaves the stored one. */
export const hookFields = {
  url: line(t`Address`, { type: 'url', isRequired: true }),
  token: secret(t`Secret token`, { hint: t`Sent in a header of each delivery. Empty: unchanged.` }),
  push_events: check(hookTriggers.push_events),
  push_events_branch_filter: line(t`Only branches`, { hint: t`A name or a pattern such as release-*. Empty: all.` }),
  tag_push_events: check(hookTriggers.tag_push_events),
  issues_events: check(hookTriggers.issues_events),
  confidential_issues_events: check(hookTriggers.confidential_issues_events),
  merge_requests_events: check(hookTriggers.merge_requests_events),
  note_events: check(hookTriggers.note_events),
  confidential_note_events: check(hookTriggers.confidential_note_events),
  pipeline_events: check(hookTriggers.pipeline_events),
  job_events: check(hookTriggers.job_events),
  wiki_page_events: check(hookTriggers.wiki_page_events),
  repository_update_events: check(hookTriggers.repository_update_events),
  enable_ssl_verification: check(t`Verify the certificate of the address`),
};
