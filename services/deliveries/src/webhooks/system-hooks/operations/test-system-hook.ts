import { SystemHookServiceDefinition } from '@forgemesh/proto/deliveries/v1/system_hook';
import { operation, type Call } from '@forgemesh/rpc';
import { deliverNow } from '#webhooks/deliveries';
import { findSystemHook } from '../find-system-hook';
import type { SystemHooksDeps } from '../deps';

/** Payload about a fictitious project. */
const sample = {
  event_name: 'project_create',
  name: 'Ruby',
  path: 'ruby',
  project_id: 1,
  owner_name: 'Someone',
  owner_email: 'example@example.com',
};

/** Sends a sample to a system hook. */
export const testSystemHook = operation(
  SystemHookServiceDefinition.testSystemHook,
  async ({ hook_id }, call: Call<SystemHooksDeps>) => {
    const hook = await findSystemHook(call, hook_id);
    const data = JSON.stringify(sample);
    const event_id = call.operationId ?? '';
    await deliverNow(call, hook, { trigger: 'always', event_id, event_name: 'System Hook', data });
    return { payload: sample };
  },
);
