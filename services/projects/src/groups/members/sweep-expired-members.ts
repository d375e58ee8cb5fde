/** Removes expired memberships, so that events about them are published. */
import type { Schedule } from '@forgemesh/service';
import { HOUR_MS } from '@forgemesh/service/durations';
import { expired, type MembershipDocument } from '#access/memberships';
import type { MembersDeps } from './deps';

const BATCH = 100;

/** Runs hourly. Expired memberships grant no rights even before they are removed. */
export const sweepExpiredMembers: Schedule<Pick<MembersDeps, 'memberships'>> = {
  name: 'projects-sweep-expired-members',
  everyMs: HOUR_MS,
  async run({ memberships }) {
    for (;;) {
      const rows = await memberships.model.find(expired()).limit(BATCH).lean<MembershipDocument[]>();
      for (const row of rows) await memberships.remove(row, { type: 'projects.member.removed', actor: null });
      if (rows.length < BATCH) return;
    }
  },
};
