/** From what happened to the deliveries of the hooks that ask for it. */
import { isDuplicateKey } from '@forgemesh/data';
import { matchesBranchFilter } from '../hooks/branch-filter';
import type { HookDocument, HookEvent } from '../hooks/hook.model';
import { subscribedIntegrations } from '../integrations/subscribed-integrations';
import { chatMessage } from '../integrations/chat/chat-message';
import type { Projects } from '../../deps';
import type { DeliveryDocument } from './delivery.model';
import type { DeliveryTarget } from './delivery-target';

/** Something that hooks tell of. */
export interface HookTrigger {
  /**
   * The switch that asks for it; `always` for what every hook of the instance hears, and no hook of
   * a project.
   */
  trigger: HookEvent | 'always';
  /** As receivers read it: `Push Hook`. */
  event_name: string;
  /** Null where it concerns no project. */
  project_id: number | null;
  /** What it is about. */
  resource: string;
  event_id: string;
  at: Date;
  /** Branch that was pushed to. */
  branch?: string;
  /**
   * Makes the body; null where what it tells of is gone. Called once, and only where somebody asks.
   */
  payload(): Promise<object | null>;
}

/** Largest body, in bytes. A larger one is in the log as failed. */
const MAX_BYTES = 8 * 1024 * 1024;
const SYSTEM_HOOK = 'System Hook';

/** Queues the deliveries of an occasion and sees to it that they are sent. Safe to repeat. */
export async function enqueueDeliveries(deps: Projects, hookTrigger: HookTrigger): Promise<void> {
  const { project_id: projectId } = hookTrigger;
  const scopes = projectId === null ? [null] : [projectId, null];
  const hooks = await deps.hooks.model.find({ project_id: { $in: scopes } }).lean<HookDocument[]>();
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
    const message = await chatMessage(deps, integration, payload);
    if (message === null) continue;
    const event_key = `${hookTrigger.event_id}:${integration._id}`;
    await enqueueDelivery(deps, integration, { ...hookTrigger, event_key, data: JSON.stringify(message) });
    deps.deliverer.wake(integration._id);
  }
}

function isSubscribed(hook: HookDocument, { trigger, branch }: HookTrigger): boolean {
  if (trigger === 'always') return hook.project_id === null;
  return hook[trigger] && (branch === undefined || matchesBranchFilter(hook.push_events_branch_filter, branch));
}

/** A delivery that is to be. */
export type NewDelivery = Pick<HookTrigger, 'trigger' | 'event_name' | 'resource' | 'event_id' | 'at'> & {
  event_key: string;
  data: string;
  /** When the queue may send it; at once where absent. */
  due_at?: Date;
};

/** Stores a delivery; null where it is there already. */
export async function enqueueDelivery(
  { deliveries, nextDeliveryId }: Pick<Projects, 'deliveries' | 'nextDeliveryId'>,
  hook: Pick<DeliveryTarget, '_id' | 'project_id' | 'disabled_until'>,
  { trigger, event_name, resource, event_id, event_key, at, data, due_at }: NewDelivery,
): Promise<DeliveryDocument | null> {
  const isTooLarge = Buffer.byteLength(data) > MAX_BYTES;
  const delivery: DeliveryDocument = {
    _id: await nextDeliveryId(),
    ...{ hook_id: hook._id, event_key, event_id, resource, occurred_at: at },
    trigger: trigger === 'always' ? 'system_hooks' : trigger.replace(/_events$/, '_hooks'),
    event_name: hook.project_id === null ? SYSTEM_HOOK : event_name,
    ...(isTooLarge ? { state: 'failed' } : { state: 'waiting', due_at: due_at ?? dueOf(hook) }),
    ...{ tries: 0, request_data: isTooLarge ? '' : data },
    ...{ url: '', request_headers: {}, response_headers: {}, response_body: '', response_status: '' },
    internal_error: isTooLarge ? 'the payload is too large' : '',
    ...{ execution_duration: 0, created_at: new Date() },
  };
  try {
    await deliveries.create([delivery]);
    return delivery;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** A time that has come by every clock, so that setting one back delays nothing. */
const IMMEDIATELY = new Date(0);

function dueOf({ disabled_until: until }: Pick<DeliveryTarget, 'disabled_until'>): Date {
  return until && until > new Date() ? until : IMMEDIATELY;
}
