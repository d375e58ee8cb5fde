/**
 * Lists users, newest first; administrators may choose another order. Visitors may only look up a
 * username, so that nobody without an account collects the users of the instance.
 */
import { listPage, listRange } from '@forgemesh/data';
import { ForbiddenError, UnauthenticatedError } from '@forgemesh/errors';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { UserServiceDefinition, type ListUsersRequest } from '@forgemesh/proto/identity/v1/user';
import type { QueryFilter, SortOrder } from 'mongoose';
import { presentFullUser, presentShortUser } from '../user.entity';
import { identityKey, userOrders, type UserDocument } from '../user.model';
import type { UsersDeps } from '../deps';

type Request = Parameters<ListUsersRequest>;
type Filter = QueryFilter<UserDocument>;

/** Fields that lists do not show. */
const projection = { search_text: 0, password_hash: 0 } as const;

export const listUsers = operation(UserServiceDefinition.listUsers, async (request, call: Call<UsersDeps>) => {
  const { user } = call;
  if (!user && request.username === undefined) throw new UnauthenticatedError();
  const admin = user?.admin ?? false;
  const forAdministrators = request.external !== undefined || request.extern_uid !== undefined;
  if (forAdministrators && !admin) throw new ForbiddenError();
  const conditions = [
    ...(request.search ? [await searchConditionOf(call.deps, request.search)] : []),
    ...conditionsOf(request),
    ...(admin ? administratorConditionsOf(request) : []),
  ];
  const filter = conditions.length > 0 ? { $and: conditions } : {};
  const { urls, userLists: lists } = call.deps;
  const users =
    admin && request.order_by !== undefined && request.order_by !== 'id'
      ? await listPage(call, { model: lists.model, filter, sort: sortOf(request), request, projection })
      : await listRange(call, lists, { filter, sort: byId(admin ? request.sort : 'desc'), request, projection });
  const view = { tier: call.context.tier, admin, customAttributes: request.with_custom_attributes };
  return { users: users.map((user) => (admin ? presentFullUser(urls, user, view) : presentShortUser(urls, user))) };
});

function conditionsOf(request: Request): Filter[] {
  const { username, active, blocked, created_after: after, created_before: before } = request;
  return [
    ...(username === undefined ? [] : [{ username_lower: username.toLowerCase() }]),
    ...(active ? [{ state: 'active' as const, is_internal: false }] : []),
    ...(blocked ? [{ state: 'blocked' as const }] : []),
    ...(request.exclude_internal ? [{ is_internal: false }] : []),
    ...(after === undefined ? [] : [{ created_at: { $gte: new Date(after) } }]),
    ...(before === undefined ? [] : [{ created_at: { $lte: new Date(before) } }]),
  ];
}

/**
 * Matches a part of the name or username, or the whole email. A leading `@`, as in mentions, is
 * ignored.
 */
export async function searchConditionOf({ users }: Pick<UsersDeps, 'users'>, search: string): Promise<Filter> {
  const text = search.trim().replace(/^@/, '');
  return { $or: [await users.searchFilter(text), { email_lower: text.toLowerCase() }] };
}

function administratorConditionsOf(request: Request): Filter[] {
  const { external, extern_uid: externUid, provider, two_factor: twoFactor } = request;
  return [
    ...(external ? [{ external: true }] : []),
    ...(request.admins ? [{ admin: true }] : []),
    ...(externUid !== undefined && provider !== undefined ? [{ identity_keys: identityKey(provider, externUid) }] : []),
    ...(twoFactor === undefined ? [] : [{ two_factor_enabled: twoFactor === 'enabled' }]),
    ...Object.entries(request.custom_attributes ?? {}).map(([key, value]) => ({
      custom_attributes: { $elemMatch: { key, value } },
    })),
  ];
}

function byId(sort: string | undefined): { _id: 1 | -1 } {
  return { _id: sort === 'asc' ? 1 : -1 };
}

function sortOf({ order_by: orderBy = 'id', sort = 'desc' }: Request): Record<string, SortOrder> {
  const field = userOrders[orderBy as keyof typeof userOrders];
  const direction = sort === 'asc' ? 1 : -1;
  return field === 'username_lower' ? { [field]: direction } : { [field]: direction, _id: -1 };
}
