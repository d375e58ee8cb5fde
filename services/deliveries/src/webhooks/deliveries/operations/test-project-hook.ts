import { ProjectHookEventServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook_event';
import { operation, type Call } from '@forgemesh/rpc';
import { findHook, type HookEvent } from '#webhooks/hooks';
import { deliverNow } from '../sending/deliver-now';
import type { HookDeliveriesDeps } from '../deps';

/** Sends a sample of an event to a hook. */
export const testProjectHook = operation(
  ProjectHookEventServiceDefinition.testProjectHook,
  async ({ hook_id, trigger }, call: Call<HookDeliveriesDeps>) => {
    const hook = await findHook(call, hook_id);
    const { event_name, payload } = await call.deps.buildSample(trigger as HookEvent, {
      projectId: call.resource('id').id,
      userId: call.principal.id,
    });
    const event_id = call.operationId ?? '';
    const data = JSON.stringify(payload);
    await deliverNow(call, hook, { trigger: trigger as HookEvent, event_id, event_name, data });
    call.setStatus(201);
    return { message: '201 Created' };
  },
);
