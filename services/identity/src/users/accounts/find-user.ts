/** Looks up users by path parameter or id. */
import { NotFoundError } from '@forgemesh/errors';
import type { UserDocument } from './user.model';
import type { UsersDeps } from './deps';

type Deps = Pick<UsersDeps, 'users'>;

/**
 * Returns the user with an id or, ignoring case, a username; null if none exists. A number is an
 * id.
 */
export async function findNamedUser({ users }: Deps, reference: string): Promise<UserDocument | null> {
  if (/^\d{1,15}$/.test(reference)) return users.find(Number(reference));
  return users.model.findOne({ username_lower: reference.toLowerCase() }).lean<UserDocument>();
}

/** Like `findNamedUser`. Throws NotFoundError if the user does not exist. */
export async function requireNamedUser(deps: Deps, reference: string): Promise<UserDocument> {
  const user = await findNamedUser(deps, reference);
  if (!user) throw new NotFoundError('User');
  return user;
}

/** Throws NotFoundError if the user does not exist. */
export async function assertUserExists({ users }: Deps, id: number): Promise<void> {
  if (!(await users.model.exists({ _id: id }))) throw new NotFoundError('User');
}

/** Returns the user. Throws NotFoundError if the user does not exist. */
export async function requireUser({ users }: Deps, id: number): Promise<UserDocument> {
  const user = await users.find(id);
  if (!user) throw new NotFoundError('User');
  return user;
}
