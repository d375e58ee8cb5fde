/** Removes deliveries after a week, including undelivered ones. */
import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import type { HookDeliveriesDeps } from '../deps';

const RETENTION_MS = 7 * DAY_MS;

export const sweepDeliveries: Schedule<HookDeliveriesDeps> = {
  name: 'deliveries-sweep-webhooks',
  everyMs: HOUR_MS,
  async run({ deliveries }) {
    await deliveries.deleteMany({ created_at: { $lt: new Date(Date.now() - RETENTION_MS) } });
  },
};
