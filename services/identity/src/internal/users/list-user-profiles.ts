/** Lists user profiles for other services. */
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';
import type { QueryFilter } from 'mongoose';
import { internalOperation } from '../../operation';
import { presentProfile } from '../../users/users/user.entity';
import type { UserDocument } from '../../users/users/user.model';

export const listUserProfiles = internalOperation(
  DirectoryServiceDefinition.listUserProfiles,
  async (request, { deps }) => {
    const { ids, usernames, emails } = request;
    const conditions: QueryFilter<UserDocument>[] = [
      ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
      ...(usernames.length > 0 ? [{ username_lower: { $in: usernames.map(lowerCase) } }] : []),
      ...(emails.length > 0 ? conditionsOnEmails(emails.map(lowerCase)) : []),
    ];
    if (conditions.length === 0) return { users: [] };
    const users = (await deps.users.model.find({ $or: conditions }).lean()) as UserDocument[];
    return { users: users.map((user) => presentProfile(deps.urls, user)) };
  },
);

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
