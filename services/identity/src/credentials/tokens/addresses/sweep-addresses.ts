/** Deletes addresses that are older than the window. */
import type { Schedule } from '@forgemesh/service';
import type { TokensDeps } from '../deps';

const HOUR_MS = 60 * 60 * 1000;

export const sweepAddresses: Schedule<TokensDeps> = {
  name: 'identity-sweep-addresses',
  everyMs: HOUR_MS,
  async run({ addresses, settings }) {
    const window = settings.current().unique_ips_limit_time_window * 1000;
    await addresses.deleteMany({ seen_at: { $lt: new Date(Date.now() - window) } });
  },
};
