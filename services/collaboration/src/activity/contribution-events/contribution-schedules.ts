import type { Schedule } from '@forgemesh/service';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@forgemesh/service/durations';
import { completeSnippetEvents } from './snippet-contributions';
import type { ContributionEventsDeps } from './deps';

/** Limits the time that one command takes. */
const BATCH = 1_000;

/** Removes contribution events that are older than the retention period. */
export const sweepContributionEvents: Schedule<Pick<ContributionEventsDeps, 'contributionEvents' | 'instance'>> = {
  name: 'collaboration-sweep-contribution-events',
  everyMs: HOUR_MS,
  async run({ contributionEvents: model, instance: { settings } }) {
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

/**
 * Completes the events on snippets that a process of an earlier release stored, which are hidden
 * until then.
 */
export const completeContributionEvents: Schedule<ContributionEventsDeps> = {
  name: 'collaboration-complete-contribution-events',
  everyMs: 10 * MINUTE_MS,
  run: completeSnippetEvents,
};
