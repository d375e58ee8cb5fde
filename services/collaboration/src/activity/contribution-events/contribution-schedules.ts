import type { Schedule } from '@forgemesh/service';
import type { Collaboration } from '../../deps';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the time that one command takes. */
const BATCH = 1_000;

/** Removes contribution events that are older than the retention period. */
export const sweepContributionEvents: Schedule<Pick<Collaboration, 'contributionEvents' | 'settings'>> = {
  name: 'collaboration-sweep-contribution-events',
  everyMs: 60 * 60 * 1000,
  async run({ contributionEvents: model, settings }) {
    const before = new Date(Date.now() - settings.current().contribution_event_retention_days * DAY_MS);
    for (;;) {
      const old = await model
        .find({ created_at: { $lt: before } }, { _id: 1 }, { limit: BATCH })
        .lean<{ _id: number }[]>();
      if (old.length > 0) await model.deleteMany({ _id: { $in: old.map(({ _id: id }) => id) } });
      if (old.length < BATCH) return;
    }
  },
};
