/** Deletes addresses that are older than the window. */
import type { Schedule } from '@forgemesh/service';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { TokensDeps } from '../deps';

export const sweepAddresses: Schedule<TokensDeps> = {
  name: 'identity-sweep-addresses',
  everyMs: HOUR_MS,
  async run({ addresses, settings }) {
    const window = settings.current().unique_ips_limit_time_window * 1000;
    await addresses.deleteMany({ seen_at: { $lt: new Date(Date.now() - window) } });
  },
};
