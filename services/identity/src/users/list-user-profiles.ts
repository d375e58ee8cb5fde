/** Facts about users for the other services. */
import { DirectoryServiceService } from '@forgemesh/proto/identity/v1/directory';
import type { QueryFilter } from 'mongoose';
import { internalOperation } from '../operation';
import { presentProfile } from './user.entity';
import type { UserDocument } from './user.model';

export const listUserProfiles = internalOperation(
  DirectoryServiceService.listUserProfiles,
  async (request, { deps }) => {
    const { ids, usernames, emails } = request;
    const conditions: QueryFilter<UserDocument>[] = [
      ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
      ...(usernames.length > 0 ? [{ username_lower: { $in: usernames.map(lowerCase) } }] : []),
      ...(emails.length > 0 ? [{ email_lower: { $in: emails.map(lowerCase) }, confirmed_at: { $ne: null } }] : []),
    ];
    if (conditions.length === 0) return { users: [] };
    const users = (await deps.users.model.find({ $or: conditions }).lean()) as UserDocument[];
    return { users: users.map(presentProfile) };
  },
);

function lowerCase(text: string): string {
  return text.toLowerCase();
}
