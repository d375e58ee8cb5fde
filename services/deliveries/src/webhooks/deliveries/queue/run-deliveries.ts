/** Sends due deliveries, including those left by a process that died. */
import type { Schedule } from '@forgemesh/service';
import type { HookDeliveriesDeps } from '../deps';

export const runDeliveries: Schedule<HookDeliveriesDeps> = {
  name: 'deliveries-webhooks',
  everyMs: 2_000,
  watches: ({ deliveries }) => [deliveries],
  run: ({ deliverer }) => deliverer.wakeDue(),
};
