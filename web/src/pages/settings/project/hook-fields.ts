import { check, line, secret } from '#components/settings/fields';

/** The triggers of webhooks, with their names in the API. */
export const hookTriggers = {
  push_events: 'Pushes to branches',
  tag_push_events: 'Pushes of tags',
  issues_events: 'Issues',
  confidential_issues_events: 'Confidential issues',
  merge_requests_events: 'Merge requests',
  note_events: 'Comments',
  confidential_note_events: 'Comments on confidential issues',
  pipeline_events: 'Pipelines',
  job_events: 'Jobs',
  wiki_page_events: 'Wiki pages',
  repository_update_events: 'Any change of the repository',
} as const;

/** A trigger of webhooks. */
export type HookTrigger = keyof typeof hookTriggers;

/** All triggers. */
export const hookTriggerNames = Object.keys(hookTriggers) as HookTrigger[];

/** Fields of a webhook. Secrets are written only, so an empty one leaves the stored one. */
export const hookFields = {
  url: line('Address', { type: 'url', isRequired: true }),
  token: secret('Secret token', { hint: 'Sent in a header of each delivery. Empty: unchanged.' }),
  push_events: check(hookTriggers.push_events),
  push_events_branch_filter: line('Only branches', { hint: 'A name or a pattern such as release-*. Empty: all.' }),
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
  enable_ssl_verification: check('Verify the certificate of the address'),
};
