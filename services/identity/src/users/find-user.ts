/** Looks up the user whom a path names, or who calls. */
import { NotFoundError } from '@forgemesh/kit';
import type { Identity } from '../service';
import type { UserDocument } from './user.model';

/** Throws NotFoundError where there is no such user. */
export async function assertUserExists({ users }: Identity, id: number): Promise<void> {
  if (!(await users.model.exists({ _id: id }))) throw new NotFoundError('User');
}

/** The user. Throws NotFoundError where there is no such user. */
export async function requireUser({ users }: Identity, id: number): Promise<UserDocument> {
  const user = await users.find(id);
  if (!user) throw new NotFoundError('User');
  return user;
}
