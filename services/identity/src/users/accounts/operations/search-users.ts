import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { UserSearchServiceDefinition } from '@forgemesh/proto/identity/v1/user_search';
import { searchConditionOf } from './list-users';
import { presentShortUser } from '../user.entity';
import type { UsersDeps } from '../deps';

/** Searches the users of the instance. */
export const searchUsers = operation(
  UserSearchServiceDefinition.searchUsers,
  async (request, call: Call<UsersDeps>) => {
    const users = await listPage(call, {
      model: call.deps.users.model,
      filter: await searchConditionOf(call.deps, request.search),
      sort: { _id: -1 },
      request,
      projection: { search_text: 0, password_hash: 0 },
    });
    return { users: users.map((user) => presentShortUser(call.deps.urls, user)) };
  },
);
