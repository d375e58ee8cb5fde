import { t } from '@lingui/core/macro';
import { findUsers } from '#data/users';
import { ApiError } from '#lib/api-error';

/**
 * Returns the user of a name, or of a whole email address. Throws ApiError, with a text at the
 * field `username`.
 */
export async function findUser(username: string) {
  const name = username.replace(/^@/, '');
  const [user] = await findUsers(name.includes('@') ? { search: name } : { username: name });
  if (!user) throw new ApiError(404, t`No user is named ${name}.`, { username: [t`No user is named ${name}.`] });
  return user;
}

/** Returns the users of a list of names that commas separate. Throws ApiError. */
export function findUsersByName(usernames: string) {
  const names = usernames.split(',').map((name) => name.trim());
  return Promise.all(names.filter((name) => name !== '').map(findUser));
}
