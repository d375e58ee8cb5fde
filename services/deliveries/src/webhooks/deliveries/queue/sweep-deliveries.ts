/** Removes deliveries after a week, including undelivered ones. */
import type { Schedule } from '@forgemesh/service';
import type { HookDeliveriesDeps } from '../deps';

const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export const sweepDeliveries: Schedule<HookDeliveriesDeps> = {
  name: 'deliveries-sweep-webhooks',
  everyMs: 60 * 60 * 1000,
  async run({ deliveries }) {
    await deliveries.deleteMany({ created_at: { $lt: new Date(Date.now() - RETENTION_MS) } });
  },
};
