/** Events that trigger hooks. */
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { HookTrigger } from '#webhooks/deliveries';
import { issueTriggers } from './issue-triggers';
import { approvalTriggers, mergeRequestTriggers } from './merge-request-triggers';
import { noteTriggers } from './note-triggers';
import { jobTriggers, pipelineTriggers } from './pipeline-triggers';
import { pushTriggers } from './push-triggers';
import { systemTriggers } from './system-triggers';
import { wikiTriggers } from './wiki-triggers';
import type { TriggersDeps } from './deps';

/**
 * Declared as a method, so that each function may take only the event types that it is listed for.
 */
type TriggersOf = { of(deps: TriggersDeps, event: ForgeEvent): HookTrigger[] | Promise<HookTrigger[]> }['of'];

/** Function that creates the hook triggers of each event type. */
const table = {
  'repository.push.received': pushTriggers,
  'repository.wiki_push.received': wikiTriggers,
  'repository.pipeline.updated': pipelineTriggers,
  'repository.commit_status.updated': jobTriggers,
  'collaboration.issue.created': issueTriggers,
  'collaboration.issue.updated': issueTriggers,
  'collaboration.issue.closed': issueTriggers,
  'collaboration.issue.reopened': issueTriggers,
  'collaboration.merge_request.created': mergeRequestTriggers,
  'collaboration.merge_request.updated': mergeRequestTriggers,
  'collaboration.merge_request.closed': mergeRequestTriggers,
  'collaboration.merge_request.reopened': mergeRequestTriggers,
  'collaboration.merge_request.merged': mergeRequestTriggers,
  'collaboration.note.created': noteTriggers,
  'approvals.merge_request.approved': approvalTriggers,
  'approvals.merge_request.unapproved': approvalTriggers,
  ...systemTriggers,
} as const satisfies Partial<Record<EventType, TriggersOf>>;

/** Types of events that may trigger hooks. */
export type HookEventType = keyof typeof table;

export const triggersByType: Record<HookEventType, TriggersOf> = table;
