/** Hook triggers of merge requests. */
import type { ForgeEvent } from '@forgemesh/events';
import { EventResource } from '@forgemesh/proto/collaboration/v1/event_entity';
import { type MergeRequestEntity, mergeRequestPayload } from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import type { TriggersDeps } from './deps';

const actions: Record<string, string> = {
  created: 'open',
  updated: 'update',
  closed: 'close',
  reopened: 'reopen',
  merged: 'merge',
  approved: 'approved',
  unapproved: 'unapproved',
};
/** Changes that result from pushes to the target branch or from waiting do not trigger hooks. */
const ignoredChanges = new Set(['version', 'unmergeable', 'auto_merge', 'wip_commit']);

type MergeRequestEventType = `collaboration.merge_request.${'created' | 'updated' | 'closed' | 'reopened' | 'merged'}`;
type ApprovalEventType = `approvals.merge_request.${'approved' | 'unapproved'}`;

/** Triggers for a created or changed merge request. */
export function mergeRequestTriggers(deps: TriggersDeps, event: ForgeEvent<MergeRequestEventType>): HookTrigger[] {
  const request = event.data.entity;
  const action = actionOf(event);
  const changes = action === 'open' ? {} : event.data.changes;
  const isRelevant = action !== 'update' || Object.keys(changes).some((name) => !ignoredChanges.has(name));
  if (action === undefined || !isRelevant) return [];
  const oldrev = event.data.changes.pushed?.from;
  return [
    {
      ...baseTrigger(request, event),
      payload: () => mergeRequestPayload(deps, request, { actor: event.actor, changes, action, oldrev }),
    },
  ];
}

/** Triggers for an approved or unapproved merge request. */
export function approvalTriggers(deps: TriggersDeps, event: ForgeEvent<ApprovalEventType>): HookTrigger[] {
  const { merge_request_id: id, project_id } = event.data.entity;
  const action = actionOf(event) ?? '';
  return [
    {
      ...baseTrigger({ id, project_id }, event),
      async payload() {
        const resource = EventResource.EVENT_RESOURCE_MERGE_REQUEST;
        const { entities } = await deps.clients.eventEntities.listEventEntities({ resource, ids: [id] });
        if (entities[0] === undefined) return null;
        const request = JSON.parse(entities[0]) as MergeRequestEntity;
        return mergeRequestPayload(deps, request, { actor: event.actor, changes: {}, action });
      },
    },
  ];
}

function actionOf({ type }: ForgeEvent): string | undefined {
  return actions[type.slice(type.lastIndexOf('.') + 1)];
}

function baseTrigger({ id, project_id }: { id: number; project_id: number }, event: ForgeEvent) {
  return {
    trigger: 'merge_requests_events' as const,
    event_name: 'Merge Request Hook',
    project_id,
    resource: `merge_request:${id}`,
    event_id: event.id,
    at: new Date(event.time),
  };
}
