import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { UserActivityServiceDefinition } from '@forgemesh/proto/identity/v1/user_activity';
import type { UsersDeps } from '../deps';

const MONTHS = 6;

/** Lists the last activity of users, oldest first. */
export const listUserActivities = operation(
  UserActivityServiceDefinition.listUserActivities,
  async (request, call: Call<UsersDeps>) => {
    const users = await listPage(call, {
      model: call.deps.users.model,
      filter: { last_activity_on: { $gte: request.from ?? monthsAgo() } },
      sort: { last_activity_on: 1, _id: 1 },
      request,
      projection: { username: 1, last_activity_on: 1 },
    });
    return {
      activities: users.map(({ username, last_activity_on: day }) => {
        // The filter excludes users without activity.
        const last = day ?? '';
        return { username, last_activity_on: last, last_activity_at: last };
      }),
    };
  },
);

function monthsAgo(): string {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - MONTHS);
  return day.toISOString().slice(0, 10);
}
