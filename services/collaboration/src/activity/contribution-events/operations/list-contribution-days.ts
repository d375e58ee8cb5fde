import { type Call, operation } from '@forgemesh/rpc';
import { ContributionEventServiceDefinition } from '@forgemesh/proto/collaboration/v1/contribution_event';
import type { QueryFilter } from 'mongoose';
import { allOf, type Condition } from '#queries';
import type { ContributionEventDocument } from '../contribution-event.model';
import { findUser, isHidden } from '../find-user';
import { visibleOfUser } from '../visible-contributions';
import type { ContributionEventsDeps } from '../deps';

const DAYS = 366;
const DAY_MS = 86_400_000;
const MAX_EVENTS = 20_000;

/** Counts the events of a user by day. */
export const listContributionDays = operation(
  ContributionEventServiceDefinition.listContributionDays,
  async ({ id: idOrName }, call: Call<ContributionEventsDeps>) => {
    const user = await findUser(call, idOrName);
    if (isHidden(call, user)) return { days: [] };
    const { filter, check } = await visibleOfUser(call, user.id);
    const condition = allOf([
      { author_id: user.id, created_at: { $gte: new Date(Date.now() - DAYS * DAY_MS) } },
      filter,
      check ? ((await check.toFilter()) as Condition) : {},
    ]) as QueryFilter<ContributionEventDocument>;
    const rows = await call.deps.contributionEvents
      .find(condition, { created_at: 1 }, { sort: { created_at: -1, _id: -1 }, limit: MAX_EVENTS })
      .lean<Pick<ContributionEventDocument, 'created_at'>[]>();
    const counts = new Map<string, number>();
    for (const { created_at: time } of rows.reverse()) {
      const date = time.toISOString().slice(0, 10);
      counts.set(date, (counts.get(date) ?? 0) + 1);
    }
    return { days: [...counts].map(([date, count]) => ({ date, count })) };
  },
);
