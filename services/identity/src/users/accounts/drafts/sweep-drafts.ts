/** Deletes reserved ids of requests that can no longer be retried. */
import type { Schedule } from '@forgemesh/service';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { UsersDeps } from '../deps';

export const sweepDrafts: Schedule<UsersDeps> = {
  name: 'identity-sweep-drafts',
  everyMs: HOUR_MS,
  async run({ drafts }) {
    await drafts.deleteMany({ at: { $lt: new Date(Date.now() - HOUR_MS) } });
  },
};
