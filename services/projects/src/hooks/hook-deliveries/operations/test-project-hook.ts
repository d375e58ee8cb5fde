import { ForgeError } from '@forgemesh/errors';
import { ProjectHookEventServiceDefinition } from '@forgemesh/proto/projects/v1/hook_event';
import { findHook } from '#hooks/hooks/find-hook';
import type { HookEvent } from '#hooks/hooks/hook.model';
import { operation } from '#operation';
import { deliverNow } from '../sending/deliver-now';
import { samples } from '../samples';

/** Sends a sample of an event to a hook. */
export const testProjectHook = operation(
  ProjectHookEventServiceDefinition.testProjectHook,
  async ({ hook_id, trigger }, call) => {
    const hook = await findHook(call, hook_id);
    const { build, missing, event_name } = samples[trigger as HookEvent];
    const payload = await build(call.deps, call.resource('id').id, call.principal.id);
    if (!payload) throw new ForgeError('unprocessable', missing);
    const event_id = call.operationId ?? '';
    const data = JSON.stringify(payload);
    await deliverNow(call, hook, { trigger: trigger as HookEvent, event_id, event_name, data });
    call.setStatus(201);
    return { message: '201 Created' };
  },
);
