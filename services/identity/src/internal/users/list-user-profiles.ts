/** Lists user profiles for other services. */
import { internalOperation, type Call } from '@forgemesh/rpc';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import type { QueryFilter } from 'mongoose';
import { presentProfile, type UserDocument } from '#users/accounts';
import type { InternalUsersDeps } from './deps';

export const listUserProfiles = internalOperation(
  DirectoryServiceDefinition.listUserProfiles,
  async (request, { deps }: Call<InternalUsersDeps>) => {
    const { ids, usernames, emails } = request;
    const conditions: QueryFilter<UserDocument>[] = [
      ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
      ...(usernames.length > 0 ? [{ username_lower: { $in: usernames.map(lowerCase) } }] : []),
      ...(emails.length > 0 ? conditionsOnEmails(emails.map(lowerCase)) : []),
    ];
    if (conditions.length === 0) return { users: [] };
    const users =
      conditions.length === 1 && ids.length > 0
        ? [...(await usersById(deps, ids)).values()]
        : await deps.users.model.find({ $or: conditions }).lean<UserDocument[]>();
    return { users: users.map((user) => presentProfile(deps.urls, user)) };
  },
);

/** Users by id; cached, because most changes of the instance ask for their author. */
function usersById(
  { users, profileCache }: InternalUsersDeps,
  ids: readonly number[],
): Promise<Map<number, UserDocument>> {
  return profileCache.getAll(ids, async (missing) => {
    const found = await users.model.find({ _id: { $in: missing } }).lean<UserDocument[]>();
    return new Map(found.map((user) => [user._id, user]));
  });
}

/** Matches confirmed emails only: an unconfirmed email does not identify its user. */
function conditionsOnEmails(emails: string[]): QueryFilter<UserDocument>[] {
  const confirmed = { $elemMatch: { email_lower: { $in: emails }, confirmed_at: { $ne: null } } };
  return [
    { email_lower: { $in: emails }, confirmed_at: { $ne: null } },
    // The first condition uses the index.
    { email_keys: { $in: emails }, emails: confirmed },
  ];
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
