/** Creates the deliveries of the hooks and integrations that are subscribed to a trigger. */
import { isDuplicateKey } from '@forgemesh/data';
import {
  matchesBranchFilter,
  type HookDocument,
  type HookEvent,
  pausedUntil,
  instanceHooks,
  projectHooks,
} from '#webhooks/hooks';
import { type HookPayload, senders, subscribedIntegrations } from '#integrations/senders';
import { openProperties } from '#integrations/settings';
import type { DeliveryDocument } from '../delivery.model';
import type { DeliveryTarget } from '../sending/delivery-target';
import type { HookDeliveriesDeps } from '../deps';

/** An event that triggers hooks. */
export interface HookTrigger {
  /** The event switch of the hook; `always` triggers every system hook and no project hook. */
  trigger: HookEvent | 'always';
  /** Event as receivers see it: `Push Hook`. */
  event_name: string;
  /** Null if it concerns no project. */
  project_id: number | null;
  /** The subject of the event. */
  resource: string;
  event_id: string;
  at: Date;
  /** Branch that was pushed to. */
  branch?: string;
  /**
   * Builds the payload; null if its subject was deleted. Called once, and only if a hook is
   * subscribed.
   */
  payload(): Promise<object | null>;
}

/** Maximum payload size in bytes. Deliveries with larger payloads are stored as failed. */
const MAX_BYTES = 8 * 1024 * 1024;
const SYSTEM_HOOK = 'System Hook';

/** Queues the deliveries of a trigger and starts sending them. Idempotent. */
export async function enqueueDeliveries(deps: HookDeliveriesDeps, hookTrigger: HookTrigger): Promise<void> {
  const { project_id: projectId } = hookTrigger;
  const hooks = [...(projectId === null ? [] : await projectHooks(deps, projectId)), ...(await instanceHooks(deps))];
  const subscribed = hooks.filter((hook) => isSubscribed(hook, hookTrigger));
  const integrations = await subscribedIntegrations(deps, hookTrigger);
  if (subscribed.length === 0 && integrations.length === 0) return;
  const payload = await hookTrigger.payload();
  if (payload === null) return;
  const data = JSON.stringify(payload);
  for (const hook of subscribed) {
    await enqueueDelivery(deps, hook, { ...hookTrigger, event_key: `${hookTrigger.event_id}:${hook._id}`, data });
    deps.deliverer.wake(hook._id);
  }
  for (const integration of integrations) {
    const message = await senders.get(integration.slug)?.message({
      deps,
      integration,
      properties: openProperties(deps, integration),
      payload: payload as HookPayload,
    });
    if (!message) continue;
    const event_key = `${hookTrigger.event_id}:${integration._id}`;
    await enqueueDelivery(deps, integration, { ...hookTrigger, ...message, event_key });
    deps.deliverer.wake(integration._id);
  }
}

function isSubscribed(hook: HookDocument, { trigger, branch }: HookTrigger): boolean {
  if (trigger === 'always') return hook.project_id === null;
  return hook[trigger] && (branch === undefined || matchesBranchFilter(hook.push_events_branch_filter, branch));
}

/** Values of a new delivery. */
export type NewDelivery = Pick<HookTrigger, 'trigger' | 'event_name' | 'resource' | 'event_id' | 'at'> & {
  event_key: string;
  data: string;
  url_suffix?: string;
  /** When the queue may send it; immediately if absent. */
  due_at?: Date;
};

/** Stores a delivery; null if it is stored already. */
export async function enqueueDelivery(
  { deliveries, nextDeliveryId }: Pick<HookDeliveriesDeps, 'deliveries' | 'nextDeliveryId'>,
  hook: Pick<DeliveryTarget, '_id' | 'project_id' | 'failures' | 'disabled_until'>,
  { trigger, event_name, resource, event_id, event_key, at, data, url_suffix, due_at }: NewDelivery,
): Promise<DeliveryDocument | null> {
  const isTooLarge = Buffer.byteLength(data) > MAX_BYTES;
  const delivery: DeliveryDocument = {
    _id: await nextDeliveryId(),
    hook_id: hook._id,
    event_key,
    event_id,
    resource,
    occurred_at: at,
    trigger: trigger === 'always' ? 'system_hooks' : trigger.replace(/_events$/, '_hooks'),
    event_name: hook.project_id === null ? SYSTEM_HOOK : event_name,
    ...(isTooLarge ? { state: 'failed' } : { state: 'waiting', due_at: due_at ?? pausedUntil(hook) ?? IMMEDIATELY }),
    tries: 0,
    request_data: isTooLarge ? '' : data,
    ...(url_suffix !== undefined && { url_suffix }),
    url: '',
    request_headers: {},
    response_headers: {},
    response_body: '',
    response_status: '',
    internal_error: isTooLarge ? 'the payload is too large' : '',
    execution_duration: 0,
    created_at: new Date(),
  };
  try {
    await deliveries.create([delivery]);
    return delivery;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** In the past for every clock, so that clock adjustments do not delay the delivery. */
const IMMEDIATELY = new Date(0);
