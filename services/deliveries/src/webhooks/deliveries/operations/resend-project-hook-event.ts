import { NotFoundError } from '@forgemesh/errors';
import { ProjectHookEventServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook_event';
import { operation, type Call } from '@forgemesh/rpc';
import { findHook, type HookEvent } from '#webhooks/hooks';
import { deliverNow } from '../sending/deliver-now';
import type { DeliveryDocument } from '../delivery.model';
import type { HookDeliveriesDeps } from '../deps';

/** Sends the stored payload of a delivery again, to the current URL of the hook. */
export const resendProjectHookEvent = operation(
  ProjectHookEventServiceDefinition.resendProjectHookEvent,
  async ({ hook_id, hook_event_id }, call: Call<HookDeliveriesDeps>) => {
    const hook = await findHook(call, hook_id);
    const delivery = await call.deps.deliveries
      .findOne({ _id: hook_event_id, hook_id: hook._id })
      .lean<DeliveryDocument>();
    // Payloads that were too large are not stored.
    if (!delivery?.request_data) throw new NotFoundError();
    const { event_id, event_name, request_data: data } = delivery;
    const trigger = delivery.trigger.replace(/_hooks$/, '_events') as HookEvent;
    return { response_status: await deliverNow(call, hook, { trigger, event_id, event_name, data }) };
  },
);
