/** Hook triggers of issues. */
import type { ForgeEvent } from '@forgemesh/events';
import { type EntityChanges, type IssueEntity, issuePayload } from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import type { TriggersDeps } from './deps';

const actions: Record<string, string> = { created: 'open', updated: 'update', closed: 'close', reopened: 'reopen' };

type IssueEventType = `collaboration.issue.${'created' | 'updated' | 'closed' | 'reopened'}`;

/** Triggers for a created or changed issue. */
export function issueTriggers(deps: TriggersDeps, event: ForgeEvent<IssueEventType>): HookTrigger[] {
  const issue = event.data.entity;
  const action = actions[event.type.slice(event.type.lastIndexOf('.') + 1)];
  if (action === undefined) return [];
  const changes = action === 'open' ? {} : event.data.changes;
  return [issueTrigger(deps, issue, { action, changes, event })];
}

/** The trigger. Confidential issues have a separate switch. */
export function issueTrigger(
  deps: TriggersDeps,
  issue: IssueEntity,
  {
    action,
    changes,
    event,
  }: { action: string; changes: EntityChanges; event: Pick<ForgeEvent, 'id' | 'time' | 'actor'> },
): HookTrigger {
  return {
    ...(issue.confidential
      ? { trigger: 'confidential_issues_events', event_name: 'Confidential Issue Hook' }
      : { trigger: 'issues_events', event_name: 'Issue Hook' }),
    project_id: issue.project_id,
    resource: `issue:${issue.id}`,
    event_id: event.id,
    at: new Date(event.time),
    payload: () => issuePayload(deps, issue, { actor: event.actor, changes, action }),
  };
}
